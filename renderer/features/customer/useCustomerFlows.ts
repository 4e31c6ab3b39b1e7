/**
 * What an agent can do on the page of a customer: the operations on packages, a top-up, what the verdict's button
 * starts, tickets, notes and the address. Its commands are provided to the parts of the page, and are in the palette.
 */
import { computed, provide, ref, shallowRef, watch } from 'vue'
import type { NoteRow } from '#shared/model/customer/notes.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import type { OperationKind } from '#shared/model/operation/operation.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Verdict } from '../verdict/useVerdict.ts'
import { customerCommands, type CustomerCommands } from './customerCommands.ts'
import { useCustomerActions } from './useCustomerActions.ts'
import type { CustomerMoney } from './useCustomerMoney.ts'
import type { CustomerReads } from './useCustomerReads.ts'
import { useCustomerTicket } from './useCustomerTicket.ts'
import { useReplacement } from './useReplacement.ts'
import { useRouteIntent } from './useRouteIntent.ts'
import { useTopUp, type TopUp } from './useTopUp.ts'
import { useVerdictActions } from './useVerdictActions.ts'

/** What of the operations of the page is under way. */
function useUnderWay({ dialog, outcomes }: CustomerMoney, purchase: TopUp['purchase'], isSelling: () => boolean) {
  /** Once its dialog was closed, an operation that is still being sent covers nothing. */
  const onPackage = computed(() => (dialog.isDismissed.value ? null : dialog.state.value))
  const isOnPackage = (...names: readonly string[]): boolean => names.includes(onPackage.value?.name ?? 'idle')
  /** An open dialog of a purchase keeps its outcome to itself until it is closed. */
  const expectsPurchase = computed(
    () => purchase.state.value.name === 'sending' || (purchase.isOpen.value && purchase.outcome.value !== null),
  )
  return {
    /** The agent waits for the outcome of an operation in its dialog, which covers the page. */
    sending: computed(() => isOnPackage('sending') || purchase.state.value.name === 'sending'),
    /** A dialog is open in which the agent decides about money. */
    deciding: computed(() => !isOnPackage('idle', 'done') || purchase.isOpen.value || isSelling()),
    /** The kind of the outcome that is about to arrive. */
    expectedOutcome: computed((): OperationKind | null => {
      if (onPackage.value?.name === 'sending') return onPackage.value.target.kind
      return expectsPurchase.value ? 'top-up' : null
    }),
    /** The open dialog shows its own outcome. */
    outcomes: computed(() =>
      outcomes.value.filter(({ id }) => !purchase.isOpen.value || id !== purchase.outcome.value?.id),
    ),
  }
}

export type CustomerFlows = ReturnType<typeof useCustomerFlows>

export function useCustomerFlows(
  uid: () => CustomerUid,
  { view, fetching, refresh }: CustomerReads,
  money: CustomerMoney,
  verdict: Verdict,
) {
  const topUp = useTopUp(
    () => view.value,
    () => verdict.country.value,
    money.bought,
  )
  const openTopUp = (): void => void (view.value !== null && topUp.open(view.value))
  const act: CustomerCommands['act'] = (kind, { uid: itemUid }) =>
    money.dialog.open({ kind, customerUid: uid(), itemUid })
  const { fresh, newEsim } = useRouteIntent(uid, (itemUid) => act('refund', { uid: itemUid }))
  const copyTicket = useCustomerTicket(
    () => view.value,
    () => verdict.summary.value,
  )
  const replacement = useReplacement(() => view.value, money, topUp)
  const onVerdict = useVerdictActions(() => view.value, {
    topUp: openTopUp,
    activate: (itemUid) => act('activate', { uid: itemUid }),
    copyTicket,
    replace: (plan) => replacement.open(plan, uid()),
  })
  /** The note that is being changed, or `new`. */
  const writing = shallowRef<NoteRow | 'new' | null>(null)
  const correcting = ref(false)
  /** A dialog that was opened for one customer closes when another one is shown. */
  watch(uid, () => {
    writing.value = null
    correcting.value = false
  })
  const commands: CustomerCommands = {
    act,
    copyTicket: (about) => void copyTicket(about),
    writeNote: (note) => (writing.value = note),
    correctEmail: () => (correcting.value = true),
    topUp: openTopUp,
    refresh: () => void refresh(),
  }
  provide(customerCommands, commands)
  useCustomerActions({
    ...commands,
    view: () => view.value,
    mayRefresh: () => !fetching.value,
    onNoRefund: ({ uid: item }) => verdict.onNoRefund(item),
  })

  return {
    act: onVerdict.act,
    topUp,
    /** The eSIM whose QR code is being sent. */
    qrCodeOf: onVerdict.sending,
    /** What is sold to the same person as a new customer. */
    selling: onVerdict.selling,
    closeVerdictDialog: onVerdict.close,
    replacement,
    /** Sells the replacement without the refund. */
    sellAlone(): void {
      const selling = replacement.plan.value?.selling ?? null
      replacement.close()
      if (selling === null) openTopUp()
      else onVerdict.sell(selling)
    },
    sellToNew(row: InventoryRow, reference: string): void {
      topUp.dismissForOther(uid())
      onVerdict.sellNew(row, reference)
    },
    writing,
    correcting,
    /** The package that was just bought, and its eSIM. */
    fresh,
    newEsim,
    ...useUnderWay(money, topUp.purchase, () => onVerdict.selling.value !== null || replacement.plan.value !== null),
  }
}
