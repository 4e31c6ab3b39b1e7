import { expect, onTestFinished, test, vi } from 'vitest'
import { createIdleTimer } from '../../../../electron/customers/idleTimer.ts'

test('the callback runs once after the last call, and again after the next one', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let rests = 0
  const rest = createIdleTimer(() => (rests += 1), 100)
  vi.advanceTimersByTime(1000)
  expect(rests).toBe(0)
  rest.touch()
  vi.advanceTimersByTime(99)
  rest.touch()
  vi.advanceTimersByTime(99)
  expect(rests).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(rests).toBe(1)
  rest.touch()
  vi.advanceTimersByTime(100)
  expect(rests).toBe(2)
  rest.touch()
  rest.stop()
  vi.advanceTimersByTime(1000)
  expect(rests).toBe(2)
})
