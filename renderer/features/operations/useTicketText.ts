/**
 * What an operator needs to find an operation, as plain text for a ticket: identifiers, times in UTC, amounts, and the
 * requests, states and causes in the same words as on the page. It contains no personal data: no e-mail address and no
 * note or remark of a person.
 */
import { useI18n } from 'vue-i18n'
import type { OperationAttempt, OperationDetail, OperationTransition } from '#shared/model/operation/operation.ts'
import type { Money } from '#shared/model/customer/views.ts'
import { factLines, sectionLines, ticketText, type TicketFact } from './ticketLines.ts'
import { serviceMessage } from './causeTexts.ts'
import { useCauseText } from './useCauseText.ts'

export function useTicketText(): (detail: OperationDetail) => string {
  const { t } = useI18n()
  const { cause: causeText, outcome: outcomeText } = useCauseText()
  const written = (money: Money | null): string | null => (money === null ? null : `${money.amount} ${money.currency}`)

  function facts({ operation: row, iccids }: OperationDetail): readonly TicketFact[] {
    const bought =
      row.inventoryItemId === null
        ? row.packageName
        : t('operations.ticket.withId', {
            name: row.packageName ?? t('operations.withoutPackage'),
            id: row.inventoryItemId,
          })
    return [
      [t('operations.detail.id'), row.id],
      [t('operations.kindLabel'), t(`operations.kind.${row.kind}`)],
      [t('operations.stateLabel'), t(`operations.state.${row.state}`)],
      [t('operations.ticket.created'), row.createdAt],
      [t('operations.ticket.updated'), row.updatedAt],
      [t('operations.ticket.customer'), row.customerUid],
      [t('operations.detail.item'), row.itemUid],
      [t('operations.detail.esim'), row.esimUid],
      [t('operations.detail.iccids'), iccids.length === 0 ? null : iccids.join(', ')],
      [t('operations.detail.package'), bought],
      [t('operations.detail.mode'), row.mode === null ? null : t(`operations.mode.${row.mode}`)],
      [t('operations.detail.reference'), row.reference],
      [t('operations.detail.agreed'), written(row.amount)],
      [t('operations.detail.charged'), written(row.charged)],
      [
        t(serviceMessage(row) === null ? 'operations.detail.cause' : 'operations.detail.serviceAnswer'),
        row.reason === null || row.reason === '' ? null : causeText(row.reason, row.state),
      ],
    ]
  }

  function attemptLine({ number, route, began, ended, outcome }: OperationAttempt): string {
    const time = `${began} – ${ended ?? t('operations.detail.notEnded')}`
    return `${String(number)}. ${route} · ${time} · ${outcome === null ? t('operations.detail.none') : outcomeText(outcome)}`
  }

  /** What a person wrote is left out. */
  const transitionLine = ({ at, state, cause, detail }: OperationTransition): string =>
    `${at} ${t(`operations.state.${state}`)}: ${causeText(cause, state)}${detail === null || cause === 'person' ? '' : ` (${detail})`}`

  return (detail) => {
    const duplicates = detail.operation.duplicates.map(
      (duplicate) => `${duplicate.foundAt} ${duplicate.customerUid} ${duplicate.itemUid}`,
    )
    return ticketText([
      ...factLines(facts(detail)),
      ...sectionLines(t('operations.detail.attempts'), detail.attempts.map(attemptLine)),
      ...sectionLines(t('operations.detail.history'), detail.transitions.map(transitionLine)),
      ...sectionLines(t('operations.ticket.duplicates'), duplicates),
    ])
  }
}
