/** What a press would do and why it can't, from a fresh read of the customer. Reads only. */
import { DeskError } from '#shared/errors.ts'
import { moneyOf } from '#shared/model/amount.ts'
import { inferCoverage } from '#shared/model/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { OperationKind, OperationPreview } from '#shared/model/operation.ts'
import { toDataSize } from '#shared/model/size.ts'
import { toValidity } from '#shared/model/validity.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { Clock } from '../clock.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Journal } from './journal.ts'
import { kinds, type Subject } from './kinds.ts'
import { lockKeyOf } from './locks.ts'
import { previewLifetime, type BoundPreview } from './previews.ts'

export interface PreviewContext {
  readonly open: OpenConnection
  readonly journal: Journal
  readonly clock: Clock
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  readonly newId: () => string
  readonly signal: AbortSignal
}

/** Epoch milliseconds of the first instant of this month, in UTC. */
function startOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** Throws `not_found` where the customer has no such item, `unreadable_answer` for another customer's data, and whatever the read throws. */
export async function previewOperation(kind: OperationKind, subject: Subject, context: PreviewContext): Promise<BoundPreview> {
  const { open, journal, clock } = context
  const rules = kinds[kind]
  const lockKey = lockKeyOf(kind, subject, open)
  // Asked before and after the read: an operation that ends meanwhile makes the read old.
  const journalAt = journal.newest(lockKey)
  const lockedBefore = journal.isLocked(lockKey)
  const [entry, inventory] = await Promise.all([
    open.client.customer(subject.customerUid, { signal: context.signal }),
    context.inventoryItems().catch(() => []), // for coverage only, which is allowed to be unknown
  ])
  if (entry.customer.uid !== subject.customerUid) throw new DeskError('unreadable_answer', 'The service answered with another customer', { what: 'customer' })
  const item = entry.activatedItems.find(({ uid }) => uid === subject.itemUid)
  if (item === undefined) throw new DeskError('not_found', 'The customer has no such item', { what: 'item' })

  const now = open.client.now()
  const { balance } = item
  const eligibility = rules.eligibility(item, now, { operationOpen: lockedBefore || journal.isLocked(lockKey) })
  const view: OperationPreview = {
    previewId: context.newId(),
    kind,
    validUntil: toInstant(clock.now() + previewLifetime) ?? '',
    ...eligibility,
    customerUid: subject.customerUid,
    customerEmail: entry.customer.email ?? null,
    itemUid: subject.itemUid,
    packageName: balance.name ?? null,
    metatag: item.metatag ?? null,
    size: toDataSize(balance.size),
    available: toDataSize(balance.availableBalance),
    validity: toValidity(balance),
    coverage: inferCoverage(item, inventory),
    amount: item.purchasePrice ? moneyOf(item.purchasePrice) : null,
    endsAt: toInstant(rules.endsAt(item, now)),
    activatesBy: toInstant(rules.activatesBy(item)),
    refundsThisMonth: journal.refundsSince(open.identity, startOfMonth(clock.now())),
    asOf: toInstant(now) ?? '',
  }
  return { view, connection: open.identity, lockKey, journalAt }
}
