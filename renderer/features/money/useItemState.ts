/** The state and the dates of a package in one line, which distinguish packages of the same name. */
import { useI18n } from 'vue-i18n'
import type { PreviewItem } from '#shared/model/operation/operation.ts'
import { useFormat } from '../../lib/useFormat.ts'

export function useItemState(): (item: PreviewItem) => string {
  const { t } = useI18n()
  const format = useFormat()
  return ({ phase, salesDate, activatedAt, expiresAt }) =>
    [
      t(`customer.phase.${phase}`),
      ...(salesDate === null ? [] : [t('money.fact.sold', { date: format.day(salesDate) })]),
      ...(activatedAt === null ? [] : [t('money.fact.started', { date: format.day(activatedAt) })]),
      ...(activatedAt === null || expiresAt === null
        ? []
        : [t('customer.validity.until', { date: format.day(expiresAt) })]),
    ].join(' · ')
}
