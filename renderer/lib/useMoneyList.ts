/**
 * Lists amounts in several currencies, which break into lines only at the dots. An empty list is shown as zero in the
 * main currency.
 */
import type { Money } from '#shared/model/customer/views.ts'
import { useFormat } from './useFormat.ts'

export function useMoneyList(): (amounts: readonly Money[]) => string {
  const format = useFormat()
  return (amounts) =>
    amounts.length === 0
      ? format.money({ amount: '0.00', currency: 'USD' })
      : amounts.map(format.money).join('\u00a0· ')
}
