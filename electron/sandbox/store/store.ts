/** Everything one sandbox is made of; made once at start and handed to the endpoints and the control plane. */
import { SandboxClock } from '../clock.ts'
import { Faults, type EndpointName } from '../faults.ts'
import { Scheduler, type Timely } from '../rules/scheduler.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { TlsListeners } from '../tls/listeners.ts'
import { Variants, type VariantChoice } from '../variants.ts'
import { Account } from './account.ts'
import { Answered } from './idempotencyCache.ts'
import { Customers } from './customers.ts'
import { Events } from './events.ts'
import { Identifiers } from './identifiers.ts'
import { Inventory } from './inventory.ts'
import { Ledger } from './ledger.ts'
import { Seeder } from './seed.ts'
import { Tokens } from './tokens.ts'
import { Waiting } from './automaticStarts.ts'

export type StoreOptions = {
  readonly customers: number
  readonly seed: number
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly variants: VariantChoice
  /** What the sandbox's clock shows at the start; milliseconds. */
  readonly startAt: number
  /** Credits at the start, in cents. */
  readonly credits: number
}

export type Store = {
  readonly options: StoreOptions
  readonly clock: SandboxClock
  variants: Variants
  readonly ids: Identifiers
  readonly inventory: Inventory
  readonly customers: Customers
  readonly waiting: Waiting
  readonly scheduler: Scheduler
  readonly account: Account
  readonly ledger: Ledger
  readonly tokens: Tokens
  readonly faults: Faults
  readonly events: Events
  readonly webhooks: Webhooks
  readonly tls: TlsListeners
  /** Answers by idempotency key, for the variant that honours it. */
  readonly answered: Answered
  /** Requests seen, by endpoint. */
  readonly requests: Map<EndpointName | 'unknown', number>
}

export function createStore(options: StoreOptions): Store {
  const clock = new SandboxClock(options.startAt)
  const events = new Events()
  const ids = new Identifiers(options.seed)
  const inventory = new Inventory()
  const timely: Timely = {
    clock,
    customers: new Customers(new Seeder(options.seed, options.startAt, ids, inventory), ids, options.customers),
    waiting: new Waiting(),
    events,
    webhooks: new Webhooks(events),
  }
  return {
    ...timely,
    options,
    scheduler: new Scheduler(timely),
    variants: Variants.parse(options.variants),
    ids,
    inventory,
    account: new Account(options.credits),
    ledger: new Ledger(),
    tokens: new Tokens(),
    faults: new Faults(),
    tls: new TlsListeners(),
    answered: new Answered(),
    requests: new Map(),
  }
}
