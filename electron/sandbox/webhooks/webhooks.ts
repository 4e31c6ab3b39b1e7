/**
 * Sends events to the configured addresses, one address for each kind. Each address gets its events in their order, one
 * at a time, without retries or a signature (an assumption), unless troubles are set. The latest deliveries are stored.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { SandboxClock } from '../clock.ts'
import { Prng } from '../prng.ts'
import type { SandboxEvent, Events } from '../store/events.ts'
import type { Variants } from '../variants.ts'
import { answerHead, Deliveries, type Delivery, type DeliveryOrigin } from './deliveries.ts'
import { payload } from './payloads.ts'
import { addressToShow, post, type Reply } from './post.ts'
import { DeliveryQueue } from './queue.ts'
import { noTroubles, DeliveryTroubles, type TroubleChanges, type WebhookSettings } from './settings.ts'

/** What is delivered, and why. */
type Letter = {
  readonly kind: WebhookKind
  readonly body: unknown
  readonly origin: DeliveryOrigin
  /** The instant of the cause, by `performance.now`. */
  readonly cause: number
}
type Outcome = { readonly delivery: Delivery; readonly reply: Reply | undefined }

export class Webhooks {
  readonly #events: Events
  readonly #clock: SandboxClock
  readonly #prng: Prng
  readonly #oddField: () => Variants['webhookField']
  readonly #urls = new Map<WebhookKind, string>()
  readonly #queue = new DeliveryQueue()
  readonly #deliveries = new Deliveries()
  #certificateAuthority: string | null = null
  #troubles = noTroubles

  constructor(events: Events, clock: SandboxClock, seed: number, oddField: () => Variants['webhookField']) {
    this.#events = events
    this.#clock = clock
    this.#prng = new Prng(seed)
    this.#oddField = oddField
    events.listen((sandboxEvent) => this.#take(sandboxEvent))
  }

  set(settings: WebhookSettings): void {
    for (const name of WebhookKind.options) {
      const url = settings[name]
      if (url === null) this.#urls.delete(name)
      else if (url !== undefined) this.#urls.set(name, url)
    }
    if (settings.certificateAuthority !== undefined) this.#certificateAuthority = settings.certificateAuthority
    if (settings.thresholds !== undefined)
      this.#events.thresholds = settings.thresholds.toSorted((left, right) => left - right)
  }

  /** Returns the settings for a record, with the addresses as they may be shown. */
  settings(): Readonly<Record<string, unknown>> {
    return {
      ...Object.fromEntries(WebhookKind.options.map((name) => [name, this.#shownUrl(name)])),
      certificateAuthority: this.#certificateAuthority,
      thresholds: this.#events.thresholds,
    }
  }

  #shownUrl(name: WebhookKind): string | null {
    const url = this.#urls.get(name)
    return url === undefined ? null : addressToShow(url)
  }

  setTroubles(changes: TroubleChanges): void {
    this.#troubles = DeliveryTroubles.parse({ ...this.#troubles, ...changes })
  }

  clearTroubles(): void {
    this.#troubles = noTroubles
  }

  get troubles(): DeliveryTroubles {
    return this.#troubles
  }

  hasUrl(name: WebhookKind): boolean {
    return this.#urls.has(name)
  }

  /** Returns at most `limit` of the latest deliveries that are stored, the oldest first. */
  deliveries(limit: number): readonly Delivery[] {
    return this.#deliveries.latest(limit)
  }

  delivery(id: number): Delivery | undefined {
    return this.#deliveries.get(id)
  }

  /** Resolves when every queued event has been sent or has failed. */
  drain(): Promise<void> {
    return this.#queue.drain()
  }

  /** Resolves at once, unless very many events wait for a slow receiver; then, when there are fewer. */
  waitForCapacity(): Promise<void> {
    return this.#queue.waitForCapacity()
  }

  /**
   * Calls a hook whose response matters (6.6, 6.4b), with a delay, a loss or a second copy where troubles are set.
   * Resolves to undefined without an address or a response.
   */
  async request(name: 'activationRequest' | 'customerRegistration', body: unknown): Promise<Reply | undefined> {
    const url = this.#urls.get(name)
    if (url === undefined) return undefined
    const letter: Letter = { kind: name, body, origin: 'event', cause: performance.now() }
    await this.#delay(letter)
    if (this.#draw(this.#troubles.dropped)) return void this.#drop(url, letter)
    const isDuplicated = this.#draw(this.#troubles.duplicated)
    const { reply } = await this.#deliver(url, letter)
    if (isDuplicated) await this.#deliver(url, { ...letter, origin: 'duplicate' })
    return reply
  }

  /** Sends a body at once, without troubles. Resolves to undefined if its kind has no address. */
  async send(kind: WebhookKind, body: unknown, origin: 'repeat' | 'forged'): Promise<Delivery | undefined> {
    const url = this.#urls.get(kind)
    if (url === undefined) return undefined
    return (await this.#deliver(url, { kind, body, origin, cause: performance.now() })).delivery
  }

  #take(sandboxEvent: SandboxEvent): void {
    const url = this.#urls.get(sandboxEvent.kind)
    if (url === undefined) return
    const letter: Letter = {
      kind: sandboxEvent.kind,
      body: payload(sandboxEvent, this.#oddField()),
      origin: 'event',
      cause: performance.now(),
    }
    const { dropped, duplicated, reordered, holdMs } = this.#troubles
    const isDropped = this.#draw(dropped)
    const isDuplicated = this.#draw(duplicated)
    const task = async (): Promise<void> => {
      await this.#delay(letter)
      if (isDropped) return void this.#drop(url, letter)
      await this.#deliver(url, letter)
      if (isDuplicated) await this.#deliver(url, { ...letter, origin: 'duplicate' })
    }
    if (this.#draw(reordered)) this.#queue.hold(url, task, holdMs)
    else this.#queue.add(url, task)
  }

  /** Draws nothing without troubles, so that they affect the same deliveries whenever they are set. */
  #draw(part: number): boolean {
    return part > 0 && this.#prng.fraction() < part
  }

  async #delay({ cause }: Letter): Promise<void> {
    const left = this.#troubles.delayMs - (performance.now() - cause)
    if (this.#troubles.delayMs > 0 && left > 0) await wait(left)
  }

  #drop(url: string, letter: Letter): void {
    this.#record(url, letter, { status: null, problem: null, dropped: true, answer: null }, performance.now())
  }

  async #deliver(url: string, letter: Letter): Promise<Outcome> {
    const start = performance.now()
    const options = { timeoutMs: this.#troubles.timeoutMs, certificateAuthority: this.#certificateAuthority }
    try {
      const reply = await post(url, letter.body, options)
      const result = { status: reply.status, problem: null, dropped: false, answer: answerHead(reply.body) }
      return { reply, delivery: this.#record(url, letter, result, start) }
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'failed'
      const result = { status: null, problem, dropped: false, answer: null }
      return { reply: undefined, delivery: this.#record(url, letter, result, start) }
    }
  }

  #record(
    url: string,
    { kind, origin, body, cause }: Letter,
    result: Pick<Delivery, 'status' | 'problem' | 'dropped' | 'answer'>,
    start: number,
  ): Delivery {
    return this.#deliveries.add({
      kind,
      origin,
      at: new Date(this.#clock.now()).toISOString(),
      url: addressToShow(url),
      body,
      ...result,
      waited: start - cause,
      duration: performance.now() - start,
    })
  }
}
