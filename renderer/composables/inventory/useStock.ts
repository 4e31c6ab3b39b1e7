/**
 * The number that an inventory item comes with (field `amount`, interface 2.2), in words. What it means is not said by the
 * interface: most likely units paid for beforehand, and none means that a sale takes credits. So the words say "probably".
 */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/views.ts'
import { useFormat } from '../useFormat.ts'

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
