/** What the main process asks of the directory's worker. Every call may throw a DeskError of storage. */
import type { CustomerRow } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { EncryptedPlace } from '../../storage/index.ts'
import type { SyncRecord } from './record.ts'

export interface OpenedDirectory {
  readonly customers: number
  readonly record: SyncRecord
  /** Files that could not be opened as this directory; a new one was begun. */
  readonly quarantined: readonly string[]
}

export interface Batch {
  readonly entries: readonly WireCustomerEntry[]
  /** Customers who are there but could not be read: what is known of them stays. */
  readonly alsoSeen: readonly string[]
  /** Epoch milliseconds, by the service's clock. */
  readonly fetchedAt: number
  /** Once the directory holds this many customers none is added; those it has are still updated. */
  readonly limit?: number
}

export interface Stored {
  /** Customers of this batch whom the run under way had not brought before. */
  readonly fresh: number
  readonly customers: number
}

export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly cursor?: string | undefined
  /** Epoch milliseconds, by the service's clock: phases are told by it. */
  readonly now: number
}

export interface Page {
  readonly rows: CustomerRow[]
  readonly cursor?: string
}

export interface SearchPage extends Page {
  /** Customers who carry exactly what was asked for. */
  readonly exactCount: number
  /** The one customer whom a whole identifier names. */
  readonly exact: CustomerUid | null
}

export interface Kept {
  readonly entry: WireCustomerEntry
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

export interface DirectoryCalls {
  readonly open: (place: EncryptedPlace) => OpenedDirectory
  /** A run is one reading of the whole list; what is put from now on counts as seen by it. */
  readonly beginRun: () => void
  readonly put: (batch: Batch) => Promise<Stored>
  /**
   * The run read the whole list: removes whom neither it nor the whole run before saw, since a list that shifts while it
   * is read may miss somebody once. Throws `unreadable_answer` and removes nobody where most of them are missing.
   * Returns the number of customers.
   */
  readonly removeUnseen: () => Promise<number>
  /** The service says that there is no such customer. */
  readonly remove: (uid: CustomerUid) => void
  /** However it ended; `record` says so, and is there at the next start. */
  readonly endRun: (record: SyncRecord) => void
  readonly search: (request: SearchRequest) => SearchPage
  readonly list: (request: Omit<SearchRequest, 'query'>) => Page & { readonly total: number }
  readonly get: (uid: CustomerUid) => Kept | null
  /** Other customers with this e-mail, whatever its case. At most 50. */
  readonly samePerson: (customer: { readonly email: string; readonly uid: CustomerUid }) => readonly WireCustomerEntry[]
  readonly giveMemoryBack: () => Promise<void>
  readonly close: () => void
}
