/** The money operations of a customer's page: the dialog, and the outcomes of its submissions and of earlier ones. */
import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import type { OperationRow } from '#shared/model/operation.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { usePendingNavigation } from '../../lib/pendingNavigation.ts'
import { useOutcomes } from '../money/outcomes.ts'
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

/** `begin` calls the function when the journal may be read for the first time. */
export function useCustomerMoney(
  uid: () => CustomerUid,
  onDone: () => void | Promise<void>,
  begin: (read: () => void) => void,
): CustomerMoney {
  const store = useOutcomes()
  const pendingNavigation = usePendingNavigation()
  const update = (operation: OperationRow): void => store.add(operation.customerUid ?? uid(), [operation])
  const dialog = useMoneyDialog(desk.operations, (operation) => {
    update(operation)
    void onDone()
  })

  function bought(operation: OperationRow): void {
    const { itemUid, esimUid } = operation
    update(operation)
    pendingNavigation.set({ what: 'bought', customerUid: uid(), itemUid, esimUid })
    void onDone()
  }

  /** Loads the operations that are still open, and updates of those that were shown here before. */
  async function readJournal(of: CustomerUid): Promise<void> {
    const { rows } = await desk.operations.list({ customerUid: of, limit: 50 })
    store.addFromJournal(of, rows)
  }

  onScopeDispose(onDeskEvent('operation.changed', store.update))
  const read = (): void => void readJournal(uid()).catch(() => undefined)
  store.enter(uid(), Date.now())
  begin(read)
  watch(uid, (of, left) => {
    store.leave(left)
    store.enter(of, Date.now())
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
