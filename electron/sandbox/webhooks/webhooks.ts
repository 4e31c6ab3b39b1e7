/**
 * Sends what happened to the addresses that were given: one address a kind, in the order of what happened, one at a
 * time an address. No retries and no signature (chosen). Keeps the latest deliveries for people to look at.
 */
import { z } from 'zod'
import type { SandboxEvent, Events } from '../store/events.ts'
import { payload } from './payloads.ts'
import { post, refusedAddress, type Reply } from './post.ts'

export const hookNames = [
  'esimStatus',
  'balanceActivation',
  'lowBalance',
  'dataConsumption',
  'countryChange',
  'activationRequest',
  'customerRegistration',
] as const
export type HookName = (typeof hookNames)[number]

const address = z
  .string()
  .superRefine((given, context) => {
    const reason = refusedAddress(given)
    if (reason !== null) context.addIssue({ code: 'custom', message: `The address ${reason}.` })
  })
  .nullable()
  .optional()

export const WebhookSettings = z.strictObject({
  esimStatus: address,
  balanceActivation: address,
  lowBalance: address,
  dataConsumption: address,
  countryChange: address,
  activationRequest: address,
  customerRegistration: address,
  /** Percentages of a package (interface 6.4): three at most. */
  thresholds: z.array(z.number().gt(0).max(100)).max(3).optional(),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

export type Delivery = {
  readonly kind: HookName
  readonly url: string
  readonly body: unknown
  /** Status of the receiver; null when there was no answer. */
  readonly status: number | null
  readonly problem: string | null
  /** Milliseconds from the cause to the first byte sent. */
  readonly waited: number
}

const kept = 500
const maxPending = 1000

export class Webhooks {
  readonly #happenings: Events
  readonly #urls = new Map<HookName, string>()
  readonly #queues = new Map<string, Promise<void>>()
  readonly #deliveries: Delivery[] = []
  #pending = 0

  constructor(events: Events) {
    this.#happenings = events
    events.listen((happening) => this.#queue(happening))
  }

  set(settings: WebhookSettings): void {
    for (const name of hookNames) {
      const url = settings[name]
      if (url === null) this.#urls.delete(name)
      else if (url !== undefined) this.#urls.set(name, url)
    }
    if (settings.thresholds !== undefined)
      this.#happenings.thresholds = settings.thresholds.toSorted((left, right) => left - right)
  }

  settings(): Readonly<Record<string, unknown>> {
    return {
      ...Object.fromEntries(hookNames.map((name) => [name, this.#urls.get(name) ?? null])),
      thresholds: this.#happenings.thresholds,
    }
  }

  listensTo(name: HookName): boolean {
    return this.#urls.has(name)
  }

  /** The latest ones, as many as wanted of those that are kept. */
  deliveries(most: number): readonly Delivery[] {
    return most === 0 ? [] : this.#deliveries.slice(-most)
  }

  /** Resolves when everything that was queued has been sent or given up. */
  async settled(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values())
  }

  /** Resolves when there is room for more: at once, unless very many wait for a slow receiver. */
  async room(): Promise<void> {
    while (this.#pending > maxPending) await Promise.race(this.#queues.values())
  }

  /** For the hooks whose answer counts (6.6, 6.4b); undefined when there is no address or no answer. */
  async ask(name: 'activationRequest' | 'customerRegistration', body: unknown): Promise<Reply | undefined> {
    const url = this.#urls.get(name)
    return url === undefined ? undefined : this.#deliver(name, url, body, performance.now())
  }

  #queue(happening: SandboxEvent): void {
    const url = this.#urls.get(happening.kind)
    if (url === undefined) return
    const cause = performance.now()
    const body = payload(happening)
    this.#pending += 1
    const before = this.#queues.get(url) ?? Promise.resolve()
    const done: Promise<void> = before
      .then(() => this.#deliver(happening.kind, url, body, cause))
      .then(() => {
        this.#pending -= 1
        if (this.#queues.get(url) === done) this.#queues.delete(url)
      })
    this.#queues.set(url, done)
  }

  async #deliver(kind: HookName, url: string, body: unknown, cause: number): Promise<Reply | undefined> {
    const waited = performance.now() - cause
    try {
      const reply = await post(url, body)
      this.#keep({ kind, url, body, status: reply.status, problem: null, waited })
      return reply
    } catch (error) {
      this.#keep({ kind, url, body, status: null, problem: error instanceof Error ? error.message : 'failed', waited })
      return undefined
    }
  }

  #keep(delivery: Delivery): void {
    this.#deliveries.push(delivery)
    if (this.#deliveries.length > kept) this.#deliveries.shift()
  }
}
