import { expect, test } from 'vitest'
import DayRange from '../../../../renderer/common/DayRange.vue'
import { mounted, read, text } from '../support/mounted.ts'

test('a range that ends before it begins says so at both of its days, and each change is passed on alone', async () => {
  const range = mounted(DayRange, { range: { from: '2026-11-02', to: '2026-11-01' } })
  const inputs = range.findAll('input')
  const reason = range.get('[role=status]')
  expect(read(reason)).toBe(text('common.days.backwards'))
  expect(reason.isVisible()).toBe(true)
  expect(inputs.map((input) => [input.attributes('aria-invalid'), input.attributes('aria-describedby')])).toEqual(
    inputs.map(() => ['true', reason.attributes('id')]),
  )
  await inputs[1]?.setValue('2026-11-03')
  expect(range.emitted('change')).toEqual([[{ to: '2026-11-03' }]])
  await range.setProps({ range: { from: '2026-11-02', to: '2026-11-03' } })
  expect(reason.isVisible()).toBe(false)
})
