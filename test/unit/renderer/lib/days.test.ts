import { expect, test } from 'vitest'
import { isBackwards } from '../../../../renderer/lib/days.ts'

test('a range is backwards only if both of its days are given and the last is before the first', () => {
  expect(isBackwards({ from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isBackwards({ from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isBackwards({ from: '2026-11-02', to: '' })).toBe(false)
  expect(isBackwards({ from: '', to: '2026-11-01' })).toBe(false)
})
