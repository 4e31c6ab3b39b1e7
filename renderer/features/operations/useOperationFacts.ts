/**
 * The facts of one operation as texts: identifiers to copy, then everything else. A value of `null` means none; a fact
 * that the kind can't have is omitted.
 */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OperationDetail, OperationRow } from '#shared/model/operation/operation.ts'
import { creditDirection } from '#shared/model/operation/operationStates.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { creditsMoved } from './creditsMoved.ts'
import { serviceMessage } from './causeTexts.ts'
import { useCauseText } from './useCauseText.ts'

interface Fact {
  readonly label: string
  readonly value: string | null
  /** The value differs from what was agreed to. */
  readonly off?: boolean
}

interface OperationFacts {
  readonly identifiers: ComputedRef<readonly { readonly label: string; readonly value: string }[]>
  readonly facts: ComputedRef<readonly Fact[]>
}

const ifKnown = (fact: Fact): readonly Fact[] => (fact.value === null ? [] : [fact])

/** The facts that not every kind of operation has. */
function useFactsOfKind() {
  const { t } = useI18n()
  const format = useFormat()

  function credits(row: OperationRow): readonly Fact[] {
    const direction = creditDirection(row.kind)
    if (direction === null) return []
    const label = direction === 'out' ? t('operations.detail.creditsTaken') : t('operations.detail.creditsBack')
    const moved = creditsMoved(row)
    if (moved === null) return [{ label, value: t('operations.detail.creditsNone') }]
    const amount = format.moved(moved.money)
    return [{ label, value: moved.certainty === 'open' ? t('operations.detail.creditsOpen', { amount }) : amount }]
  }

  function price({ kind, amount, charged }: OperationRow): readonly Fact[] {
    const agreed = amount === null ? null : format.money(amount)
    if (!isPurchaseKind(kind)) return [{ label: t('operations.detail.price'), value: agreed }]
    const off = charged !== null && JSON.stringify(charged) !== JSON.stringify(amount)
    const chargedText = charged === null ? t('operations.detail.chargedUnknown') : format.money(charged)
    return [
      { label: t('operations.detail.agreed'), value: agreed },
      {
        label: t('operations.detail.charged'),
        value: off ? t('operations.detail.chargedOther', { charged: chargedText }) : chargedText,
        off,
      },
    ]
  }

  function bought({ mode, reference, echoed, kind }: OperationRow): readonly Fact[] {
    if (!isPurchaseKind(kind)) return []
    return [
      { label: t('operations.detail.mode'), value: mode === null ? null : t(`operations.mode.${mode}`) },
      { label: t('operations.detail.reference'), value: reference ?? t('operations.detail.noneKept') },
      ...ifKnown({
        label: t('operations.detail.echoed'),
        value: echoed === null ? null : t(`operations.echoed.${echoed}`),
        off: echoed === 'changed',
      }),
    ]
  }

  function refunded({ kind, refundReason, ticket }: OperationRow): readonly Fact[] {
    if (kind !== 'refund') return []
    return [
      {
        label: t('operations.detail.refundReason'),
        value: refundReason === null ? null : t(`money.refundReason.${refundReason}`),
      },
      { label: t('operations.detail.ticket'), value: ticket },
    ]
  }

  return { credits, price, bought, refunded }
}

/** What a person wrote when they recorded the outcome. The main process puts their name before it. */
const proofOf = ({ transitions }: OperationDetail): string | null =>
  transitions.findLast(({ cause }) => cause === 'person')?.detail ?? null

export function useOperationFacts(detail: () => OperationDetail): OperationFacts {
  const { t } = useI18n()
  const format = useFormat()
  const { cause } = useCauseText()
  const { credits, price, bought, refunded } = useFactsOfKind()

  function why(row: OperationRow): readonly Fact[] {
    const { reason, state, retryAfter } = row
    const hasMessage = serviceMessage(row) !== null
    return [
      ...ifKnown({
        label: hasMessage ? t('operations.detail.serviceAnswer') : t('operations.detail.cause'),
        value: reason === null ? null : cause(reason, state),
      }),
      ...ifKnown({
        label: t('operations.detail.retryAfter'),
        value: retryAfter === null ? null : t('operations.detail.seconds', Math.ceil(retryAfter)),
      }),
    ]
  }

  return {
    identifiers: computed(() => {
      const { id, itemUid, esimUid, inventoryItemId } = detail().operation
      const all: readonly (readonly [string, string | null])[] = [
        [t('operations.detail.id'), id],
        [t('operations.detail.item'), itemUid],
        [t('operations.detail.esim'), esimUid],
        [t('operations.detail.inventoryItem'), inventoryItemId],
      ]
      return all.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
    }),
    facts: computed(() => {
      const { operation: row, note } = detail()
      return [
        ...credits(row),
        ...price(row),
        ...bought(row),
        ...ifKnown({
          label: t('operations.detail.confirmedBy'),
          value: row.confirmedBy === null ? null : t(`operations.confirmedBy.${row.confirmedBy}`),
        }),
        ...ifKnown({ label: t('operations.detail.proof'), value: proofOf(detail()) }),
        ...why(row),
        { label: t('operations.detail.agent'), value: row.agent },
        { label: t('operations.detail.connection'), value: row.connectionName },
        { label: t('operations.detail.created'), value: format.moment(row.createdAt) },
        { label: t('operations.detail.updated'), value: format.moment(row.updatedAt) },
        ...refunded(row),
        { label: t('operations.detail.note'), value: note ?? t('operations.detail.noneKept') },
      ]
    }),
  }
}
