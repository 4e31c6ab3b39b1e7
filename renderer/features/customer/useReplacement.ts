/**
 * A refund and then a sale in its place, in one dialog. Each is an operation of its own, with the machine, the outcome
 * and the words that it has elsewhere; this only decides which of them is shown. The sale follows a refund that a read
 * shows. One that the service accepted and does not show is followed by a sale if the agent confirms it, which the main
 * process then asks about. Whatever else became of the refund, nothing is sold in its place here.
 */
import { computed, shallowRef, watch } from 'vue'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { seenRefund } from '../money/useOutcomeText.ts'
import type { ReplacementPlan } from './selling.ts'
import type { CustomerMoney } from './useCustomerMoney.ts'
import type { TopUp } from './useTopUp.ts'

/**
 * `seen`: a read shows it. `elsewhere`: a read shows it although the service refused this one. `reading`: the service
 * accepted it, and the first read is on its way. `unseen`: accepted, or recorded by a person, and not shown. `open`: it
 * is not known. `none`: this request refunded nothing.
 */
type RefundFound = 'seen' | 'elsewhere' | 'reading' | 'unseen' | 'open' | 'none'

function found(
  { state, answer, awaitsRead, isShown, nextCheck, confirmedBy }: OperationRow,
  isSeen: boolean,
): RefundFound {
  const isDone = state === 'CONFIRMED'
  if (isSeen) return isDone || !isTerminal(state) ? 'seen' : 'elsewhere'
  if (isDone && !awaitsRead && isShown && confirmedBy !== 'person') return 'seen'
  // A read that has failed, or will never show the refund, is not awaited.
  if (isDone) return awaitsRead && isShown && nextCheck === null ? 'reading' : 'unseen'
  if (answer === 'accepted' && !isTerminal(state)) return 'unseen'
  return isTerminal(state) ? 'none' : 'open'
}

export type Replacement = ReturnType<typeof useReplacement>

export function useReplacement(view: () => CustomerView | null, { dialog, outcomes }: CustomerMoney, topUp: TopUp) {
  const connection = useConnection()
  const plan = shallowRef<ReplacementPlan | null>(null)
  const isSelling = shallowRef(false)
  /** The refund, once its request has ended. */
  const refund = computed(() => {
    const state = dialog.state.value
    if (plan.value === null || state.name !== 'done') return null
    return outcomes.value.find(({ id }) => id === state.operation.id) ?? state.operation
  })
  /** An answer of the service lists the package as refunded, or is complete and does not list it. */
  const isSeen = computed(
    () => plan.value !== null && view()?.source === 'service' && seenRefund(plan.value.action, view()) !== 'state',
  )
  const result = computed(() => (refund.value === null ? null : found(refund.value, isSeen.value)))

  function end(): void {
    plan.value = null
    isSelling.value = false
  }
  function sell(): void {
    const shown = view()
    if (plan.value === null || shown === null || isSelling.value) return
    isSelling.value = true
    if (plan.value.selling === null) topUp.openReplacement(shown, plan.value)
  }
  function close(): void {
    if (dialog.state.value.name !== 'done') dialog.close()
    if (isSelling.value) topUp.purchase.close()
    end()
  }

  watch(result, (now) => {
    if (now === 'seen' || now === 'elsewhere') sell()
  })
  // Closing the dialog of the refund, or dismissing one that takes long, ends the replacement.
  watch([() => dialog.state.value.name === 'idle', dialog.isDismissed], (stopped) => {
    if (stopped.some(Boolean)) end()
  })
  watch(topUp.purchase.isOpen, (isOpen) => {
    if (!isOpen && plan.value?.selling === null) end()
  })
  // A replacement that was begun for one customer and connection does not continue with another.
  watch([() => view()?.uid, () => connection.key], () => void (plan.value !== null && close()), { flush: 'sync' })

  return {
    plan,
    refund,
    result,
    isSelling,
    /** Opens the dialog with the refund. An operation that is being sent is shown instead. */
    open(next: ReplacementPlan, customerUid: CustomerView['uid']): void {
      const { itemUid, sells } = next.action
      dialog.open({ kind: 'refund', customerUid, itemUid })
      if (dialog.state.value.name === 'sending') return
      if (dialog.form.reason === null) dialog.write({ reason: sells === 'newEsim' ? 'does_not_work' : 'wrong_package' })
      plan.value = next
      isSelling.value = false
    },
    sell,
    close,
  }
}
