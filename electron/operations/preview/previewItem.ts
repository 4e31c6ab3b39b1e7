/** Previews an operation on an item from a fresh read of its customer: its effect, or why it is not possible. */
import { DeskError } from '#shared/errors.ts'
import { moneyOf } from '#shared/model/package/amount.ts'
import { inferCoverage } from '#shared/model/package/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import { itemPhase } from '#shared/model/package/itemPhase.ts'
import { itemView } from '../../views/itemView.ts'
import type { LastRefusal, PreviewItem } from '#shared/model/operation/operation.ts'
import { referenceOf, type ItemTarget } from '#shared/model/operation/purchase.ts'
import { isUnlimited, leftOf, sizesOf, displayTotal, toMegabytes } from '#shared/model/package/size.ts'
import { toValidity } from '#shared/model/package/validity.ts'
import type { ItemPhase } from '#shared/model/customer/views.ts'
import { holdingsOf } from '#shared/model/package/holdings.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import { itemKinds } from '../kinds.ts'
import { lockKeyOf } from '../send/locks.ts'
import { customerEsimsOf, iccidsOf, previewBase, readCustomer, type PreviewContext } from './previewContext.ts'
import type { BoundPreview } from './previews.ts'

/** The phases of packages with data that can be used now, or that may have some. */
const counted: ReadonlySet<ItemPhase> = new Set(['active', 'unknown'])

/** Refusals of the client, the route or the pace prove nothing about the item. */
const notOfItem: ReadonlySet<string> = new Set(['answer 401', 'answer 403', 'answer 404', 'answer 429'])
/** How many refusals of the customer are searched for one of the item. */
const maxRefusals = 50

/** Throws `not_found` if the customer has no such item, and every error of the read. */
export async function previewItemOperation(target: ItemTarget, context: PreviewContext): Promise<BoundPreview> {
  const { open, journal } = context
  const rules = itemKinds[target.kind]
  const frame = previewBase(target.kind, context)
  const lockKey = lockKeyOf(target, frame.previewId, open)
  // The lock is checked before and after the read, because an operation that ends meanwhile makes the read outdated.
  const journalAt = journal.newestSeq(lockKey)
  const lockedBefore = journal.isLocked(lockKey)
  const [{ entry, way }, inventory] = await Promise.all([
    readCustomer(target.customerUid, context),
    context.inventoryItems().catch(() => []), // used for the coverage only, which may be unknown
  ])
  const item = entry.activatedItems.find(({ uid }) => uid === target.itemUid)
  if (item === undefined) throw new DeskError('not_found', 'The customer has no such item', { what: 'item' })

  const now = open.client.now()
  const { balance } = item
  const eligibility = rules.eligibility(item, now, { operationOpen: lockedBefore || journal.isLocked(lockKey) })
  return {
    connection: open.identity,
    lockKey,
    journalAt,
    requestOf: () => ({ kind: target.kind, itemUid: target.itemUid }),
    purchase: null,
    sold: null,
    readBy: way,
    iccids: iccidsOf(entry),
    view: {
      ...frame,
      ...eligibility,
      notes: [
        ...(journal.acceptedAt(lockKey, target.kind) === null ? [] : (['accepted_before'] as const)),
        ...eligibility.notes,
      ],
      customerUid: target.customerUid,
      customerEmail: entry.customer.email ?? null,
      itemUid: target.itemUid,
      item: itemOf(item, entry, now),
      lastRefusal: lastRefusalOf(target, context),
      packageName: balance.name ?? null,
      metatag: item.metatag == null ? null : referenceOf(item.metatag) || null,
      ...sizesOf(balance),
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

function lastRefusalOf(
  { kind, customerUid, itemUid }: ItemTarget,
  { open, journal }: PreviewContext,
): LastRefusal | null {
  const refused = journal
    .rows({ customerUid, kind, state: 'REJECTED' }, maxRefusals, null)
    .filter((row) => row.item_uid === itemUid && row.connection === open.identity)
    .find((row) => !notOfItem.has(journal.transitions(row.id).at(-1)?.cause ?? ''))
  return refused === undefined ? null : { at: toInstant(refused.updated_at) ?? '', reason: refused.reason }
}

/** Returns the state of the item and of the eSIMs, and what is active of the customer's other items. */
function itemOf(item: WireActivatedItem, entry: WireCustomerEntry, now: number): PreviewItem {
  const context = { now, order: null, inventory: [], own: null, operationOpen: false }
  const { phase, salesDate, activatedAt, expiresAt } = itemView(item, context)
  // A customer may have thousands of packages that ended long ago. Only those that count are converted.
  const others = entry.activatedItems
    .filter((other) => other.uid !== item.uid && counted.has(itemPhase(other, now)))
    .map((other) => itemView(other, context))
  const known = others.filter(({ available }) => isUnlimited(available) || toMegabytes(available) !== null)
  const { unreadableParts: unreadable = [], omittedItems = 0 } = entry
  const held = holdingsOf({ items: others, unreadable, omittedItems }, now)
  return {
    phase,
    salesDate,
    activatedAt,
    expiresAt,
    esims: customerEsimsOf(entry),
    others: {
      usable: displayTotal(known.filter((other) => other.phase === 'active').map(leftOf)) ?? { value: 0, unit: 'GB' },
      partial: held.unreadable || known.length < others.length,
      nextExpiry: held.nextExpiry,
    },
  }
}
