/** The packages of a row of the list: the name of one, the number of several. */
import { useI18n } from 'vue-i18n'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { useFormat } from '../../lib/useFormat.ts'

export function usePackagesText(): (row: Pick<CustomerRow, 'packageNames' | 'packages'>) => string {
  const { t } = useI18n()
  const format = useFormat()
  return ({ packageNames, packages: { total } }) =>
    total > 1 ? t('customers.packages.several', { count: format.count(total) }, total) : packageNames.join(', ')
}
