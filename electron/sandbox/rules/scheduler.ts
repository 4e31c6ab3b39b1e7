/**
 * Time that passes: inactive items start by themselves after 90 days (interface 3.2). Customers are settled when they are
 * looked at, so nobody has to be visited for that; who listens to webhooks hears of each start when it is due.
 */
import { automaticActivation } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Waiting, type Due } from '../store/automaticStarts.ts'
import { notifyActivation } from './selling.ts'

/** Customers looked through, or starts told, before other calls get their turn. */
const block = 500
/** Milliseconds: looks at the clock this often when nothing is due sooner. */
const longest = 1000

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What of the world it takes for time to pass. */
export type Timely = Pick<Store, 'clock' | 'customers' | 'waiting' | 'events' | 'webhooks'>

export class Scheduler {
  readonly #store: Timely
  #notifiedUntil: number
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(store: Timely) {
    this.#store = store
    this.#notifiedUntil = store.clock.now()
  }

  /** Tells everything that was due until now, then waits for what is next; until `stop`. */
  start(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.pass().then(() => this.start()), this.#pause()).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Resolves when everything that is due by now has been told. */
  pass(): Promise<void> {
    this.#last = this.#last.then(() => this.#tell())
    return this.#last
  }

  #pause(): number {
    const { waiting, clock } = this.#store
    const next = waiting.next()
    return next === undefined || clock.mode === 'stand'
      ? longest
      : Math.min(longest, Math.max(1, next.at - clock.now()))
  }

  async #tell(): Promise<void> {
    const { waiting, webhooks, clock } = this.#store
    const heard = webhooks.listensTo('balanceActivation')
    const from = this.#notifiedUntil
    if (heard && !waiting.knowsSeeded) await this.#learnSeeded()
    const now = clock.now()
    this.#notifiedUntil = now
    for (let due = waiting.take(now), count = 1; due !== undefined; due = waiting.take(now), count++) {
      if (heard && due.at > from) this.#notifyStart(due, now)
      if (count % block === 0) {
        await turn()
        await webhooks.room()
      }
    }
  }

  /** An item that was activated or refunded before its date has nothing to tell. */
  #notifyStart({ index, at, uid }: Due, now: number): void {
    const customer = this.#store.customers.peek(index, now)
    if (customer === undefined) return
    for (const item of customer.items) {
      const startedItself = item.activatedAt === at && item.mode !== 'NOW' && item.saleAt + automaticActivation === at
      if (startedItself && (uid === null || uid === item.uid)) notifyActivation(this.#store, customer, item)
    }
  }

  async #learnSeeded(): Promise<void> {
    const { customers, waiting } = this.#store
    const keys: bigint[] = []
    for (let index = 0; index < customers.seeded; index++) {
      if (index % block === block - 1) await turn()
      for (const at of customers.seededDates(index)) keys.push(Waiting.key(at, index))
    }
    waiting.seeded(keys)
  }
}
