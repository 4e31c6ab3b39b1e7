/** The calls from the main process to the directory's worker. Every call may throw a DeskError of storage. */
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { CustomerCounts, CustomerListView } from '#shared/model/customer/customerList.ts'
import type { DifferenceRow } from '#shared/model/customer/differences.ts'
import type { UnreadableCounts } from '#shared/model/customer/unreadableParts.ts'
import type { TodayCounts, TodayReason, TodayRow } from '#shared/model/customer/today.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { RowPosition } from '../../base/rowPosition.ts'
import type { KnownCustomers, PackedItems } from '../../service/index.ts'
import type { DirectoryLocation } from '../../storage/index.ts'
import type { StoredKind } from './kinds.ts'
import type { SyncRecord } from './record.ts'

export interface OpenedDirectory {
  readonly customers: number
  readonly record: SyncRecord
  /** Whether all customers are sorted into the list. */
  readonly sorted: boolean
  /** Files that could not be opened as this directory; a new one was created. */
  readonly quarantined: readonly string[]
}

export interface Batch {
  /** As they were parsed, or prepared already. */
  readonly entries: readonly WireCustomerEntry[] | PackedItems
  /** The digests of the bytes of `entries` in the list, one after the other. Packed entries have them. */
  readonly digests?: Uint8Array | undefined
  /** Positions in the table of `known` of customers who are listed as before. */
  readonly unchanged?: readonly number[] | undefined
  /** Customers that exist but could not be read: the directory keeps what it has of them. */
  readonly unreadableUids: readonly string[]
  /**
   * When the answer was asked for, in milliseconds of the main process's monotonic clock. What was asked for later is
   * newer, whatever arrived first.
   */
  readonly askedAt: number
  /** Epoch milliseconds, by the service's clock. */
  readonly fetchedAt: number
  /** Once the directory holds this many customers, none is added; existing ones are still updated. */
  readonly limit?: number
}

export interface PutResult {
  /** Customers of this batch that the current run had not stored before. */
  readonly fresh: number
  /** Customers of this batch whom the limit kept out, and whom the current run had not seen before. */
  readonly skipped: number
  readonly customers: number
  /** Whether all customers are sorted into the list. */
  readonly sorted: boolean
}

export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly cursor?: string | undefined
  /** Epoch milliseconds by the service's clock, which decides the phases. */
  readonly now: number
}

export interface Page {
  readonly rows: CustomerRow[]
  readonly cursor?: string
}

export interface SearchPage extends Page {
  /** Number of customers with an exact match. Of those whom an e-mail address or a uid names, only two are counted. */
  readonly exactCount: number
  /** Whether there may be others whose e-mail address or uid differs from the query by accents alone. */
  readonly hasSimilar: boolean
  /** The one customer that a whole identifier or reference names, or null. */
  readonly exact: CustomerUid | null
}

/** Which customers have packages for a country. */
export interface Covering {
  /** The numbers of the kinds of packages that cover the country. */
  readonly kinds: readonly number[]
  /** The numbers of those of which it is not known what they cover. */
  readonly unknown: readonly number[]
  /** Customers with a package that this desk bought for the country. */
  readonly customers: readonly CustomerUid[]
}

export interface ListRequest {
  readonly view: CustomerListView
  /** For the country of the view, if it has one. */
  readonly covering?: Covering
  /** The customers with an operation of this desk whose outcome is unknown. */
  readonly unconfirmed: readonly CustomerUid[]
  /** Epoch milliseconds by the service's clock. */
  readonly now: number
}

export interface IdsRequest extends ListRequest {
  /** Restricts the list to these customers, whatever its filter. */
  readonly only?: readonly CustomerUid[]
}

export interface BrowseRequest extends ListRequest {
  /** Restricts the list to those of these customers whom its filter lists. */
  readonly among?: readonly CustomerUid[] | undefined
  readonly from: number
  readonly limit: number
}

export interface BrowsedRows {
  readonly rows: CustomerRow[]
  readonly matching: number
  /** `null` while the list has only those customers who came first. */
  readonly counts: CustomerCounts | null
  /** How many customers the directory has. */
  readonly total: number
  /** How many customers have packages of which it is not known whether they cover the country of the view. */
  readonly unknownCoverage: number
}

/** Of those with the reason, with any, or with an active or waiting package for a country. */
export interface TodayRequest extends Pick<ListRequest, 'covering' | 'unconfirmed' | 'now'> {
  readonly reason: TodayReason | null
  /** Customers who were ticked off, with the reasons that they had. */
  readonly ticked: readonly { readonly uid: CustomerUid; readonly reasons: readonly TodayReason[] }[]
  readonly from: number
  readonly limit: number
}

export interface TodayPage extends Pick<BrowsedRows, 'matching' | 'unknownCoverage'> {
  readonly rows: TodayRow[]
  /** `null` while the list has only those customers who came first. */
  readonly counts: TodayCounts | null
  /** How many are left out because they were ticked off. */
  readonly ticked: number
}

export interface StoredCustomer {
  readonly entry: WireCustomerEntry
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** Customers whom the directory has not got and packages without a name are missing. */
export interface StoredNames {
  readonly customers: { readonly uid: CustomerUid; readonly email: string | null }[]
  readonly packages: { readonly uid: ItemUid; readonly name: string }[]
}

export interface TableRequest {
  readonly ids: Int32Array
  readonly now: number
  readonly decimal: DecimalSign
}

export interface TableLines {
  readonly text: string
  readonly rows: number
}

export interface DirectoryCalls {
  readonly open: (place: DirectoryLocation) => OpenedDirectory
  /**
   * Begins a run, which is one reading of the whole list. Customers that are stored from now on count as seen by it.
   */
  readonly beginRun: () => void
  /** Returns the digests of the listed bytes of all customers, by which the run recognises those without a change. */
  readonly known: () => Promise<KnownCustomers>
  readonly put: (batch: Batch) => Promise<PutResult>
  /**
   * Ends a run that read the whole list: removes the customers that neither this run nor the complete run before it
   * saw, since a list that shifts while it is read may miss somebody once. Throws `unreadable_answer` and removes
   * nobody if most customers are missing, and `storage_unreadable` if no run is under way, as after a restart of the
   * worker. Returns the number of customers.
   */
  readonly removeUnseen: () => Promise<number>
  /** Counts what could not be read of the customers in the directory. */
  readonly countUnreadable: () => UnreadableCounts
  /**
   * Removes a customer who does not exist at the service, unless the answer to a later request had one.
   * Returns the number of customers.
   */
  readonly remove: (missing: { readonly uid: CustomerUid } & Pick<Batch, 'askedAt'>) => number
  /**
   * Does a part of what a first run leaves, between two runs, and returns whether anything is left.
   *
   * @param rest milliseconds of rest after each step
   */
  readonly completeSome: (rest: number) => Promise<boolean>
  /**
   * Ends a run, whether it succeeded or failed. `record` contains which, and is read at the next start. Returns
   * whether all customers are sorted into the list, or `completeSome` has to do that.
   */
  readonly endRun: (record: SyncRecord) => boolean
  readonly search: (request: SearchRequest) => SearchPage
  /** Returns e-mail addresses that resemble a query that found nobody. */
  readonly near: (query: string) => string[]
  readonly list: (request: Omit<SearchRequest, 'query'>) => Page & { readonly total: number }
  /** Returns rows of a sorted and filtered list from a position on. */
  readonly browse: (request: BrowseRequest) => Promise<BrowsedRows>
  readonly today: (request: TodayRequest) => Promise<TodayPage>
  /** Returns the kinds of packages that customers have, with their numbers. */
  readonly kinds: () => readonly StoredKind[]
  /** Returns the ids of all customers of a list, in its order. */
  readonly listedIds: (request: IdsRequest) => Promise<Int32Array>
  /** Returns lines of the exported table. Customers that have been removed meanwhile are omitted. */
  readonly tableLines: (request: TableRequest) => Promise<TableLines>
  readonly get: (uid: CustomerUid) => StoredCustomer | null
  /** Returns how many customers are stored before this one, in about the order of the list, or null. */
  readonly position: (uid: CustomerUid) => number | null
  /** Returns what these customers are called, and those of the packages that are theirs. */
  readonly names: (uids: readonly CustomerUid[], itemUids: readonly ItemUid[]) => StoredNames
  /** Returns what has differed between reads of a customer, newest first. */
  readonly differences: (uid: CustomerUid, position: RowPosition, limit: number) => readonly DifferenceRow[]
  /** Returns other customers with this e-mail address, ignoring case, and at most 50. */
  readonly samePerson: (customer: { readonly email: string; readonly uid: CustomerUid }) => readonly WireCustomerEntry[]
  readonly releaseMemory: () => Promise<void>
  readonly close: () => void
}
