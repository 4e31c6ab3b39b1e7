/** The rules for activating and refunding an item (interface 3.2, 3.3, 4.12, 4.13). */
import { isExpired, startValidity } from '../store/records.ts'
import type { CustomerItem } from '../store/customers.ts'
import type { Store } from '../store/store.ts'
import { conflict, refused, unknown } from './refusal.ts'

const ticketOnlyBefore = Date.UTC(2024, 11, 6)

type PortalStatus = 'Purchased' | 'Activated' | 'Refunded'

/** Returns the status that the portal's sales history shows. */
export function portalStatus({ item }: Pick<CustomerItem, 'item'>): PortalStatus {
  if (item.refundedAt !== null) return 'Refunded'
  return item.payment !== 'credits' || item.saleAt < ticketOnlyBefore ? 'Activated' : 'Purchased'
}

function findItem(store: Store, itemUid: string): CustomerItem {
  const found = store.customers.byItem(itemUid, store.clock.now())
  if (found === undefined) throw unknown('activated item')
  return found
}

/** Returns the item for a change. Only an actual change stores a seeded customer in memory. */
function itemToChange(store: Store, itemUid: string): CustomerItem {
  store.customers.touch(findItem(store, itemUid).customer.index, store.clock.now())
  const found = findItem(store, itemUid)
  const reads = store.variants.shownAfterReads
  const { activatedAt, expiresAt, refundedAt } = found.item
  if (reads > 0) found.item.before = { reads, values: { activatedAt, expiresAt, refundedAt } }
  return found
}

/** Returns the item if it can be activated. */
export function requireActivatable(store: Store, itemUid: string): CustomerItem {
  const found = findItem(store, itemUid)
  if (found.item.refundedAt !== null) throw conflict('item-refunded', 'This item was refunded.')
  if (found.item.activatedAt !== null) throw conflict('item-already-active', 'This item is active already.')
  return found
}

export function activate(store: Store, itemUid: string): CustomerItem {
  requireActivatable(store, itemUid)
  const changed = itemToChange(store, itemUid)
  startValidity(changed.item, store.clock.now())
  store.events.activated(changed.customer, changed.item)
  return changed
}

/** Returns the item if its credits can be returned. */
export function requireRefundable(store: Store, itemUid: string): CustomerItem {
  const found = findItem(store, itemUid)
  const { item } = found
  const now = store.clock.now()
  if (item.refundedAt !== null) throw conflict('item-already-refunded', 'This item was refunded before.')
  if (item.payment !== 'credits') throw refused('not-bought-with-credits', 'This item was not bought with credits.')
  if (portalStatus({ item }) !== 'Purchased')
    throw refused('refund-by-ticket-only', 'Items bought before 6 December 2024 are refunded by a support ticket.')
  if (isExpired(item, now)) throw refused('item-expired', 'This item has expired.')
  if (item.usedBytes > 0) throw refused('item-used', 'This item has been used.')
  if (store.account.refundsInMonth(now) >= store.variants.monthlyRefunds)
    throw refused('refund-limit-reached', 'The maximum number of refunds for this month is reached.')
  return found
}

export function refund(store: Store, itemUid: string): CustomerItem {
  requireRefundable(store, itemUid)
  const now = store.clock.now()
  const changed = itemToChange(store, itemUid)
  changed.item.refundedAt = now
  store.account.refund(changed.item.price, now)
  return changed
}
