/**
 * Sends events to the configured addresses, one address for each kind. Each address gets its events in their order, one
 * at a time, without retries or a signature (an assumption). The latest deliveries are stored for inspection.
 */
import { z } from 'zod'
import type { SandboxEvent, Events } from '../store/events.ts'
import { payload } from './payloads.ts'
import { post, addressProblem, type Reply } from './post.ts'

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
  .superRefine((value, context) => {
    const reason = addressProblem(value)
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
  /** At most three percentages of a package (interface 6.4). */
  thresholds: z.array(z.number().gt(0).max(100)).max(3).optional(),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

export type Delivery = {
  readonly kind: HookName
  readonly url: string
  readonly body: unknown
  /** The status of the receiver's response, or null without a response. */
  readonly status: number | null
  readonly problem: string | null
  /** Milliseconds from the event to the start of the request. */
  readonly waited: number
}

const maxDeliveries = 500
const maxPending = 1000

export class Webhooks {
  readonly #events: Events
  readonly #urls = new Map<HookName, string>()
  readonly #queues = new Map<string, Promise<void>>()
  readonly #deliveries: Delivery[] = []
  #pending = 0

  constructor(events: Events) {
    this.#events = events
    events.listen((sandboxEvent) => this.#queue(sandboxEvent))
  }

  set(settings: WebhookSettings): void {
    for (const name of hookNames) {
      const url = settings[name]
      if (url === null) this.#urls.delete(name)
      else if (url !== undefined) this.#urls.set(name, url)
    }
    if (settings.thresholds !== undefined)
      this.#events.thresholds = settings.thresholds.toSorted((left, right) => left - right)
  }

  settings(): Readonly<Record<string, unknown>> {
    return {
      ...Object.fromEntries(hookNames.map((name) => [name, this.#urls.get(name) ?? null])),
      thresholds: this.#events.thresholds,
    }
  }

  hasUrl(name: HookName): boolean {
    return this.#urls.has(name)
  }

  /** Returns at most `limit` of the latest deliveries that are stored. */
  deliveries(limit: number): readonly Delivery[] {
    return limit === 0 ? [] : this.#deliveries.slice(-limit)
  }

  /** Resolves when every queued event has been sent or has failed. */
  async drain(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values())
  }

  /** Resolves at once, unless very many events wait for a slow receiver; then, when there are fewer. */
  async waitForCapacity(): Promise<void> {
    while (this.#pending > maxPending) await Promise.race(this.#queues.values())
  }

  /** Calls a hook whose response matters (6.6, 6.4b). Resolves to undefined without an address or a response. */
  async request(name: 'activationRequest' | 'customerRegistration', body: unknown): Promise<Reply | undefined> {
    const url = this.#urls.get(name)
    return url === undefined ? undefined : this.#deliver(name, url, body, performance.now())
  }

  #queue(sandboxEvent: SandboxEvent): void {
    const url = this.#urls.get(sandboxEvent.kind)
    if (url === undefined) return
    const cause = performance.now()
    const body = payload(sandboxEvent)
    this.#pending += 1
    const before = this.#queues.get(url) ?? Promise.resolve()
    const done: Promise<void> = before
      .then(() => this.#deliver(sandboxEvent.kind, url, body, cause))
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
      this.#record({ kind, url, body, status: reply.status, problem: null, waited })
      return reply
    } catch (error) {
      this.#record({
        kind,
        url,
        body,
        status: null,
        problem: error instanceof Error ? error.message : 'failed',
        waited,
      })
      return undefined
    }
  }

  #record(delivery: Delivery): void {
    this.#deliveries.push(delivery)
    if (this.#deliveries.length > maxDeliveries) this.#deliveries.shift()
  }
}
