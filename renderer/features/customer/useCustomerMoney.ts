/** The money operations of a customer's page: the dialog, and the outcomes of its submissions and of earlier ones. */
import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { usePendingNavigation } from '../../lib/pendingNavigation.ts'
import { useOutcomes } from '../money/outcomes.ts'
import { outcomeKey, useCall } from '../../lib/call.store.ts'
import { useMoneyDialog, type MoneyDialog } from '../money/useMoneyDialog.ts'

export interface CustomerMoney {
  readonly dialog: MoneyDialog
  /** Newest first. */
  readonly outcomes: ComputedRef<readonly OperationRow[]>
  readonly dismiss: (id: string) => void
  readonly update: (operation: OperationRow) => void
  /** Called when a purchase of the top-up dialog succeeded. */
  readonly bought: (operation: OperationRow) => void
}

interface CustomerMoneyOptions {
  readonly uid: () => CustomerUid
  /** `wasDismissed`: the dialog was closed before, so the focus stays where it is. */
  readonly onDone: (wasDismissed: boolean) => void | Promise<void>
  /** Calls the function when the journal may be read for the first time. */
  readonly begin: (read: () => void) => void
  /** While this is true, a dialog that sends an operation covers the page. */
  readonly pausesUpdates: () => boolean
}

/**
 * Passes on what the journal reports of operations. Each step of one that is being sent would render the page behind
 * its dialog, and delay the outcome that follows a few milliseconds later. So it waits until the dialog has its answer.
 */
function useReports(pausesUpdates: () => boolean, pass: (row: OperationRow) => void) {
  const waiting = new Map<string, OperationRow>()
  const passAll = (): void => {
    for (const row of waiting.values()) pass(row)
    waiting.clear()
  }
  onScopeDispose(
    onDeskEvent('operation.changed', (row) => {
      if (pausesUpdates()) waiting.set(row.id, row)
      else pass(row)
    }),
  )
  watch(pausesUpdates, passAll)
  // The page may be left while it waits, and other pages show these operations, too.
  onScopeDispose(passAll)
  return {
    /** The answer is later than what was reported of the operation before. */
    answered: (id: string): void => void waiting.delete(id),
  }
}

export function useCustomerMoney({ uid, onDone, begin, pausesUpdates }: CustomerMoneyOptions): CustomerMoney {
  const store = useOutcomes()
  const call = useCall()
  const pendingNavigation = usePendingNavigation()
  const reports = useReports(pausesUpdates, store.update)
  function update(operation: OperationRow): void {
    reports.answered(operation.id)
    store.add(operation.customerUid ?? uid(), [operation])
  }
  const dialog = useMoneyDialog(desk.operations, (operation, wasDismissed) => {
    update(operation)
    void onDone(wasDismissed)
  })

  function bought(operation: OperationRow): void {
    const { itemUid, esimUid } = operation
    update(operation)
    pendingNavigation.set({ what: 'bought', customerUid: uid(), itemUid, esimUid })
    void onDone(false)
  }

  /** Loads the operations that are still open, and updates of those that were shown here before. */
  async function readJournal(of: CustomerUid): Promise<void> {
    const { rows } = await desk.operations.list({ customerUid: of, limit: 50 })
    store.addFromJournal(of, rows)
  }

  const read = (): void => void readJournal(uid()).catch(() => undefined)
  /** The reply about an outcome that was seen on an earlier call is not suggested on this one. */
  function enter(of: CustomerUid): void {
    const earlier = store.enter(of, Date.now()).map(outcomeKey)
    if (earlier.length > 0) call.setFacts(of, { past: [...new Set([...call.factsOf(of).past, ...earlier])] })
  }
  enter(uid())
  begin(read)
  watch(uid, (of, left) => {
    store.leave(left)
    enter(of)
    read()
  })
  onScopeDispose(() => store.leave(uid()))
  return {
    dialog,
    outcomes: computed(() => store.of(uid())),
    dismiss: (id) => store.dismiss(uid(), id),
    update,
    bought,
  }
}
