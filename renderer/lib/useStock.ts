/**
 * Describes the number that comes with an inventory item (field `amount`, interface 2.2). The interface does not say
 * what it means: most likely it counts prepaid units, and a sale takes credits if there are none. The text therefore
 * says "probably".
 */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/views.ts'
import { useFormat } from './useFormat.ts'

type Stocked = Pick<InventoryRow, 'stock'>

export function useStock() {
  const { t } = useI18n()
  const format = useFormat()

  const isPrepaid = ({ stock }: Stocked): boolean => stock !== null && stock > 0
  const count = ({ stock }: Stocked): string => format.count(stock ?? 0)

  function hint(row: Stocked): string {
    if (isPrepaid(row)) return t('inventory.stock.prepaidHint')
    return row.stock === null ? t('inventory.stock.noneHint') : t('inventory.stock.creditsHint')
  }

  return {
    isPrepaid,
    short: (row: Stocked): string => (isPrepaid(row) ? count(row) : t('inventory.stock.credits')),
    long: (row: Stocked): string =>
      isPrepaid(row)
        ? t('inventory.stock.prepaid', { count: count(row) }, row.stock ?? 0)
        : t('inventory.stock.credits'),
    hint,
  }
}
