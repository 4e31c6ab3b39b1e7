/**
 * Finds a sale of the same package to the same customer a few minutes ago: the agent may have pressed twice, or a
 * colleague may have sold it meanwhile. Other operations with the same lock key are excluded elsewhere; a new customer
 * has no such key.
 */
import type { RecentSale } from '#shared/model/purchase.ts'
import { toInstant } from '#shared/model/instant.ts'
import { isSameAddress } from '#shared/model/mail.ts'
import type { CustomerUid, InventoryItemId } from '#shared/wire/ids.ts'
import type { Clock } from '../../base/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Notes } from '../journal/notes.ts'

/** Milliseconds. */
export const recentSalePeriod = 10 * 60_000

export interface SoldTo {
  readonly connection: string
  readonly inventoryItemId: InventoryItemId
  /** `null` for a new customer. */
  readonly customerUid: CustomerUid | null
  readonly email: string | null
}

/** Returns the newest such sale, or `null` if there is none. */
export function recentSaleTo(
  { connection, inventoryItemId, customerUid, email }: SoldTo,
  { journal, notes, clock }: { readonly journal: Journal; readonly notes: Pick<Notes, 'get'>; readonly clock: Clock },
): RecentSale | null {
  const purchases = journal.recentPurchases(connection, inventoryItemId, clock.now() - recentSalePeriod)
  const sale = purchases.find(
    ({ id, customer_uid }) =>
      (customerUid !== null && customer_uid === customerUid) ||
      (email !== null && isSameAddress(email, notes.get(id).email)),
  )
  if (sale === undefined) return null
  return {
    id: sale.id,
    soldAt: toInstant(sale.created_at) ?? '',
    agent: sale.agent_name,
    confirmed: sale.state === 'CONFIRMED',
  }
}
