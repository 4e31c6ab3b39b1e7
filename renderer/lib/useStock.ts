/**
 * Describes the number that comes with an inventory item (field `amount`, interface 2.2). The interface does not say
 * what it means: most likely it counts prepaid units, and a sale takes credits if there are none. The text therefore
 * says "probably". For a test package it is the number that is left (interface 1).
 */
import { useI18n } from 'vue-i18n'
import { isTestPackage } from '#shared/model/package/inventoryRow.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { useFormat } from './useFormat.ts'

type Stocked = Pick<InventoryRow, 'stock' | 'purchasePrice' | 'sizeMb' | 'validityDays'>

export function useStock() {
  const { t } = useI18n()
  const format = useFormat()

  const isPrepaid = ({ stock }: Stocked): boolean => stock !== null && stock > 0
  /** Whether there is a number of units to show, prepaid or of a test package. */
  const isCounted = (row: Stocked): boolean => isPrepaid(row) || isTestPackage(row)
  const count = ({ stock }: Stocked): string => format.count(stock ?? 0)

  function hint(row: Stocked): string {
    if (isTestPackage(row)) return t('inventory.stock.testHint')
    if (isPrepaid(row)) return t('inventory.stock.prepaidHint')
    return row.stock === null ? t('inventory.stock.noneHint') : t('inventory.stock.creditsHint')
  }

  function long(row: Stocked): string {
    if (isTestPackage(row)) return t('inventory.stock.test', { count: count(row) }, row.stock ?? 0)
    return isPrepaid(row)
      ? t('inventory.stock.prepaid', { count: count(row) }, row.stock ?? 0)
      : t('inventory.stock.credits')
  }

  return {
    isPrepaid,
    isCounted,
    short: (row: Stocked): string => (isCounted(row) ? count(row) : t('inventory.stock.credits')),
    long,
    hint,
  }
}
