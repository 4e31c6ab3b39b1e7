/** The low-data threshold where the balance is shown: with the customer's total and with each package. */
import { expect, test } from 'vitest'
import type { DataSize } from '#shared/model/views.ts'
import CustomerHead from '../../../../../renderer/features/customer/CustomerHead.vue'
import PackageBalanceBar from '../../../../../renderer/features/customer/PackageBalanceBar.vue'
import UiProgress from '../../../../../renderer/ui/UiProgress.vue'
import { mounted, read } from '../../support/mounted.ts'
import { customer, item } from '../../support/samples.ts'

const headWith = (totalRemaining: DataSize | null): string =>
  read(mounted(CustomerHead, { view: { ...customer(), totalRemaining }, fetching: false, freshness: '' }).get('dl'))
const warnsAbout = (available: DataSize, size: DataSize, remainingShare: number): boolean =>
  mounted(PackageBalanceBar, { item: item({ available, size, remainingShare }), name: 'Package' })
    .getComponent(UiProgress)
    .props('tone') === 'warn'

test('a total of at most 100 MB names the threshold', () => {
  expect(headWith({ value: 85, unit: 'MB' })).toContain('Low data: 100 MB or less')
  for (const total of [{ value: 101, unit: 'MB' }, { value: 0, unit: 'MB' }, null])
    expect(headWith(total)).not.toContain('Low data')
})

test('the bar of a large package warns at 100 MB, and that of a small one only at its end', () => {
  expect(warnsAbout({ value: 0.09, unit: 'GB' }, { value: 0.5, unit: 'GB' }, 0.18)).toBe(true)
  expect(warnsAbout({ value: 0.2, unit: 'GB' }, { value: 0.5, unit: 'GB' }, 0.4)).toBe(false)
  expect(warnsAbout({ value: 50, unit: 'MB' }, { value: 50, unit: 'MB' }, 1)).toBe(false)
  expect(warnsAbout({ value: 5, unit: 'MB' }, { value: 50, unit: 'MB' }, 0.1)).toBe(true)
})
