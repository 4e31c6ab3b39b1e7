/** The service client as other modules use it, and the evidence that a money request leaves. */
import type { ServiceFeatures } from '#shared/model/serviceFeatures.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import type { WireConnectivity, WireCustomerCorrection, WireSale } from '#shared/wire/optional.ts'
import type { WireRegister, WireTopUp, WireTopUpWithProfile } from '#shared/wire/activation.ts'
import type { WireCountry } from '#shared/wire/countries.ts'
import type { WireDevice } from '#shared/wire/devices.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CountrySetId, CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { CustomerStorage, KnownElements, PackedItems } from './parsing/elementReader.ts'

export type { CustomerStorage, KnownElements, PackedItems }

export interface Read {
  readonly signal?: AbortSignal
  /** Called right before each attempt is sent. */
  readonly onSend?: () => void
}

/** A read that the service may not offer. `refresh` tries it even if it was missing recently. */
export interface ExtraRead extends Read {
  readonly refresh?: boolean
}

/** A period between two instants in ISO 8601, both included. */
export interface SalesQuery {
  readonly from: string
  readonly to: string
  /** A sort key of the service, such as `SALESDATE`. */
  readonly sortBy?: string
  readonly direction?: 'ASC' | 'DESC'
}

/** A read of one customer, which may have to read the whole list. */
export interface CustomerReading extends Read {
  /** Whether a person requested it. The list is read for one customer only then. */
  readonly pressed?: boolean
  /** Returns about how many customers the list has before this one, or null if that is not known. */
  readonly near?: () => Promise<number | null>
}

export interface CustomerRead {
  readonly entry: WireCustomerEntry
  /**
   * A short, stable term of the way by which the customer was read: `path` with the envelope of the answer, such as
   * `path entry` or `path wrapped beside`, or `search`, or `list`. What one way leaves out another may show.
   */
  readonly way: string
}

export interface CustomersAnswer {
  readonly entries: readonly WireCustomerEntry[]
  readonly unreadable: readonly Unreadable[]
  /** The number of entries that the service sent, readable or not. */
  readonly received: number
  /**
   * The entries as the directory stores them, in place of `entries`, if the read has named known ones and the answer
   * came in parts. Each has what `headOf` writes as its head and the copy as its body.
   */
  readonly prepared?: PackedItems | undefined
  /** The digests of the listed bytes of the entries, one after the other, if the read has named known entries. */
  readonly digests?: Uint8Array | undefined
  /** The positions of unchanged entries in the table of known ones; they are not in `entries`. */
  readonly unchanged?: readonly number[] | undefined
  /**
   * Whether the page was sent before, so that nothing shows that the list has no more. The customers are not repeated.
   */
  readonly repeats?: boolean
  /** When a reader of pages requested it, by its monotonic clock. */
  readonly askedAt?: number
}

/** The customers that the caller has. */
export interface KnownCustomers {
  /** The digests of the bytes in which they were listed. */
  readonly digests: KnownElements
  /** The key of the hashes in the place of activation codes. */
  readonly hashKey: string
}

/** `take` receives the customers of a large answer in parts while it is read; the returned answer has the others. */
export interface PageRead extends Read {
  readonly take?: (part: CustomersAnswer) => Promise<void>
  /** The answer is then read in parts, however small, without these customers. */
  readonly known?: KnownCustomers | undefined
}

export interface CustomerQuery {
  readonly key: 'EMAIL' | 'UID' | 'ICCID'
  readonly query: string
  readonly mode: 'isExact' | 'startsWith' | 'contains'
  readonly limit: number
}

/** The body of each kind of purchase. */
export interface PurchaseBodies {
  readonly register: WireRegister
  readonly 'top-up': WireTopUp
  readonly 'top-up-with-profile': WireTopUpWithProfile
}
export type PurchaseKind = keyof PurchaseBodies
/** The kinds that act on an item that was sold before. */
export type ItemKind = 'activate' | 'refund'
export type MoneyKind = ItemKind | PurchaseKind

interface MoneySend {
  /** Sent as `idempotency-key`, at most 64 visible characters. Nothing relies on it. */
  readonly intentId: string
  /** One of {@link ServiceClient.moneyRoutes}; the first of them by default. */
  readonly path?: string
  /** Stops the request as long as nothing of it was sent. */
  readonly signal?: AbortSignal
}
export interface ItemRequest extends MoneySend {
  readonly kind: ItemKind
  readonly itemUid: ItemUid
}
export type PurchaseRequest = {
  [K in PurchaseKind]: MoneySend & { readonly kind: K; readonly body: PurchaseBodies[K] }
}[PurchaseKind]
export type MoneyRequest = ItemRequest | PurchaseRequest

/** The reasons why a request ended without a complete answer. */
export type FailureCause =
  | 'no_token'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'proxy'
  | 'connect_timeout'
  | 'headers_timeout'
  | 'total_timeout'
  | 'reset'
  | 'cut'
  | 'too_large'
  | 'aborted'
  | 'other'

/**
 * The evidence of one request that moves money; `operations/` alone decides what it means. `written` is false only
 * where it is proven that not one byte of the request was sent.
 */
export type Evidence =
  | {
      readonly type: 'answer'
      readonly status: number
      /** The content type in lower case and without parameters, or null where the service sent none. */
      readonly contentType: string | null
      readonly body: string
      /** The body as it may be quoted: also without the client id, which may be a part of the data. */
      readonly quotable?: string
      /** The seconds of `Retry-After`, which is a number or a date. */
      readonly retryAfter: number | null
    }
  | { readonly type: 'failure'; readonly cause: FailureCause; readonly written: boolean; readonly code: string | null }

export interface ServiceClient {
  readonly inventory: (
    read?: Read,
  ) => Promise<{ readonly items: readonly WireInventoryItem[]; readonly unreadable: readonly Unreadable[] }>
  readonly countries: (countrySet: CountrySetId, read?: Read) => Promise<readonly WireCountry[]>
  /** The PNG bytes of a flag, or null where the service has none for this country. */
  readonly flag: (iso2: string, read?: Read) => Promise<Uint8Array | null>
  readonly devices: (read?: Read) => Promise<readonly WireDevice[]>
  /** The version that the service names, at most 200 characters on one line, or null where it names none. */
  readonly version: (read?: Read) => Promise<string | null>
  readonly customersPage: (
    page: { readonly size: number; readonly index: number },
    read?: PageRead,
  ) => Promise<CustomersAnswer>
  /**
   * Reads one customer by the way that is known to work, or by the first that does: the path of interface 4.7, an exact
   * search, and for a person the list. Throws `not_found`, whose detail `definite` shows whether the service itself
   * reported that there is no such customer, and the errors of the reads.
   */
  readonly readCustomer: (uid: CustomerUid, read?: CustomerReading) => Promise<CustomerRead>
  /** Does the same and returns the entry alone. */
  readonly customer: (uid: CustomerUid, read?: CustomerReading) => Promise<WireCustomerEntry>
  readonly searchCustomers: (query: CustomerQuery, read?: Read) => Promise<CustomersAnswer>
  /** A service may offer these beside the interface (field notes). Each throws `not_supported` where it is missing. */
  readonly salesHistory: (
    query: SalesQuery,
    read?: ExtraRead,
  ) => Promise<{ readonly sales: readonly WireSale[]; readonly unreadable: readonly Unreadable[] }>
  readonly connectivity: (iccid: Iccid, read?: ExtraRead) => Promise<WireConnectivity>
  /**
   * Sends the change once. `outcome_unclear` means that the service may have made it, which another read shows; with
   * every other error it was not made. A signal stops it as long as nothing of it was sent.
   */
  readonly correctCustomer: (uid: CustomerUid, correction: WireCustomerCorrection, read?: ExtraRead) => Promise<void>
  /** Returns which of these the service has. It finds out what is unknown, by reads alone. */
  readonly capabilities: (read?: ExtraRead) => Promise<ServiceFeatures>
  /** The paths that this kind may have; the remembered or likeliest one comes first. */
  readonly moneyRoutes: (kind: MoneyKind) => readonly string[]
  readonly rememberMoneyRoute: (kind: MoneyKind, path: string) => void
  /** Sends once on a new connection, without a retry or a redirect. It never rejects for what the network does. */
  readonly sendMoney: (request: MoneyRequest) => Promise<Evidence>
  /** Drops a refused token and requests a new one. Throws `credentials_rejected`, or the error of the request. */
  readonly renewToken: (read?: Read) => Promise<void>
  /** Ensures a token that outlives the time limit of a money request. */
  readonly prepareMoney: (read?: Read) => Promise<void>
  /**
   * The current time of the service by its `Date` headers in epoch milliseconds, or this machine's before the first
   * one.
   */
  readonly now: () => number
  /** The latest time by a `Date` header, continued by the monotonic clock, or `null` before the first one. */
  readonly reportedTime: () => number | null
  /** Drops the token and the connections after the machine slept. */
  readonly onResume: () => void
  /** Ends reads at once and waits for money requests that were begun to be sent, within their time limits. */
  readonly close: () => Promise<void>
}
