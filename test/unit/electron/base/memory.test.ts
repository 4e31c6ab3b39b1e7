import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { freeBytes, wholeMemoryOf } from '../../../../electron/base/memory.ts'

test('the garbage of a burst of work is released', async () => {
  const thread = new Worker(new URL('./memoryThread.ts', import.meta.url))
  const [message] = await once(thread, 'message')
  const { grown, left } = z.object({ grown: z.number(), left: z.number() }).parse(message)
  expect(grown).toBeGreaterThan(24 * 1024 * 1024)
  expect(left).toBeLessThan(grown / 2)
  await thread.terminate()
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

test('memory is moved only if nobody else shares it', () => {
  const own = new Uint8Array(100)
  expect(wholeMemoryOf(own)).toEqual([own.buffer])
  expect(wholeMemoryOf(own.subarray(1))).toEqual([])
  expect(wholeMemoryOf(new Uint8Array(new SharedArrayBuffer(100)))).toEqual([])
  expect(wholeMemoryOf(undefined)).toEqual([])
})
