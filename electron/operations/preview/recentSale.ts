/**
 * Finds a sale of the same package to the same customer a few minutes ago: the agent may have pressed twice, or a
 * colleague may have sold it meanwhile. The journal has the sales of this desk, and what was read of the customer
 * shows those of others. Other operations with the same lock key are excluded elsewhere; a new customer has no such
 * key.
 */
import { isSameAddress, transmittedAddress } from '#shared/model/mail.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { isRefunded } from '#shared/model/package/itemPhase.ts'
import { mayBeOfPackage } from '#shared/model/package/coverage.ts'
import { idsIn, maxReferenceLength, referenceOf, type RecentSale } from '#shared/model/operation/purchase.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { ServiceClient } from '../../service/index.ts'
import type { Journal } from '../journal/journal.ts'
import type { RecentPurchase } from '../journal/journalReports.ts'
import type { Notes } from '../journal/notes.ts'

/** Milliseconds. */
const recentSalePeriod = 10 * 60_000
/** How many customers with one address are checked. */
const maxWithOneAddress = 50

export interface SoldTo {
  /** `null` for a new customer. */
  readonly customerUid: CustomerUid | null
  readonly email: string | null
}

/** The package that is sold, and the packages of the inventory that are like it. */
interface SoldPackage {
  readonly item: WireInventoryItem
  readonly alike: readonly WireInventoryItem[]
}

/** What a preview binds of a purchase, so that the press can search for other sales again. */
export interface BoundSale extends SoldPackage {
  /** The recent sales of other desks that the preview has read. */
  readonly elsewhere: readonly RecentSale[]
  /** For whom it is bought. A new customer may be a person who has a record already. */
  readonly buyer: SoldTo
}

interface RecentSaleContext {
  readonly open: Pick<OpenConnection, 'identity' | 'client'>
  readonly journal: Pick<Journal, 'recentPurchases' | 'row' | 'purchaseOf'>
  readonly notes: Pick<Notes, 'get'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Reads the customers to whom the package may just have been sold: the customer, or those with the address of a new
 * one. Rejects if the service can't be read.
 */
export async function readBuyers(
  { customerUid, email }: SoldTo,
  client: Pick<ServiceClient, 'customer' | 'searchCustomers'>,
  signal: AbortSignal,
): Promise<readonly WireCustomerEntry[]> {
  if (customerUid !== null) {
    const entry = await client.customer(customerUid, { signal })
    return entry.customer.uid === customerUid ? [entry] : []
  }
  if (email === null) return []
  const query = transmittedAddress(email)
  const found = await client.searchCustomers(
    { key: 'EMAIL', query, mode: 'isExact', limit: maxWithOneAddress },
    { signal },
  )
  return found.entries.filter(({ customer }) => isSameAddress(email, customer.email ?? null))
}

const ofOperation = ({ id, created_at: at, agent_name: agent, state }: RecentPurchase): RecentSale => ({
  id,
  operation: id,
  soldAt: toInstant(at) ?? '',
  agent,
  reference: null,
  confirmed: state === 'CONFIRMED',
})

const ownSales = (
  { customerUid, email }: SoldTo,
  { item }: SoldPackage,
  { open, journal, notes, clock }: RecentSaleContext,
): readonly RecentSale[] =>
  journal
    .recentPurchases(open.identity, item.id, clock.now() - recentSalePeriod)
    .filter(
      ({ id, customer_uid }) =>
        (customerUid !== null && customer_uid === customerUid) ||
        (email !== null && isSameAddress(email, notes.get(id).email)),
    )
    .map(ofOperation)

/**
 * Returns the recent sales of the package that the customers' items show and this desk did not make. The service dates
 * its items by its own clock; the time of a sale is by this machine's, as that of an own one.
 */
export function salesElsewhere(
  buyers: readonly WireCustomerEntry[],
  { item: sold, alike }: SoldPackage,
  { open, journal, clock }: RecentSaleContext,
): readonly RecentSale[] {
  const now = open.client.now()
  const ageOf = ({ salesDate }: WireActivatedItem): number => now - (parseInstant(salesDate) ?? Number.NaN)
  const isOwn = ({ uid, metatag }: WireActivatedItem): boolean =>
    [journal.purchaseOf(uid), ...idsIn(metatag ?? '')].some(
      (id) => id !== null && journal.row(id)?.connection === open.identity,
    )
  return buyers
    .flatMap(({ activatedItems }) => activatedItems)
    .filter((item) => Math.abs(ageOf(item)) <= recentSalePeriod && !isRefunded(item))
    .filter((item) => mayBeOfPackage(item, sold, alike) && !isOwn(item))
    .map((item) => ({
      id: item.uid,
      operation: null,
      soldAt: toInstant(clock.now() - Math.max(0, ageOf(item))) ?? '',
      agent: null,
      reference: referenceOf(item.metatag ?? '').slice(0, maxReferenceLength) || null,
      confirmed: true,
    }))
}

/**
 * Returns the newest recent sale of this desk and of others, or `null` if there is none. Its name counts the others,
 * because of two sales in one second the newer one is unknown: each further sale has to be acknowledged again.
 */
export function recentSaleTo(
  soldTo: SoldTo,
  sold: SoldPackage,
  elsewhere: readonly RecentSale[],
  context: RecentSaleContext,
): RecentSale | null {
  const sales = [...ownSales(soldTo, sold, context), ...elsewhere]
  const [newest, ...others] = sales.toSorted((one, other) => other.soldAt.localeCompare(one.soldAt))
  if (newest === undefined || others.length === 0) return newest ?? null
  return { ...newest, id: `${newest.id} +${String(others.length)}` }
}
