/** Finds what a customer whom another module has read shows of purchases and of accepted operations. */
import { isInFlight } from '#shared/model/operation/operationStates.ts'
import { idsIn, isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { OperationsContext } from '../context.ts'
import { purchaseOutcome, shownOfItem } from './checkOutcome.ts'
import { day, minute } from './schedule.ts'

/** Older accepted operations are no longer checked. */
const acceptedWithin = 30 * day
/** A read that was begun before an operation ended may arrive this much later, in milliseconds. */
const staleReads = 2 * minute

export function onCustomerRead(
  { connections, notifier, journal, checks, clock }: OperationsContext,
  entry: WireCustomerEntry,
): void {
  const open = connections.current()
  if (open === null) return
  notifier.notify('customer read', () => {
    for (const id of new Set(entry.activatedItems.flatMap(({ metatag }) => idsIn(metatag ?? '')))) {
      const row = journal.row(id)
      // An operation in flight or orphaned has no stored result yet, so its own item would look like a duplicate.
      if (row === undefined || row.connection !== open.identity || isInFlight(row.state) || !isPurchaseKind(row.kind))
        continue
      const checkResult = purchaseOutcome(row, row.kind, [entry])
      if (checkResult.result !== undefined || checkResult.duplicates.length > 0) checks.store(row, checkResult)
      // A read that shows the reference of one purchase would show that of another one.
      if (row.state === 'CONFIRMED' && row.shows === null) journal.addLook(id, 'change')
    }
    const now = clock.now()
    for (const row of journal.acceptedUnseen(open.identity, now - acceptedWithin, entry.customer.uid)) {
      if (isPurchaseKind(row.kind)) continue
      const shows = shownOfItem(row, row.kind, entry, null)
      const isNews = shows === 'none' && row.shows === null && now - row.updated_at > staleReads
      if (shows === 'change' || isNews) checks.store(row, { transition: null, duplicates: [], entries: [entry], shows })
    }
  })
}
