import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import { refreshDelay, refreshPace, useAutoRefresh } from '../../../../../renderer/features/customer/useAutoRefresh.ts'

let scope: EffectScope
const mayRead = ref(true)
const since = ref('c-1')
const read = vi.fn<() => Promise<boolean>>()
const { everyMs } = refreshPace

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  mayRead.value = true
  since.value = 'c-1'
  read.mockReset().mockResolvedValue(true)
  scope = effectScope()
  scope.run(() => useAutoRefresh({ since: () => since.value, mayRead: () => mayRead.value, read }))
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the interval differs by a random factor, doubles with each failure and has an end', () => {
  expect([0, 0.5, 1].map((random) => Math.round(refreshDelay(0, random)))).toEqual([24_000, 30_000, 36_000])
  expect([refreshDelay(1, 0.5), refreshDelay(2, 0.5)]).toEqual([60_000, 120_000])
  expect(refreshDelay(30, 0.5)).toBe(refreshPace.maxMs)
})

test('an open customer is read again every 30 seconds', async () => {
  for (const reads of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(everyMs - 1)
    expect(read).toHaveBeenCalledTimes(reads - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(reads)
  }
})

test('nothing is read during a pause, and what is overdue is read at its end', async () => {
  mayRead.value = false
  await nextTick()
  await vi.advanceTimersByTimeAsync(20 * everyMs)
  expect(read).not.toHaveBeenCalled()
  mayRead.value = true
  await nextTick()
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(1)
})

test('a short pause reads nothing earlier', async () => {
  mayRead.value = false
  await nextTick()
  mayRead.value = true
  await nextTick()
  await vi.advanceTimersByTimeAsync(everyMs - 1)
  expect(read).not.toHaveBeenCalled()
})

test('another customer begins a new interval', async () => {
  await vi.advanceTimersByTimeAsync(everyMs - 1)
  since.value = 'c-2'
  await nextTick()
  await vi.advanceTimersByTimeAsync(everyMs - 1)
  expect(read).not.toHaveBeenCalled()
})

test('no second read starts while one is under way', async () => {
  let answer: (succeeded: boolean) => void = () => undefined
  read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  await vi.advanceTimersByTimeAsync(everyMs)
  mayRead.value = false
  await nextTick()
  mayRead.value = true
  await nextTick()
  await vi.advanceTimersByTimeAsync(10 * everyMs)
  expect(read).toHaveBeenCalledTimes(1)
  answer(true)
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(read).toHaveBeenCalledTimes(2)
})

test('failures in a row make the reads rarer, and a success makes them as frequent as before', async () => {
  read.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(false)
  const readsAfter = async (milliseconds: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return read.mock.calls.length
  }
  expect(await readsAfter(everyMs)).toBe(1)
  expect(await readsAfter(2 * everyMs - 1)).toBe(1)
  expect(await readsAfter(1)).toBe(2)
  expect(await readsAfter(4 * everyMs - 1)).toBe(2)
  expect(await readsAfter(1)).toBe(3)
  expect(await readsAfter(everyMs)).toBe(4)
})

test('a page that is left reads nothing any more', async () => {
  scope.stop()
  await vi.advanceTimersByTimeAsync(10 * everyMs)
  expect(read).not.toHaveBeenCalled()
})
