/** What the list of customers can be sorted and filtered by, and the facts about a customer that decide it. */
import * as z from 'zod'
import type { WireActivatedItem, WireCustomerEntry } from '../../wire/customer.ts'
import { CountryCode } from '../../wire/values.ts'
import { kindTextOf } from '../package/coverage.ts'
import { esimsInUse, esimState, everyEsimFailed, wasNeverInstalled } from '../esim/esimState.ts'
import { parseInstant } from '../instant.ts'
import { endOfItem, itemPhase } from '../package/itemPhase.ts'
import { remainingOf } from '../package/remaining.ts'
import { toDataSize, toMegabytes, toPackageSize } from '../package/size.ts'
import { countUnreadable, unreadableOf } from './unreadableParts.ts'
import type { EsimState, ItemPhase } from './views.ts'

/** Customers without a value come last in both directions. */
export const customerSorts = ['email', 'remaining', 'expiry', 'lastSeen', 'sold'] as const
export type CustomerSort = (typeof customerSorts)[number]

/**
 * - `error`, `notInstalled`, `installed`, `disabled`: an eSIM profile in use has this state;
 * - `neverInstalled`: no eSIM profile in use is on a device or was ever seen on a network;
 * - `unknownState`: an eSIM profile in use has a state that is unknown to the desk;
 * - `waiting`: a package has not started;
 * - `active`: a package is active;
 * - `ending`: an active package ends within some days;
 * - `empty`: the data of a package is used up, and no other package is active or waiting;
 * - `expired`: a package has expired, and no other package is active, waiting or used up before its end;
 * - `unreadable`: a part of the customer could not be read;
 * - `unconfirmed`: an operation of this desk has an unknown outcome.
 */
export const customerFilters = [
  'all',
  'error',
  'notInstalled',
  'neverInstalled',
  'installed',
  'disabled',
  'unknownState',
  'waiting',
  'active',
  'ending',
  'empty',
  'expired',
  'unreadable',
  'unconfirmed',
] as const
export type CustomerFilter = (typeof customerFilters)[number]

/** Which customers are listed, and in which order. */
export const CustomerListView = z.strictObject({
  sort: z.enum(customerSorts),
  descending: z.boolean(),
  filter: z.enum(customerFilters),
  /** The number of days of the filter `ending`. */
  days: z.number().int().min(1).max(90),
  /** Only customers with a package that is known or inferred to cover this country are listed. */
  country: CountryCode.nullable(),
})
export type CustomerListView = z.infer<typeof CustomerListView>

/** The most recent sale comes first. */
export const defaultListView: CustomerListView = {
  sort: 'sold',
  descending: true,
  filter: 'all',
  days: 3,
  country: null,
}

type ListOrder = Pick<CustomerListView, 'sort' | 'descending'>

/**
 * The order of a filter unless an agent chooses another one: what ends soon is listed by its end, the soonest first. No
 * column has what the other filters are about, so they keep the default order.
 */
export function orderOfFilter(filter: CustomerFilter): ListOrder {
  const { sort, descending } = defaultListView
  return filter === 'ending' ? { sort: 'expiry', descending: false } : { sort, descending }
}

/** How many customers each filter lists. */
export const CustomerCounts = z.record(z.enum(customerFilters), z.number().int())
export type CustomerCounts = z.infer<typeof CustomerCounts>

/** The maximum number of rows in one answer. */
export const maxListedRows = 500

/** How many customers can be selected at once. */
export const maxSelected = 5000

/** The most names that one call requests. Each is a read of the local directory, which answers searches too. */
export const maxNamed = 200

/** Milliseconds in which the export of a list has to be written, once a person has chosen its path. */
export const listExportTimeout = 300_000

const day = 86_400_000
/** The latest end of a package that the filter `ending` lists, in epoch milliseconds. */
export const endingUntil = (now: number, days: number): number => now + days * day

/** The filters of what is so or not, whatever the time. */
export const timelessFilters = [
  'error',
  'notInstalled',
  'neverInstalled',
  'installed',
  'disabled',
  'unknownState',
  'waiting',
  'unreadable',
] as const satisfies readonly CustomerFilter[]

export type TimelessFilter = (typeof timelessFilters)[number]

/** What does not depend on the time. Instants are in epoch milliseconds. */
export interface ListFacts {
  readonly lastSeen: number | null
  readonly soldAt: number | null
  readonly flags: Readonly<Record<TimelessFilter, boolean>>
  readonly instants: ListInstants
  readonly signs: CallSigns
  /** The kinds of the packages that were not refunded, without duplicates and in order. See `kindTextOf`. */
  readonly kinds: readonly string[]
}

/** What `today.ts` needs beside the filters. */
export const callSigns = ['allFailed', 'unstarted', 'used'] as const
/**
 * - `allFailed`: every eSIM profile in use has failed;
 * - `unstarted`: there are packages, and none of them was ever started, refunded ones aside;
 * - `used`: data of an active package was used.
 */
export type CallSigns = Readonly<Record<(typeof callSigns)[number], boolean>>

/** The maximum number of kinds that is kept of a customer. Only hostile lists have as many. */
const maxKinds = 100

/** The instants on which the phases depend, in epoch milliseconds. */
export interface ListInstants {
  /** When the last package whose data is used up ends, or `null` if there is none. */
  readonly emptyUntil: number | null
  /** The ends of the packages that have data left, without duplicates and in ascending order. */
  readonly ends: readonly number[]
  /** What is left before the first end and after each of them, in megabytes, or `null` if that is not known. */
  readonly remainingMb: readonly (number | null)[]
}

/** The end of a package that has none. */
const never = Number.MAX_SAFE_INTEGER

/** What depends on the time, and how long it stays so: from `since` on, and before `until`. */
interface TimedFacts {
  /** The earliest end of validity among active packages, in epoch milliseconds. */
  readonly nextExpiry: number | null
  readonly remainingMb: number | null
  readonly isActive: boolean
  readonly isEmpty: boolean
  readonly isExpired: boolean
  readonly since: number | null
  readonly until: number | null
}

function latest(instants: readonly (string | null | undefined)[]): number | null {
  let last: number | null = null
  for (const text of instants) {
    const instant = parseInstant(text)
    if (instant !== null && (last === null || instant > last)) last = instant
  }
  return last
}

/** When the customer was last seen on a network, by any eSIM profile. */
export const lastSeenOf = (entry: WireCustomerEntry): number | null =>
  latest(entry.relatedEsims.map(({ lastSeen }) => lastSeen))

/** When a package was last sold to the customer. */
export const lastSoldOf = (entry: WireCustomerEntry): number | null =>
  latest(entry.activatedItems.map(({ salesDate }) => salesDate))

export function listFacts(entry: WireCustomerEntry): ListFacts {
  // Before any end, no package has expired: its phase then is the one that it has until its end.
  const items = entry.activatedItems.map((item) => ({
    item,
    phase: itemPhase(item, -Infinity),
    end: endOfItem(item) ?? never,
  }))
  const kinds = new Set(items.filter(({ phase }) => phase !== 'refunded').map(({ item }) => kindTextOf(item)))
  const endsIn = (wanted: string): number[] => items.filter(({ phase }) => phase === wanted).map(({ end }) => end)
  const emptyEnds = endsIn('empty')
  const states = new Set<EsimState>(esimsInUse(entry.relatedEsims).map(({ state }) => esimState(state)))
  const { packages, esims, fields } = countUnreadable(unreadableOf(entry))
  const ends = [...new Set(endsIn('active'))].toSorted((one, other) => one - other)
  const remainingAt = remainingOf(entry)
  const megabytesAt = (time: number): number | null => {
    const size = remainingAt(time)
    return size === null ? null : toMegabytes(size)
  }
  return {
    lastSeen: lastSeenOf(entry),
    soldAt: lastSoldOf(entry),
    flags: {
      error: states.has('error'),
      notInstalled: states.has('released'),
      neverInstalled: wasNeverInstalled(entry),
      installed: states.has('installed'),
      disabled: states.has('disabled'),
      unknownState: states.has('unknown'),
      waiting: items.some(({ phase }) => phase === 'waiting_use' || phase === 'waiting_activation'),
      unreadable: packages + esims + fields > 0,
    },
    instants: {
      emptyUntil: emptyEnds.length === 0 ? null : Math.max(...emptyEnds),
      ends,
      remainingMb: [-Infinity, ...ends].map(megabytesAt),
    },
    signs: callSignsOf(entry, items),
    kinds: [...kinds].slice(0, maxKinds).toSorted(),
  }
}

function callSignsOf(
  entry: WireCustomerEntry,
  items: readonly { readonly item: WireActivatedItem; readonly phase: ItemPhase }[],
): CallSigns {
  const profiles = entry.relatedEsims.map(({ state, active }) => ({ state: esimState(state), active: active ?? null }))
  const kept = items.filter(({ phase }) => phase !== 'refunded')
  const isUsed = ({ balance: { size, availableBalance } }: WireActivatedItem): boolean => {
    const [all, left] = [toMegabytes(toPackageSize(size)), toMegabytes(toDataSize(availableBalance))]
    return all !== null && left !== null && left < all
  }
  return {
    allFailed: everyEsimFailed(profiles, entry.unreadableParts, entry.omittedEsims),
    unstarted: kept.length > 0 && kept.every(({ phase }) => phase === 'waiting_use' || phase === 'waiting_activation'),
    used: kept.some(({ item, phase }) => phase === 'active' && isUsed(item)),
  }
}

/** `now` is in epoch milliseconds of the service's clock. */
export function timedFacts(
  { emptyUntil, ends, remainingMb }: ListInstants,
  isWaiting: boolean,
  now: number,
): TimedFacts {
  const next = ends.find((end) => end > now)
  const changes = [...ends, ...(emptyUntil === null ? [] : [emptyUntil])].filter((instant) => instant < never)
  const past = changes.filter((instant) => instant <= now)
  const future = changes.filter((instant) => instant > now)
  const isActive = next !== undefined
  const hasUsedUp = emptyUntil !== null && emptyUntil > now
  return {
    nextExpiry: next === undefined || next === never ? null : next,
    remainingMb: remainingMb[ends.filter((end) => end <= now).length] ?? null,
    isActive,
    isEmpty: hasUsedUp && !isActive && !isWaiting,
    isExpired: past.length > 0 && !hasUsedUp && !isActive && !isWaiting,
    since: past.length === 0 ? null : Math.max(...past),
    until: future.length === 0 ? null : Math.min(...future),
  }
}
