/**
 * Schedules the automatic activation of inactive items after 90 days (interface 3.2). Reading a customer applies it, so
 * the scheduler changes no customers; it emits the event of each activation when it is due, for the webhooks.
 */
import { automaticActivation } from '../store/records.ts'
import type { SandboxClock } from '../clock.ts'
import { AutomaticStarts, type Due } from '../store/automaticStarts.ts'
import type { Customers } from '../store/customers.ts'
import type { Events } from '../store/events.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** The number of customers or activations that are processed before the event loop can run other calls. */
const batchSize = 500
/** The scheduler checks the clock at least this often. */
const maxPauseMs = 1000

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The parts of the store that the scheduler needs. */
export type SchedulerContext = {
  readonly clock: SandboxClock
  readonly customers: Customers
  readonly automaticStarts: AutomaticStarts
  readonly events: Events
  readonly webhooks: Webhooks
}

export class Scheduler {
  readonly #store: SchedulerContext
  #notifiedUntil: number
  #lastRun: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(store: SchedulerContext) {
    this.#store = store
    this.#notifiedUntil = store.clock.now()
  }

  /** Emits the events that are due, then waits for the next one; repeats this until `stop`. */
  start(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.runDue().then(() => this.start()), this.#pause()).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Resolves when the events that are due by now have been emitted. */
  runDue(): Promise<void> {
    this.#lastRun = this.#lastRun.then(() => this.#notifyDue())
    return this.#lastRun
  }

  #pause(): number {
    const { automaticStarts, clock } = this.#store
    const next = automaticStarts.next()
    return next === undefined || clock.mode === 'stand'
      ? maxPauseMs
      : Math.min(maxPauseMs, Math.max(1, next.at - clock.now()))
  }

  async #notifyDue(): Promise<void> {
    const { automaticStarts, webhooks, clock } = this.#store
    const subscribed = webhooks.hasUrl('balanceActivation')
    const from = this.#notifiedUntil
    if (subscribed && !automaticStarts.hasSeeded) await this.#loadSeeded()
    const now = clock.now()
    this.#notifiedUntil = now
    for (let due = automaticStarts.take(now), count = 1; due !== undefined; due = automaticStarts.take(now), count++) {
      if (subscribed && due.at > from) this.#notifyStart(due, now)
      if (count % batchSize === 0) {
        await yieldToEventLoop()
        await webhooks.waitForCapacity()
      }
    }
  }

  /** Emits no event for an item that was activated or refunded before its date. */
  #notifyStart({ index, at, uid }: Due, now: number): void {
    const customer = this.#store.customers.peek(index, now)
    if (customer === undefined) return
    for (const item of customer.items) {
      const startedAutomatically =
        item.activatedAt === at && item.mode !== 'NOW' && item.saleAt + automaticActivation === at
      if (startedAutomatically && (uid === null || uid === item.uid)) this.#store.events.activated(customer, item)
    }
  }

  async #loadSeeded(): Promise<void> {
    const { customers, automaticStarts } = this.#store
    const keys: bigint[] = []
    for (let index = 0; index < customers.seeded; index++) {
      if (index % batchSize === batchSize - 1) await yieldToEventLoop()
      for (const at of customers.seededDates(index)) keys.push(AutomaticStarts.key(at, index))
    }
    automaticStarts.seeded(keys)
  }
}
