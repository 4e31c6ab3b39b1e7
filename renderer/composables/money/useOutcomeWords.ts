/** How an operation ended, in words: one for the state, then what that means and what to do. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OperationRow, OperationState } from '#shared/model/operation.ts'
import { bareStatus, useCauseWords } from '../operations/useCauseWords.ts'
import { useFormat } from '../useFormat.ts'

export interface OutcomeWords {
  readonly word: string
  readonly sentences: readonly string[]
}

export function useOutcomeWords(operation: () => OperationRow): ComputedRef<OutcomeWords> {
  const { t } = useI18n()
  const format = useFormat()
  const { cause } = useCauseWords()

  /** Where the service gave no words, the journal holds its bare status. */
  function said({ reason }: OperationRow): string {
    if (reason === null || reason === '') return t('money.outcome.saidNothing')
    const status = bareStatus(reason)
    return status === null ? t('money.outcome.saidByService', { reason }) : t('money.outcome.saidStatus', { status })
  }

  function confirmed(row: OperationRow): string[] {
    const by = row.confirmedBy ?? 'answer'
    if (row.kind === 'activate') return [t(`money.outcome.activateText.${by}`)]
    if (by !== 'answer') return [t(`money.outcome.refundText.${by}`)]
    return [row.amount === null ? t('money.outcome.refundText.answerNoAmount') : t('money.outcome.refundText.answer', { amount: format.money(row.amount) })]
  }

  function rejected(row: OperationRow): string[] {
    const wait = row.retryAfter === null ? [] : [t('money.outcome.retryAfter', Math.ceil(row.retryAfter))]
    const next = row.kind === 'refund' ? t('money.outcome.refundRejectedNext') : t('money.outcome.activateRejectedNext')
    return [t('money.outcome.rejectedText'), said(row), ...wait, next]
  }

  const whyNotSent = ({ reason, state }: OperationRow): string[] => (reason === null || reason === '' ? [] : [cause(reason, state)])

  function unclear(row: OperationRow): string[] {
    const elsewhere = row.current ? [] : [t('money.outcome.otherConnection')]
    if (row.state === 'NEEDS_HUMAN') return [t('money.outcome.needsHumanText'), ...elsewhere]
    return [row.kind === 'activate' ? t('money.outcome.unknownActivate') : t('money.outcome.unknownRefund'), ...elsewhere]
  }

  const words: Readonly<Record<OperationState, (row: OperationRow) => OutcomeWords>> = {
    INTENT: (row) => words.SENDING(row),
    SENDING: (row) => ({ word: t('money.outcome.sending'), sentences: [row.kind === 'activate' ? t('money.outcome.sendingActivate') : t('money.outcome.sendingRefund')] }),
    CONFIRMED: (row) => ({ word: row.kind === 'activate' ? t('money.outcome.activated') : t('money.outcome.refunded'), sentences: confirmed(row) }),
    REJECTED: (row) => ({ word: t('money.outcome.rejected'), sentences: rejected(row) }),
    NOT_SENT: (row) => ({ word: t('money.outcome.notSent'), sentences: [...whyNotSent(row), t('money.outcome.notSentText')] }),
    UNKNOWN: (row) => ({ word: t('money.outcome.unknown'), sentences: unclear(row) }),
    NEEDS_HUMAN: (row) => ({ word: t('money.outcome.needsHuman'), sentences: unclear(row) }),
    NOT_APPLIED: () => ({ word: t('money.outcome.notApplied'), sentences: [t('money.outcome.notAppliedText')] }),
  }
  return computed(() => words[operation().state](operation()))
}
