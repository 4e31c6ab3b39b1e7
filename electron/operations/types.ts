/** The options and the public interface of the operations module, and the types that its files share. */
import type { Emit } from '#shared/contract.ts'
import type {
  ConfirmedBy,
  EchoedReference,
  OperationKind,
  OperationState,
  RefundReason,
} from '#shared/model/operation/operation.ts'
import type { ItemOperationKind, PurchaseKind } from '#shared/model/operation/purchase.ts'
import type { Money } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import type { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { PurchaseBodies } from '../service/index.ts'
import type { Db } from '../storage/index.ts'
import type { OwnRefund } from './journal/journalReports.ts'
import type { Quarantined } from './journal/mark.ts'
import type { MarkStore } from './journal/markStores.ts'

export interface Agent {
  readonly osUser: string
  readonly displayName: string
}

export interface OperationsOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  /** Asks a person for approval where the rules require it. */
  readonly approvals: Pick<Approvals, 'money' | 'notApplied' | 'rules' | 'journal'>
  readonly journal: Db
  readonly work: Db
  /** Reads the inventory for the coverage in a preview. A preview does not fail when this read fails. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  readonly agent: () => Agent
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /**
   * Called with each customer entry that is read during or after an operation.
   * @param askedAt when it was requested, by the monotonic clock
   */
  readonly onFresh: (entry: WireCustomerEntry, askedAt: number) => void
  /** Called with the customer from the answer to a purchase, before the notification of the purchase. */
  readonly onSold?: ((open: OpenConnection, sold: WireCustomerEntry, isNewCustomer: boolean) => void) | undefined
  /** Saves a file where the person chooses and returns its path, or `null` if the person cancels. */
  readonly saveFile: (file: { readonly suggestedName: string; readonly data: Uint8Array }) => Promise<string | null>
  /** Where `work` is stored. The default is `memory`. */
  readonly workStorage?: 'disk' | 'memory'
  /** Stores for the marks of the journal. Without a store, a missing journal is not detected. */
  readonly markStores?: readonly MarkStore[]
  /** Names of the quarantined copies of files that were damaged at this start. */
  readonly quarantined?: Quarantined
  /** Returns the names of the stored connections. */
  readonly connectionNames?: () => Promise<readonly string[]>
  readonly newId?: () => string
  readonly timer?: Timer
}

export interface Operations {
  readonly handlers: HandlersOf<'operations'>
  /** Returns the items of the active connection that are locked because an operation on them has not ended. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** Returns the country set of an item that this desk bought, or `null` for any other item. */
  /** Returns the refunds of this desk on a connection since a time in epoch milliseconds. */
  readonly ownRefunds: (connection: string, since: number) => readonly OwnRefund[]
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Returns the customers for whom this desk bought items of these country sets. */
  readonly buyersOf: (countrySets: readonly CountrySetId[]) => readonly CustomerUid[]
  /** Called when another module has read a customer, whose items may show the outcome of an operation. */
  readonly onCustomerRead: (entry: WireCustomerEntry) => void
  /** Returns the unresolved operations of a customer of the active connection. */
  readonly unresolvedOf: (customerUid: CustomerUid) => readonly string[]
  /** Whether an operation of the active connection started this package about that time, in epoch milliseconds. */
  readonly hasStarted: (customerUid: CustomerUid, itemUid: ItemUid, at: number) => boolean
  /** Returns the customers of the active connection with an unresolved operation. */
  readonly unresolvedCustomers: () => ReadonlySet<CustomerUid>
  /** Returns the ICCIDs of the eSIMs that an operation is about, as far as they are known. */
  readonly iccidsOf: (id: string) => readonly string[]
  /**
   * Checks an unresolved operation of the active connection now, besides its scheduled checks, which stay as they are.
   * Only what the check reads may change the operation. Rejects if the service can't be read.
   */
  readonly checkNow: (id: string) => Promise<void>
  /** Called when the machine wakes from sleep. */
  readonly onResume: () => void
  /**
   * Ends the operations that the last run left behind: INTENT becomes NOT_SENT, SENDING becomes UNKNOWN. Call it once
   * at start, when this process holds the journal exclusively.
   */
  readonly recover: () => void
  /** Returns a promise that resolves when no operation is in flight any more, or `null` if none is in flight now. */
  readonly inFlight: () => Promise<void> | null
  /**
   * Counts the operations that are in flight or unresolved, and those that wait for an approval. The count covers every
   * connection except sandboxes that have ended.
   */
  readonly unresolved: () => number
  /** Refuses new operations and waits for those in flight. Each ends within the service's total timeout. */
  readonly close: () => Promise<void>
}

/** The content of a money request. */
export type OperationRequest =
  | { readonly kind: ItemOperationKind; readonly itemUid: ItemUid }
  | { readonly [K in PurchaseKind]: { readonly kind: K; readonly body: PurchaseBodies[K] } }[PurchaseKind]

/** The facts that the journal stores before the first byte of the request is sent. */
export interface Intent {
  readonly id: string
  readonly kind: OperationKind
  readonly lockKey: string
  readonly connection: string
  readonly connectionName: string
  readonly agent: Agent
  /** `null` if the purchase creates the customer. */
  readonly customerUid: CustomerUid | null
  /** The item that the operation changes, or `null` for a purchase. */
  readonly itemUid: ItemUid | null
  readonly packageName: string | null
  readonly amount: Money | null
  readonly refundReason: RefundReason | null
  readonly ticket: string | null
  /** By which request the customer was read for the preview, or `null` for a purchase. */
  readonly readBy?: string | null
  readonly purchase: PurchaseFacts | null
  /** The name of the recent sale of the same package that a person has acknowledged, if there was one. */
  readonly repeats?: string
  /** Whether the read at the press, which searches for a sale of another desk, failed. */
  readonly isUnread?: boolean
}

export interface PurchaseFacts {
  readonly inventoryItemId: InventoryItemId
  readonly countrySet: CountrySetId
  readonly mode: ActivationMode
  /** The price in USD that the service compares, or `null` if it compares none. */
  readonly expectedPrice: Money | null
  /** Whether the country comes from the rules of the connection instead of the form. */
  readonly countryFixed: boolean
  /** Whether the IP address comes from the rules of the connection instead of the form. */
  readonly addressFixed: boolean
}

/** What the service created for a purchase, read from its answer or found by the reference. */
export interface PurchaseResult {
  readonly customerUid: CustomerUid
  readonly itemUid: ItemUid
  /** `null` if the purchase created no eSIM, or if the customer has several and it is not known which one is new. */
  readonly esimUid: EsimUid | null
  readonly charged: Money | null
  readonly echoed: EchoedReference
  /** Whether the answer shows an item that has started although it should wait, or the reverse. */
  readonly startsDifferently?: boolean
}

/** One state transition of an operation, as the journal stores it. */
export interface Transition<State extends OperationState = OperationState> {
  readonly state: State
  /** A short machine-readable cause, for example `answer 200` or `read: found`. */
  readonly cause: string
  readonly confirmedBy?: ConfirmedBy
  /** The service's error message, or why the outcome is unknown; `null` if the operation succeeded. */
  readonly reason?: string | null
  /** Seconds after which the service accepts another attempt, if it named a time. */
  readonly retryAfter?: number | null
  readonly detail?: string | null
}
