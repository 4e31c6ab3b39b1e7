import { expect, test } from 'vitest'
import {
  createRereads,
  maxWaitingReads,
  readIntervalMs,
  debounceMs,
  type Reread,
} from '../../../../electron/events/rereads.ts'
import { manualTime, start } from './support.ts'

function setUp() {
  const time = manualTime()
  const rereads = createRereads(time.timer)
  const reads: { readonly key: string; readonly at: number }[] = []
  const reread = (key: string, isUrgent = false): Reread => ({
    key,
    isUrgent: () => isUrgent,
    read: () => Promise.resolve(void reads.push({ key, at: time.clock.now() - start })),
  })
  return { time, rereads, reads, reread }
}

test('at most two reads are made in a second, and the requests of one key that wait become one', async () => {
  const { time, rereads, reads, reread } = setUp()
  for (let round = 0; round < 50; round += 1) for (const key of ['a', 'b', 'c']) rereads.request(reread(key))
  await time.pass(10_000)
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(reads.map(({ at }) => at - debounceMs)).toEqual([0, readIntervalMs, 2 * readIntervalMs])
})

test('customers whose page is open are read first', async () => {
  const { time, rereads, reads, reread } = setUp()
  for (const key of ['a', 'b', 'c']) rereads.request(reread(key))
  rereads.request(reread('open', true))
  await time.pass(10_000)
  expect(reads.map(({ key }) => key)).toEqual(['open', 'a', 'b', 'c'])
})

test('the number of waiting reads is limited, except for open customers', async () => {
  const { time, rereads, reads, reread } = setUp()
  const accepted = Array.from({ length: 1000 }, (_, index) => rereads.request(reread(String(index))))
  expect(accepted.filter(Boolean)).toHaveLength(maxWaitingReads)
  expect(rereads.request(reread('open', true))).toBe(true)
  await time.pass(60_000)
  expect(reads.length).toBeLessThanOrEqual(121)
  expect(reads[0]?.key).toBe('open')
})

test('the same key is not read twice at the same time, and a slow read delays no other', async () => {
  const { time, rereads, reads, reread } = setUp()
  const slow = Promise.withResolvers<void>()
  let begun = 0
  const slowRead: Reread = { key: 'slow', isUrgent: () => false, read: () => (begun++, slow.promise) }
  rereads.request(slowRead)
  await time.pass(1000)
  rereads.request(slowRead)
  rereads.request(reread('other'))
  await time.pass(5000)
  expect([begun, reads.map(({ key }) => key)]).toEqual([1, ['other']])
  slow.resolve()
  await time.pass(1000)
  expect(begun).toBe(2)
})

test('nothing is read after the end', async () => {
  const { time, rereads, reads, reread } = setUp()
  for (const key of ['a', 'b', 'c']) rereads.request(reread(key))
  await time.pass(debounceMs)
  rereads.stop()
  expect(rereads.request(reread('d', true))).toBe(false)
  await time.pass(10_000)
  expect([reads.map(({ key }) => key), rereads.waiting()]).toEqual([['a'], 0])
})
