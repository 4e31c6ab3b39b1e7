/** The service client as the other rooms see it, and what a money request was seen to do. */
import type { ServiceFeatures } from '#shared/model/serviceFeatures.ts'
import type { Unreadable } from '#shared/model/views.ts'
import type { WireConnectivity, WireCustomerCorrection, WireInventoryChange, WireSale } from '#shared/wire/optional.ts'
import type { WireRegister, WireTopUp, WireTopUpWithProfile } from '#shared/wire/activation.ts'
import type { WireCountry, WireDevice } from '#shared/wire/places.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CountrySetId, CustomerUid, Iccid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'

export interface Read {
  readonly signal?: AbortSignal
}

/** Of what the service may not have: `anew` asks again though it was not there lately. */
export interface ExtraRead extends Read {
  readonly anew?: boolean
}

/** Instants in ISO 8601; both ends belong to it. */
export interface SalesQuery {
  readonly from: string
  readonly to: string
  /** In the service's own words, such as `SALESDATE`. */
  readonly sortBy?: string
  readonly direction?: 'ASC' | 'DESC'
}

export interface CustomersAnswer {
  readonly entries: readonly WireCustomerEntry[]
  readonly unreadable: readonly Unreadable[]
  /** How many entries the service sent, readable or not. */
  readonly received: number
}

/** `take` receives the customers of a large answer in parts while it is read; the returned answer has the others. */
export interface PageRead extends Read {
  readonly take?: (part: CustomersAnswer) => Promise<void>
}

export interface CustomerQuery {
  readonly key: 'EMAIL' | 'UID' | 'ICCID'
  readonly query: string
  readonly mode: 'isExact' | 'startsWith' | 'contains'
  readonly limit: number
}

/** What each purchase sends. */
export interface PurchaseBodies {
  readonly register: WireRegister
  readonly 'top-up': WireTopUp
  readonly 'top-up-with-profile': WireTopUpWithProfile
}
export type PurchaseKind = keyof PurchaseBodies
/** Kinds that act on an item that was sold before. */
export type ItemKind = 'activate' | 'refund'
export type MoneyKind = ItemKind | PurchaseKind

interface MoneySend {
  /** Goes along as `idempotency-key`, at most 64 visible characters; nothing relies on it. */
  readonly intentId: string
  /** Index into {@link ServiceClient.moneyRoutes}. */
  readonly route: number
  /** Stops it as long as nothing of it has left. */
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

/** Why a request ended without a whole answer. */
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
 * What was seen of one request that moves money; what it means is decided by `operations/` alone.
 * `written` is false only where provably not one byte of the request left.
 */
export type Evidence =
  | {
      readonly type: 'answer'
      readonly status: number
      /** In lower case, without parameters; null where none was sent. */
      readonly contentType: string | null
      readonly body: string
      /** Seconds, from `Retry-After` as number or date. */
      readonly retryAfter: number | null
    }
  | { readonly type: 'failure'; readonly cause: FailureCause; readonly written: boolean; readonly code: string | null }

export interface ServiceClient {
  readonly inventory: (
    read?: Read,
  ) => Promise<{ readonly items: readonly WireInventoryItem[]; readonly unreadable: readonly Unreadable[] }>
  readonly countries: (countrySet: CountrySetId, read?: Read) => Promise<readonly WireCountry[]>
  /** PNG bytes of a flag; null where the service has none for this country. */
  readonly flag: (iso2: string, read?: Read) => Promise<Uint8Array | null>
  readonly devices: (read?: Read) => Promise<readonly WireDevice[]>
  /** What the service says of its version, at most 200 characters on one line; null where it says nothing. */
  readonly version: (read?: Read) => Promise<string | null>
  readonly customersPage: (
    page: { readonly size: number; readonly index: number },
    read?: PageRead,
  ) => Promise<CustomersAnswer>
  readonly customer: (uid: CustomerUid, read?: Read) => Promise<WireCustomerEntry>
  readonly searchCustomers: (query: CustomerQuery, read?: Read) => Promise<CustomersAnswer>
  /** What may be there beside the interface (field notes); each throws `not_supported` where it isn't. */
  readonly salesHistory: (
    query: SalesQuery,
    read?: ExtraRead,
  ) => Promise<{ readonly sales: readonly WireSale[]; readonly unreadable: readonly Unreadable[] }>
  readonly connectivity: (iccid: Iccid, read?: ExtraRead) => Promise<WireConnectivity>
  /**
   * Sent once. `outcome_unclear`: it may have been done or not, and reading again tells; any other error: it was not done.
   * A signal stops it as long as nothing of it has left.
   */
  readonly correctCustomer: (uid: CustomerUid, correction: WireCustomerCorrection, read?: ExtraRead) => Promise<void>
  /** As `correctCustomer`. */
  readonly changeInventoryItem: (id: InventoryItemId, change: WireInventoryChange, read?: ExtraRead) => Promise<void>
  /** Which of these are there: asks, by reads alone, for what is not known. */
  readonly capabilities: (read?: ExtraRead) => Promise<ServiceFeatures>
  /** Paths that this kind may have, the likeliest (or remembered) first. */
  readonly moneyRoutes: (kind: MoneyKind) => readonly string[]
  readonly rememberMoneyRoute: (kind: MoneyKind, route: number) => void
  /** One send on a fresh connection, no retry, no redirect. Resolves always; never throws for what the network does. */
  readonly sendMoney: (request: MoneyRequest) => Promise<Evidence>
  /** Drops the token that was refused and gets a new one; throws `credentials_rejected` or why it can't. */
  readonly renewToken: (read?: Read) => Promise<void>
  /** A token that lives longer than a money request may take is at hand after this. */
  readonly prepareMoney: (read?: Read) => Promise<void>
  /** The service's present time by its `Date` headers (milliseconds); the machine's own until one was seen. */
  readonly now: () => number
  /** Drops the token: the machine slept. */
  readonly onResume: () => void
  /** Reads end at once; a money request of which something has left is waited for, as long as its time limits. */
  readonly close: () => Promise<void>
}
