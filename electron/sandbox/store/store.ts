/** The whole state of a sandbox. It is created once at start and passed to the endpoints and the control plane. */
import { SandboxClock } from '../clock.ts'
import { Faults, type EndpointName } from '../faults.ts'
import { Scheduler, type SchedulerContext } from '../rules/scheduler.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { Mailbox } from '../mailbox/mailbox.ts'
import { TlsListeners } from '../tls/listeners.ts'
import { Variants, type VariantsInput } from '../variants.ts'
import { Account } from './account.ts'
import { IdempotencyCache } from './idempotencyCache.ts'
import { Customers } from './customers.ts'
import { Events } from './events.ts'
import { Identifiers } from './identifiers.ts'
import { Inventory } from './inventory.ts'
import { Ledger } from './ledger.ts'
import { Seeder } from './seed.ts'
import { Tokens } from './tokens.ts'
import { AutomaticStarts } from './automaticStarts.ts'

export type StoreOptions = {
  readonly customers: number
  readonly seed: number
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly variants: VariantsInput
  /** The initial time of the sandbox's clock, in epoch milliseconds. */
  readonly startAt: number
  /** The initial credits, in cents. */
  readonly credits: number
}

export type Store = {
  readonly options: StoreOptions
  readonly clock: SandboxClock
  variants: Variants
  readonly ids: Identifiers
  readonly inventory: Inventory
  readonly customers: Customers
  readonly automaticStarts: AutomaticStarts
  readonly scheduler: Scheduler
  readonly account: Account
  readonly ledger: Ledger
  readonly tokens: Tokens
  readonly faults: Faults
  readonly events: Events
  readonly webhooks: Webhooks
  readonly tls: TlsListeners
  readonly mailbox: Mailbox
  /** Responses by idempotency key, for the variant that honours the key. */
  readonly idempotencyCache: IdempotencyCache
  /** The number of requests by endpoint. */
  readonly requests: Map<EndpointName | 'unknown', number>
}

export function createStore(options: StoreOptions): Store {
  const clock = new SandboxClock(options.startAt)
  const events = new Events()
  const ids = new Identifiers(options.seed)
  const inventory = new Inventory()
  const schedulerContext: SchedulerContext = {
    clock,
    customers: new Customers(new Seeder(options.seed, options.startAt, ids, inventory), ids, options.customers),
    automaticStarts: new AutomaticStarts(),
    events,
    webhooks: new Webhooks(events, clock, options.seed, () => store.variants.webhookField),
  }
  const store: Store = {
    ...schedulerContext,
    options,
    scheduler: new Scheduler(schedulerContext),
    variants: Variants.parse(options.variants),
    ids,
    inventory,
    account: new Account(options.credits),
    ledger: new Ledger(),
    tokens: new Tokens(),
    faults: new Faults(),
    tls: new TlsListeners(),
    mailbox: new Mailbox(clock),
    idempotencyCache: new IdempotencyCache(),
    requests: new Map(),
  }
  return store
}
