import { randomBytes } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { freeBytes, giveMemoryBack } from '../../../electron/memory.ts'

const heap = (): number => getHeapStatistics().total_heap_size

function makeGarbage(): void {
  const lists = Array.from({ length: 300 }, () => Array.from({ length: 20_000 }, (_, n) => n + 0.5))
  expect(lists.length).toBe(300)
}

test('what a burst of work left is given back', async () => {
  await giveMemoryBack()
  const before = heap()
  makeGarbage()
  const grown = heap() - before
  expect(grown).toBeGreaterThan(24 * 1024 * 1024)
  await giveMemoryBack()
  expect(heap() - before).toBeLessThan(grown / 2)
})

test('bytes of its own are freed at once, bytes that others share stay', () => {
  const own = Buffer.concat([randomBytes(50_000), randomBytes(50_000)])
  freeBytes(own)
  expect(own.length).toBe(0)

  const shared = new ArrayBuffer(100)
  const [one, other] = [Buffer.from(shared, 0, 60), Buffer.from(shared, 60)]
  freeBytes(one)
  expect([one.length, other.length]).toEqual([60, 40])
})
