/** Describes the outcome of an operation: a title for its state, then what that means and what to do. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OperationRow, OperationState } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { isPurchaseKind, type ItemOperationKind } from '#shared/model/operation/purchase.ts'
import { serviceMessage } from '../operations/causeTexts.ts'
import { useCauseText } from '../operations/useCauseText.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { otherRefund } from '../../rules/refusedRefund.ts'
import { isChargedDifferently } from './deviations.ts'
import { useServiceText } from './useServiceText.ts'

interface OutcomeText {
  readonly title: string
  readonly sentences: readonly string[]
}

type Family = ItemOperationKind | 'purchase'
const familyOf = ({ kind }: OperationRow): Family => (isPurchaseKind(kind) ? 'purchase' : kind)

/** Their names in the keys of texts. */
const inKeys = { activate: 'Activate', refund: 'Refund', purchase: 'Purchase' } as const
const confirmedTitles = { activate: 'activated', refund: 'refunded', purchase: 'bought' } as const

/**
 * Whether a read, the customer as last read, or the refusal itself shows the change of an operation that the service
 * refused.
 */
export function isChangedAnyway(
  { kind, itemUid, changedAnyway, reason }: OperationRow,
  customer: CustomerView | null,
): boolean {
  if (changedAnyway || (kind === 'refund' && otherRefund(reason) === 'done')) return true
  const phase = customer?.items.find(({ uid }) => uid === itemUid)?.phase
  return kind === 'refund' ? phase === 'refunded' : kind === 'activate' && phase === 'active'
}

/**
 * What the customer as last read shows of a refund that its answer did not confirm. That the package is listed as
 * refunded is certain. That it is missing proves little, and nothing where packages were left out or can't be read.
 */
export function seenRefund(
  { itemUid }: Pick<OperationRow, 'itemUid'>,
  customer: CustomerView | null,
): 'listed' | 'gone' | 'state' {
  const item = customer?.items.find(({ uid }) => uid === itemUid)
  if (item?.phase === 'refunded') return 'listed'
  const isComplete = customer?.omittedItems === 0 && customer.unreadable.length === 0
  return item === undefined && isComplete ? 'gone' : 'state'
}

const isInferredRefund = ({ kind, confirmedBy }: OperationRow): boolean => kind === 'refund' && confirmedBy === 'state'

/** The sentences on an operation that has happened. */
function useConfirmedText(customer: () => CustomerView | null): (row: OperationRow) => string[] {
  const { t } = useI18n()
  const format = useFormat()

  /** What the service did differently from what it was asked to do. */
  function deviations(row: OperationRow): string[] {
    const { amount, charged, echoed } = row
    const price =
      isChargedDifferently(row) && amount !== null && charged !== null
        ? [t('money.outcome.charged', { charged: format.money(charged), amount: format.money(amount) })]
        : []
    const { mode, startsDifferently } = row
    const start = startsDifferently ? [t(`money.outcome.startsDifferently.${mode === 'NOW' ? 'now' : 'later'}`)] : []
    const reference = echoed === null || echoed === 'same' ? [] : [t(`money.outcome.echoed.${echoed}`)]
    return [...price, ...start, ...reference]
  }

  return (row) => {
    const by = row.confirmedBy ?? 'answer'
    const family = familyOf(row)
    if (family === 'activate') return [t(`money.outcome.activateText.${by}`)]
    const money = row.charged ?? row.amount
    const texts = family === 'refund' ? 'refundText' : 'boughtText'
    if (isInferredRefund(row)) {
      const seen = seenRefund(row, customer())
      const amount = seen === 'listed' ? 'listedAmount' : 'stateAmount'
      return [
        ...(row.answer === 'accepted' || row.answer === 'denied' ? [] : [t(`money.outcome.how.${row.answer}`)]),
        t(`money.outcome.refundText.${seen}`),
        ...(money === null ? [] : [t(`money.outcome.refundText.${amount}`, { amount: format.money(money) })]),
        ...deviations(row),
      ]
    }
    if (!row.isShown) return [t('money.outcome.refundText.hidden')]
    if (by !== 'answer') return [t(`money.outcome.${texts}.${by}`), ...deviations(row)]
    return [
      money === null
        ? t(`money.outcome.${texts}.answerNoAmount`)
        : t(`money.outcome.${texts}.answer`, { amount: format.money(money) }),
      ...deviations(row),
    ]
  }
}

/** The sentences on an operation that the service refused. */
function useRejectedText(customer: () => CustomerView | null): (row: OperationRow) => string[] {
  const { t } = useI18n()
  const serviceText = useServiceText()

  /** The service refused what the customer has now all the same. */
  const changedAnyway = (row: OperationRow, family: ItemOperationKind): string[] => [
    t(`money.outcome.changedAnyway.${family}What`),
    serviceText(row.reason),
    t(`money.outcome.changedAnyway.${family}`),
  ]

  return (row) => {
    const wait = row.retryAfter === null ? [] : [t('money.outcome.retryAfter', Math.ceil(row.retryAfter))]
    const family = familyOf(row)
    if (family !== 'purchase' && isChangedAnyway(row, customer())) return changedAnyway(row, family)
    if (family === 'refund' && otherRefund(row.reason) === 'underWay')
      return [t('money.outcome.changedAnyway.refundWhat'), t('money.outcome.refundUnderWay')]
    return [
      t(`money.outcome.rejected${inKeys[family]}Text`),
      serviceText(row.reason),
      ...wait,
      t(`money.outcome.${family === 'purchase' ? 'bought' : family}RejectedNext`),
    ]
  }
}

/** The sentences on an operation whose answer leaves open whether it happened. */
function useUnclearText(): (row: OperationRow) => string[] {
  const { t } = useI18n()

  return (row) => {
    const family = familyOf(row)
    const reason = serviceMessage(row)
    const quoted = reason === null ? [] : [t('money.outcome.reasonInAnswer', { reason })]
    if (row.state === 'NOT_APPLIED') return [...quoted, t(`money.outcome.notAppliedText.${family}`)]
    const connectionNote = row.current ? [] : [t('money.outcome.otherConnection')]
    const isWatched = row.checking || row.nextCheck !== null
    if (row.answer === 'accepted' && row.state === 'NEEDS_HUMAN')
      return [t('money.outcome.notShown.over'), ...connectionNote]
    if (row.answer === 'accepted')
      return [t(`money.outcome.notShown.${isWatched ? 'checking' : 'waiting'}`), ...connectionNote]
    if (row.state !== 'NEEDS_HUMAN')
      return [t(`money.outcome.unknown${inKeys[family]}${isWatched ? 'Live' : ''}`), ...quoted, ...connectionNote]
    return [
      ...quoted,
      family === 'purchase' ? t('money.outcome.needsHumanPurchase', { id: row.id }) : t('money.outcome.needsHumanText'),
      ...connectionNote,
    ]
  }
}

/** `customer` is the customer as last read, where that is known. */
export function useOutcomeText(
  operation: () => OperationRow,
  customer: () => CustomerView | null,
): ComputedRef<OutcomeText> {
  const { t } = useI18n()
  const { cause } = useCauseText()
  const confirmed = useConfirmedText(customer)
  const rejected = useRejectedText(customer)
  const unclear = useUnclearText()

  function confirmedTitle(row: OperationRow): string {
    if (isInferredRefund(row) && seenRefund(row, customer()) !== 'listed') return t('money.outcome.probablyRefunded')
    return t(`money.outcome.${confirmedTitles[familyOf(row)]}`)
  }
  const whyNotSent = ({ reason, state }: OperationRow): string[] =>
    reason === null || reason === '' ? [] : [cause(reason, state)]

  const texts: Readonly<Record<OperationState, (row: OperationRow) => OutcomeText>> = {
    INTENT: (row) => texts.SENDING(row),
    SENDING: (row) => ({
      title: t('money.outcome.sending'),
      sentences: [t(`money.outcome.sending${inKeys[familyOf(row)]}`)],
    }),
    CONFIRMED: (row) => ({ title: confirmedTitle(row), sentences: confirmed(row) }),
    REJECTED: (row) => ({ title: t('money.outcome.rejected'), sentences: rejected(row) }),
    NOT_SENT: (row) => ({
      title: t('money.outcome.notSent'),
      sentences: [...whyNotSent(row), t('money.outcome.notSentText')],
    }),
    UNKNOWN: (row) => ({ title: t('money.outcome.unknown'), sentences: unclear(row) }),
    NEEDS_HUMAN: (row) => ({ title: t('money.outcome.needsHuman'), sentences: unclear(row) }),
    NOT_APPLIED: (row) => ({ title: t('money.outcome.notApplied'), sentences: unclear(row) }),
  }
  return computed(() => texts[operation().state](operation()))
}
