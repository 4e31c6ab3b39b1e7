/** Activate and refund of one item (interface 3.2, 3.3, 4.12, 4.13). */
import { isExpired, startValidity } from '../store/records.ts'
import type { ItemPlace } from '../store/customers.ts'
import type { World } from '../store/store.ts'
import { conflict, refused, unknown } from './refusal.ts'
import { tellActivation } from './selling.ts'

const ticketOnlyBefore = Date.UTC(2024, 11, 6)

export type PortalStatus = 'Purchased' | 'Activated' | 'Refunded'

/** Status in the portal's sales history. */
export function portalStatus({ item }: Pick<ItemPlace, 'item'>): PortalStatus {
  if (item.refundedAt !== null) return 'Refunded'
  return item.payment !== 'credits' || item.saleAt < ticketOnlyBefore ? 'Activated' : 'Purchased'
}

function placeOf(world: World, itemUid: string): ItemPlace {
  const place = world.customers.byItem(itemUid, world.clock.now())
  if (place === undefined) throw unknown('activated item')
  return place
}

/** The same place, to be changed: only what is really done keeps a seeded customer in memory. */
function touched(world: World, itemUid: string): ItemPlace {
  world.customers.touch(placeOf(world, itemUid).customer.index, world.clock.now())
  return placeOf(world, itemUid)
}

export function activate(world: World, itemUid: string): ItemPlace {
  const { item } = placeOf(world, itemUid)
  if (item.refundedAt !== null) throw conflict('item-refunded', 'This item was refunded.')
  if (item.activatedAt !== null) throw conflict('item-already-active', 'This item is active already.')
  const place = touched(world, itemUid)
  startValidity(place.item, world.clock.now())
  tellActivation(world, place.customer, place.item)
  return place
}

export function refund(world: World, itemUid: string): ItemPlace {
  const { item } = placeOf(world, itemUid)
  const now = world.clock.now()
  if (item.refundedAt !== null) throw conflict('item-already-refunded', 'This item was refunded before.')
  if (item.payment !== 'credits') throw refused('not-bought-with-credits', 'This item was not bought with credits.')
  if (portalStatus({ item }) !== 'Purchased')
    throw refused('refund-by-ticket-only', 'Items bought before 6 December 2024 are refunded by a support ticket.')
  if (isExpired(item, now)) throw refused('item-expired', 'This item has expired.')
  if (item.usedBytes > 0) throw refused('item-used', 'This item has been used.')
  if (world.account.refundsInMonth(now) >= world.variants.monthlyRefunds)
    throw refused('refund-limit-reached', 'The maximum number of refunds for this month is reached.')
  const place = touched(world, itemUid)
  place.item.refundedAt = now
  world.account.giveBack(item.price, now)
  return place
}
