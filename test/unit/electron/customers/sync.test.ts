/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { Directory } from '../../../../electron/customers/directory/directory.ts'
import type { OpenedDirectory } from '../../../../electron/customers/directory/protocol.ts'
import { fatalLimit, mortalWorkerUrl, now, openWorker, locationIn, until, workerUrl } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { answer, count, paged, people, start } from './syncSupport.ts'

test('the whole list is read, two pages at a time, and each page is searchable as it lands', async () => {
  const { sync, events, directory, maxAtOnce } = await start(paged(people(95)))
  expect(sync.status()).toMatchObject({ state: 'never', customers: 0, finishedAt: null })
  await sync.run()
  expect(sync.status()).toMatchObject({
    state: 'done',
    customers: 95,
    received: 95,
    problem: null,
    unreadable: [],
    unreadableCount: 0,
  })
  expect(sync.status().finishedAt).not.toBeNull()
  expect(await count(directory)).toBe(95)
  expect(maxAtOnce()).toBe(2)
  expect(events[0]).toMatchObject({ state: 'syncing', customers: 0 })
  expect(
    events.filter(({ state, customers }) => state === 'syncing' && customers > 0 && customers < 95).length,
  ).toBeGreaterThan(3)
  expect(events.at(-1)).toMatchObject({ state: 'done', customers: 95 })
})

describe('while the desk starts', () => {
  const starting = { firstScreen: 4 }

  test('the first screen is read and can be searched; once the desk has started, the whole list is read', async () => {
    const started = Promise.withResolvers<void>()
    const { sync, asked, directory } = await start(paged(people(25)), { started: started.promise, pace: starting })
    const ended = sync.run()
    await expect.poll(() => count(directory)).toBe(4)
    expect(asked).toEqual([0])
    expect(sync.status()).toMatchObject({ state: 'syncing', customers: 4 })
    started.resolve()
    await ended
    expect(sync.status()).toMatchObject({ state: 'done', customers: 25, received: 25 })
  })

  test('a service that sends everybody at once is not asked for everybody again', async () => {
    const started = Promise.withResolvers<void>()
    const { sync, asked, directory } = await start(() => answer(people(60)), {
      started: started.promise,
      pace: starting,
    })
    const ended = sync.run()
    await expect.poll(() => count(directory)).toBe(4)
    started.resolve()
    await ended
    expect(asked).toEqual([0])
    expect(sync.status()).toMatchObject({ state: 'done', customers: 60, received: 60 })
  })

  test('a service with a minimum page size of its own is read completely', async () => {
    const started = Promise.withResolvers<void>()
    const all = people(40)
    const { sync } = await start(({ size, index }) => paged(all)({ size: Math.max(size, 8), index }, undefined), {
      started: started.promise,
      pace: starting,
    })
    const ended = sync.run()
    started.resolve()
    await ended
    expect(sync.status()).toMatchObject({ state: 'done', customers: 40 })
  })

  test('an unreadable customer is reported once', async () => {
    const started = Promise.withResolvers<void>()
    const unreadable = [
      { uid: 'c-9', reason: 'wrong types' },
      { uid: null, reason: 'no uid' },
    ]
    const { sync } = await start(({ index }) => (index === 0 ? answer(people(2), unreadable) : answer([])), {
      started: started.promise,
      pace: starting,
    })
    const ended = sync.run()
    started.resolve()
    await ended
    expect(sync.status()).toMatchObject({ state: 'done', customers: 2, unreadableCount: 2, unreadable })
  })

  test('a run ends if a page arrives after the end of the connection', async () => {
    const landed = Promise.withResolvers<void>()
    const inner = await openWorker()
    const directory: Directory = {
      ...inner,
      async call(call) {
        const answered = await inner.call(call)
        await landed.promise
        return answered
      },
    }
    const { sync, asked } = await start(paged(people(25)), {
      started: new Promise(() => undefined),
      pace: starting,
      directory,
    })
    const ended = sync.run()
    await expect.poll(() => asked.length).toBe(1)
    await expect.poll(() => count(inner)).toBe(4)
    const stopped = sync.stop()
    landed.resolve()
    await Promise.all([stopped, ended])
    expect(asked).toEqual([0])
  })

  test('waiting for the start ends with the connection', async () => {
    const { sync, asked, directory } = await start(paged(people(25)), {
      started: new Promise(() => undefined),
      pace: starting,
    })
    const ended = sync.run()
    await expect.poll(() => count(directory)).toBe(4)
    await sync.stop()
    await ended
    expect(asked).toEqual([0])
  })
})

test('progress is emitted at a limited rate', async () => {
  const { sync, events } = await start(paged(people(300)), { pace: { progressEvery: 60_000 } })
  await sync.run()
  expect(events.map(({ state }) => state)).toEqual(['syncing', 'done'])
})

test('an account without customers is done at once', async () => {
  const { sync } = await start(paged([]))
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: 0 })
})

test.each([
  ['more than was asked for', 25],
  ['fewer than a page', 7],
  ['exactly a page', 10],
])('a service that answers the whole list whatever is asked is read once: %s', async (_, size) => {
  const all = people(size)
  const { sync, asked } = await start(() => answer(all))
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: size })
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('a service that caps the size of a page is read to its end', async () => {
  const all = people(40)
  const { sync } = await start(({ index }) => answer(all.slice(index * 3, (index + 1) * 3)))
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: 40 })
})

test('a service that sends all customers at once is asked once, and its answer is stored in parts', async () => {
  const { sync, asked, events } = await start(() => answer(people(1200)))
  await sync.run()
  expect(asked).toEqual([0])
  expect(sync.status()).toMatchObject({ state: 'done', customers: 1200, received: 1200 })
  expect(
    events.filter(({ state, customers }) => state === 'syncing' && customers > 0 && customers < 1200).length,
  ).toBeGreaterThan(2)
})

test('a service that counts its pages from 1 is read to its end', async () => {
  const all = people(55)
  const { sync } = await start(({ size, index }) => paged(all)({ size, index: Math.max(0, index - 1) }, undefined))
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: 55 })
})

test('a customer that was removed from the service is removed after two complete runs, and not before', async () => {
  let all = people(30)
  let broken = false
  const { sync, directory } = await start((page, signal) => {
    if (broken && page.index === 1) throw new DeskError('service_cut_off', 'The answer ended early')
    return paged(all)(page, signal)
  })
  await sync.run()
  all = people(20, 10)
  broken = true
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'failed', problem: 'service_cut_off', customers: 30 })
  expect(sync.status().finishedAt).not.toBeNull()
  broken = false
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', problem: null, customers: 30 })
  broken = true
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'failed', customers: 30 })
  broken = false
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', problem: null, customers: 20 })
  expect(await count(directory)).toBe(20)
})

test('a customer who is missed by one run because the list shifted stays', async () => {
  const all = people(30)
  let missed = 12
  const { sync, directory } = await start((page, signal) => paged(all.filter((_, n) => n !== missed))(page, signal))
  missed = -1
  await sync.run()
  for (missed of [12, 17, -1]) {
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'done', customers: 30 })
  }
  expect(await count(directory)).toBe(30)
})

test.each([
  ['empty', 30, 0],
  ['empty, where few were there', 3, 0],
  ['sharply smaller', 30, 14],
])('a list that is %s is a wrong answer and removes no customer, however often it arrives', async (_, were, are) => {
  let all = people(were)
  const { sync, directory } = await start((page, signal) => paged(all)(page, signal))
  await sync.run()
  all = people(are)
  for (let time = 0; time < 3; time += 1) {
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'failed', problem: 'unreadable_answer', customers: were })
  }
  expect(await count(directory)).toBe(were)
  all = people(were)
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', problem: null, customers: were })
})

test('most customers of a short list may disappear', async () => {
  let all = people(8)
  const { sync } = await start((page, signal) => paged(all)(page, signal))
  await sync.run()
  all = people(1)
  await sync.run()
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: 1 })
})

test('one customer of many who cannot be read is listed, the others are there, and what was known of them stays', async () => {
  const all = people(30)
  const first = await start(paged(all))
  await first.sync.run()
  await first.sync.stop()
  const unreadable = [{ uid: 'c-3', reason: 'email: expected string' }]
  const second = await start(
    ({ size, index }) =>
      answer(
        all.slice(index * size, (index + 1) * size).filter(({ customer: { uid } }) => uid !== 'c-3'),
        index === 0 ? unreadable : [],
      ),
    { directory: first.directory },
  )
  await second.sync.run()
  expect(second.sync.status()).toMatchObject({ state: 'done', customers: 30, unreadable, unreadableCount: 1 })
})

test('unreadable customers without a name are counted, and no customer is removed if a page may have been missed', async () => {
  const before = await start(paged(people(30)))
  await before.sync.run()
  await before.sync.stop()
  const nameless = Array.from({ length: 10 }, () => ({ uid: null, reason: 'customer: missing' }))
  const { sync } = await start(
    ({ index }) => (index === 0 ? answer(people(9), nameless.slice(0, 1)) : answer([], nameless)),
    { directory: before.directory },
  )
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'done', customers: 30, unreadableCount: 1 })
})

test('at most a hundred unreadable ones are listed, and all are counted', async () => {
  const { sync } = await start(({ index }) =>
    index < 30
      ? answer(
          [],
          Array.from({ length: 9 }, (_, n) => ({ uid: `bad-${index}-${n}`, reason: 'x' })),
        )
      : answer([]),
  )
  await sync.run()
  expect(sync.status().unreadable).toHaveLength(100)
  expect(sync.status().unreadableCount).toBe(270)
})

test('two who ask for a sync get one run', async () => {
  const { sync, asked } = await start(paged(people(5)))
  await Promise.all([sync.run(), sync.run()])
  expect(asked.filter((index) => index === 0)).toHaveLength(1)
})

test('closing the connection ends a run at once, reports no failure and keeps what was read', async () => {
  const { sync, close, events, directory } = await start(({ size, index }, signal) =>
    index === 0
      ? answer(people(size))
      : new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true }),
        ),
  )
  const ended = sync.run()
  await until(() => sync.status().customers === 10)
  close.abort()
  await ended
  expect(events.some(({ state }) => state === 'failed')).toBe(false)
  expect(await count(directory)).toBe(10)
})

test('a failed run is repeated automatically, and the next run follows automatically', async () => {
  let failures = 2
  let runs = 0
  const { sync } = await start(
    ({ index }) => {
      if (index === 0) runs += 1
      if (failures-- > 0) throw new DeskError('address_unreachable', 'No way there')
      return index === 0 ? answer(people(3)) : answer([])
    },
    { pace: { retryAfter: 1, every: 20 } },
  )
  sync.begin('due')
  await until(() => sync.status().state === 'done')
  const first = runs
  await until(() => runs > first)
  expect(sync.status().customers).toBe(3)
})

test('a directory that is young is not read again at once, an old one is', async () => {
  const place = locationIn(await temporaryFolder())
  const first = await openWorker(place)
  const reading = await start(paged(people(3)), { directory: first })
  await reading.sync.run()
  await reading.sync.stop()
  await first.close()

  const young = await openWorker(place)
  const again = await start(paged(people(3)), { directory: young })
  again.sync.begin('due')
  expect(again.sync.status()).toMatchObject({ state: 'done', customers: 3 })
  expect(again.asked).toEqual([])
  await again.sync.stop()

  const old = await start(paged(people(4)), { directory: young, pace: { every: 0 } })
  old.sync.begin('due')
  await until(() => old.sync.status().customers === 4)
})

test('when the directory fails during a run, the run fails and nothing is removed', async () => {
  const place = locationIn(await temporaryFolder())
  const filled = await openWorker(place, undefined, workerUrl)
  const reading = await start(paged(people(30)), { directory: filled })
  await reading.sync.run()
  await reading.sync.stop()
  await filled.close()

  let reopened: (opened: OpenedDirectory | null) => void = () => undefined
  const mortal = await openWorker(place, (opened) => reopened(opened), mortalWorkerUrl)
  const { sync } = await start(
    async ({ index }) => {
      if (index === 2) await mortal.call((remote) => remote.list({ limit: fatalLimit, now })).catch(() => undefined)
      return index < 4 ? answer(people(5, index * 5)) : answer([])
    },
    { directory: mortal },
  )
  reopened = (opened) => (opened === null ? undefined : sync.reopened(opened))
  await sync.run()
  expect(sync.status()).toMatchObject({ state: 'failed', problem: 'storage_unreadable' })
  expect(await count(mortal)).toBe(30)
})
