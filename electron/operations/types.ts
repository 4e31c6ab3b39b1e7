/** What the operations room is given, and the shapes that its parts hand each other. */
import type { Emit } from '#shared/contract.ts'
import type {
  ConfirmedBy,
  EchoedReference,
  OperationKind,
  OperationState,
  RefundReason,
} from '#shared/model/operation.ts'
import type { ItemOperationKind, PurchaseKind } from '#shared/model/purchase.ts'
import type { Money } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ActivationMode } from '#shared/wire/activation.ts'
import type { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Connections } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { PurchaseBodies } from '../service/index.ts'
import type { Db } from '../storage/index.ts'
import type { Quarantined } from './mark.ts'
import type { MarkPlace } from './markPlaces.ts'

export interface Agent {
  readonly osUser: string
  readonly displayName: string
}

export interface OperationsOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  /** Asks a person, where one has to agree. */
  readonly approvals: Pick<Approvals, 'money' | 'rules' | 'journal'>
  readonly journal: Db
  readonly work: Db
  /** For coverage only: its failure is no obstacle. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  readonly agent: () => Agent
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** A customer as read after an operation on it. */
  readonly onFresh: (entry: WireCustomerEntry) => void
  /** Saves a file where the person says, and returns its path, or null. */
  readonly saveFile: (file: { readonly suggestedName: string; readonly data: Uint8Array }) => Promise<string | null>
  /** Where `work` is; by default in memory. */
  readonly workKept?: 'disk' | 'memory'
  /** Where the marks of the journal are kept; without one nothing of it is ever missing. */
  readonly markPlaces?: readonly MarkPlace[]
  /** Names under which files that were damaged at this start were kept. */
  readonly quarantined?: Quarantined
  /** Names of the stored connections. */
  readonly connectionNames?: () => Promise<readonly string[]>
  readonly newId?: () => string
  /** Calls once after some milliseconds, and returns what takes it back. */
  readonly timer?: Timer
}

export type Timer = (milliseconds: number, act: () => void) => () => void

export interface Operations {
  readonly handlers: HandlersOf<'operations'>
  /** Items on which nothing can be started on the open connection, because an operation on them is open. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** Country set of an item that this desk bought. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Another room has read this customer: an item of theirs may say what became of an operation. */
  readonly noticed: (entry: WireCustomerEntry) => void
  /** The machine woke from sleep. */
  readonly onResume: () => void
  /** Once, at start, with the journal held exclusively: INTENT was never sent, SENDING is not known. */
  readonly recover: () => void
  /** Resolves once no operation awaits its answer any more; null where none does. */
  readonly inFlight: () => Promise<void> | null
  /** Operations that are being sent or not known yet, of every connection but sandboxes that have ended. */
  readonly unresolved: () => number
  /** Refuses new ones and waits for those under way: each ends within the service's total time-out. */
  readonly close: () => Promise<void>
}

/** What a press sends. */
export type Order =
  | { readonly kind: ItemOperationKind; readonly itemUid: ItemUid }
  | { readonly [K in PurchaseKind]: { readonly kind: K; readonly body: PurchaseBodies[K] } }[PurchaseKind]

/** What is written before the first byte leaves. */
export interface Intent {
  readonly id: string
  readonly kind: OperationKind
  readonly lockKey: string
  readonly connection: string
  readonly connectionName: string
  readonly agent: Agent
  /** Null for a customer whom it is to make. */
  readonly customerUid: CustomerUid | null
  /** The item that is acted on; null for a purchase. */
  readonly itemUid: ItemUid | null
  readonly packageName: string | null
  readonly amount: Money | null
  readonly refundReason: RefundReason | null
  readonly ticket: string | null
  readonly purchase: PurchaseFacts | null
}

export interface PurchaseFacts {
  readonly inventoryItemId: InventoryItemId
  readonly countrySet: CountrySetId
  readonly mode: ActivationMode
  /** USD; null where the service compares nothing. */
  readonly expectedPrice: Money | null
  /** Country and address were the connection's, not typed. */
  readonly countryFixed: boolean
  readonly addressFixed: boolean
}

/** What the service made for a purchase, by its answer or as found by its reference. */
export interface PurchaseResult {
  readonly customerUid: CustomerUid
  readonly itemUid: ItemUid
  /** Null where none was made, or where it can't be told which of several it is. */
  readonly esimUid: EsimUid | null
  readonly charged: Money | null
  readonly echoed: EchoedReference
}

/** One step of an operation, as the journal records it. */
export interface Transition<State extends OperationState = OperationState> {
  readonly state: State
  /** A short machine word. */
  readonly cause: string
  readonly confirmedBy?: ConfirmedBy
  /** The service's own words, or why the outcome is not known; null where all is well. */
  readonly reason?: string | null
  /** Seconds. */
  readonly retryAfter?: number | null
  readonly detail?: string | null
}
