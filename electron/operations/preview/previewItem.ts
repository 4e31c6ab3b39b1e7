/** Previews an operation on an item from a fresh read of its customer: its effect, or why it is not possible. */
import { DeskError } from '#shared/errors.ts'
import { moneyOf } from '#shared/model/amount.ts'
import { inferCoverage } from '#shared/model/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import { referenceOf, type ItemTarget } from '#shared/model/purchase.ts'
import { toDataSize } from '#shared/model/size.ts'
import { toValidity } from '#shared/model/validity.ts'
import { itemKinds } from '../kinds.ts'
import { lockKeyOf } from '../send/locks.ts'
import { iccidsOf, previewBase, readCustomer, type PreviewContext } from './previewContext.ts'
import type { BoundPreview } from './previews.ts'

/** Throws `not_found` if the customer has no such item, and every error of the read. */
export async function previewItemOperation(target: ItemTarget, context: PreviewContext): Promise<BoundPreview> {
  const { open, journal } = context
  const rules = itemKinds[target.kind]
  const frame = previewBase(target.kind, context)
  const lockKey = lockKeyOf(target, frame.previewId, open)
  // The lock is checked before and after the read, because an operation that ends meanwhile makes the read outdated.
  const journalAt = journal.newestSeq(lockKey)
  const lockedBefore = journal.isLocked(lockKey)
  const [entry, inventory] = await Promise.all([
    readCustomer(target.customerUid, context),
    context.inventoryItems().catch(() => []), // used for the coverage only, which may be unknown
  ])
  const item = entry.activatedItems.find(({ uid }) => uid === target.itemUid)
  if (item === undefined) throw new DeskError('not_found', 'The customer has no such item', { what: 'item' })

  const now = open.client.now()
  const { balance } = item
  return {
    connection: open.identity,
    lockKey,
    journalAt,
    requestOf: () => ({ kind: target.kind, itemUid: target.itemUid }),
    purchase: null,
    iccids: iccidsOf(entry),
    view: {
      ...frame,
      ...rules.eligibility(item, now, { operationOpen: lockedBefore || journal.isLocked(lockKey) }),
      customerUid: target.customerUid,
      customerEmail: entry.customer.email ?? null,
      itemUid: target.itemUid,
      packageName: balance.name ?? null,
      metatag: item.metatag == null ? null : referenceOf(item.metatag) || null,
      size: toDataSize(balance.size),
      available: toDataSize(balance.availableBalance),
      validity: toValidity(balance),
      coverage: inferCoverage(item, inventory, journal.countrySetOf(item.uid)),
      amount: item.purchasePrice ? moneyOf(item.purchasePrice) : null,
      endsAt: toInstant(rules.endsAt(item, now)),
      activatesBy: toInstant(rules.activatesBy(item)),
      purchase: null,
      asOf: toInstant(now) ?? '',
    },
  }
}
