/** Activate and refund of one item (interface 3.2, 3.3, 4.12, 4.13). */
import { isExpired, startValidity } from '../store/records.ts'
import type { ItemPlace } from '../store/customers.ts'
import type { Store } from '../store/store.ts'
import { conflict, refused, unknown } from './refusal.ts'
import { notifyActivation } from './selling.ts'

const ticketOnlyBefore = Date.UTC(2024, 11, 6)

export type PortalStatus = 'Purchased' | 'Activated' | 'Refunded'

/** Status in the portal's sales history. */
export function portalStatus({ item }: Pick<ItemPlace, 'item'>): PortalStatus {
  if (item.refundedAt !== null) return 'Refunded'
  return item.payment !== 'credits' || item.saleAt < ticketOnlyBefore ? 'Activated' : 'Purchased'
}

function placeOf(store: Store, itemUid: string): ItemPlace {
  const place = store.customers.byItem(itemUid, store.clock.now())
  if (place === undefined) throw unknown('activated item')
  return place
}

/** The same place, to be changed: only what is really done keeps a seeded customer in memory. */
function touched(store: Store, itemUid: string): ItemPlace {
  store.customers.touch(placeOf(store, itemUid).customer.index, store.clock.now())
  return placeOf(store, itemUid)
}

export function activate(store: Store, itemUid: string): ItemPlace {
  const { item } = placeOf(store, itemUid)
  if (item.refundedAt !== null) throw conflict('item-refunded', 'This item was refunded.')
  if (item.activatedAt !== null) throw conflict('item-already-active', 'This item is active already.')
  const place = touched(store, itemUid)
  startValidity(place.item, store.clock.now())
  notifyActivation(store, place.customer, place.item)
  return place
}

export function refund(store: Store, itemUid: string): ItemPlace {
  const { item } = placeOf(store, itemUid)
  const now = store.clock.now()
  if (item.refundedAt !== null) throw conflict('item-already-refunded', 'This item was refunded before.')
  if (item.payment !== 'credits') throw refused('not-bought-with-credits', 'This item was not bought with credits.')
  if (portalStatus({ item }) !== 'Purchased')
    throw refused('refund-by-ticket-only', 'Items bought before 6 December 2024 are refunded by a support ticket.')
  if (isExpired(item, now)) throw refused('item-expired', 'This item has expired.')
  if (item.usedBytes > 0) throw refused('item-used', 'This item has been used.')
  if (store.account.refundsInMonth(now) >= store.variants.monthlyRefunds)
    throw refused('refund-limit-reached', 'The maximum number of refunds for this month is reached.')
  const place = touched(store, itemUid)
  place.item.refundedAt = now
  store.account.giveBack(item.price, now)
  return place
}
