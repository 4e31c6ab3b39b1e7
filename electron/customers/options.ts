/** What the module of the customers needs from the others, and what it offers to them. */
import type { Emit } from '#shared/contract.ts'
import type { DifferenceRow } from '#shared/model/customer/differences.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CorrectionOutcome } from '#shared/model/customer/notes.ts'
import type { CountrySetId, CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import type { RowPosition } from '../base/rowPosition.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { Storage } from '../storage/index.ts'
import type { Sales } from './sales.ts'
import type { Pace } from './sync/options.ts'

export interface CustomersOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange' | 'localLists' | 'tryAgain'>
  readonly storage: Pick<Storage, 'directoryLocation' | 'sessionDirectory' | 'deleteDirectory' | 'quarantined' | 'work'>
  /** The packages of the open connection, from which coverage is inferred. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  /** Items with an operation that is not terminal. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** Customers with an operation whose outcome is unknown. */
  readonly unconfirmedCustomers: () => ReadonlySet<CustomerUid>
  /** The country set of an item that this desk bought, or null if it is not known. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** The customers for whom this desk bought items of these country sets. */
  readonly buyersOf: (countrySets: readonly CountrySetId[]) => readonly CustomerUid[]
  /** Called with each customer that was read in full from the service. */
  readonly onRead: (entry: WireCustomerEntry) => void
  readonly approvals: Pick<Approvals, 'correction'>
  /** Records a correction of an e-mail address before it is sent. The returned function records how it ended. */
  readonly beginCorrection: (
    open: OpenConnection,
    uid: CustomerUid,
    change: { readonly before: string | null; readonly after: string },
  ) => (outcome: CorrectionOutcome) => void
  /**
   * Saves a file where the person chooses and returns its path, or `null` if the person cancels. The pieces are
   * requested as they are written, and nothing is saved if one can't be had.
   */
  readonly saveFile: (file: {
    readonly suggestedName: string
    readonly data: AsyncIterable<Uint8Array>
  }) => Promise<string | null>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The built entry file of `worker.ts`. */
  readonly workerUrl: URL
  /** Resolves when the window has what it needs to start. Only the first page of customers is read before that. */
  readonly started: Promise<void>
  /** The maximum number of customers in the directory. */
  readonly maxCustomers?: () => Promise<number>
  readonly pace?: Pace
  /** The name of the agent, for the links that they make. */
  readonly agentName?: () => string
  /** Called when a connection is set to keep no list: nothing else may keep customers for convenience either. */
  readonly onListDropped?: (connectionId: string) => void
}

export interface Customers {
  readonly handlers: HandlersOf<'customers'>
  /**
   * Stores a customer that another module has just read from the service.
   * @param askedAt when it was requested, by the monotonic clock
   */
  readonly storeFresh: (entry: WireCustomerEntry, askedAt: number) => void
  /**
   * Keeps the customer from the answer to a sale, with activation codes, in memory until the connection closes.
   * A customer whom the sale has created can be found and opened from now on, even if the service doesn't show them.
   */
  readonly noteSale: (open: OpenConnection, entry: WireCustomerEntry, isNew: boolean) => void
  /** Returns the sale of the open connection that created this eSIM, or null. */
  readonly soldEsim: Sales['ofEsim']
  /** Reads a customer again from the service, stores the answer and notifies the window. Throws why that failed. */
  readonly readAgain: (uid: CustomerUid, signal: AbortSignal) => Promise<void>
  /** Returns the customer who has this eSIM by the directory, or `null` if the directory has no such eSIM. */
  readonly customerOfIccid: (iccid: Iccid) => Promise<CustomerUid | null>
  /** Returns what has differed between reads of a customer of the open connection, newest first. */
  readonly differences: (uid: CustomerUid, position: RowPosition, limit: number) => Promise<readonly DifferenceRow[]>
  /**
   * Searches the service for the customer who has this eSIM, stores the answer and notifies the window. Returns `null`
   * if there is none.
   */
  readonly lookUpIccid: (iccid: Iccid, signal: AbortSignal) => Promise<CustomerUid | null>
  readonly close: () => Promise<void>
}
