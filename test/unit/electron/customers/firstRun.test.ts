/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { Directory } from '../../../../electron/customers/directory/directory.ts'
import { now, openWorker, locationIn, until } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { count, paged, people, start } from './syncSupport.ts'

/** A directory whose worker is asked by way of `ask`, which gets the name of each call and what makes it. */
const watched = (
  worker: Directory,
  ask: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): Directory => ({
  ...worker,
  call: (call) =>
    worker.call((remote) => {
      const asked: typeof remote = new Proxy(remote, {
        get(_, name) {
          const method = Reflect.get(remote, name) as (...given: unknown[]) => Promise<unknown>
          return (...given: unknown[]) => ask(String(name), () => method(...given))
        },
      })
      return call(asked)
    }),
})

describe('what a first run leaves', () => {
  test('is done once all customers can be found, and by the next run if that fails', async () => {
    const worker = await openWorker()
    const calls: string[] = []
    const directory = watched(worker, async (name, call) => {
      calls.push(name)
      if (name === 'completeSome' && !calls.includes('failed')) {
        calls.push('failed')
        throw new DeskError('storage_unreadable', 'The disk is full')
      }
      return await call()
    })
    const { sync } = await start(paged(people(25)), { directory })
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'done', problem: null, customers: 25 })
    expect(calls.slice(-3)).toEqual(['endRun', 'completeSome', 'failed'])
    expect(await count(directory)).toBe(25)
    await sync.run()
    await sync.stop()
    expect(calls.filter((name) => ['failed', 'completeSome', 'beginRun', 'endRun'].includes(name))).toEqual([
      ...['beginRun', 'endRun', 'completeSome', 'failed'],
      ...['completeSome', 'beginRun', 'endRun', 'completeSome'],
    ])
    expect(sync.status()).toMatchObject({ state: 'done', customers: 25 })
  })

  test('is done before the next run begins, which can be cancelled meanwhile', async () => {
    const worker = await openWorker()
    const held = Promise.withResolvers<boolean>()
    const calls: string[] = []
    const directory = watched(worker, async (name, call) => {
      calls.push(name)
      if (name !== 'completeSome') return await call()
      await held.promise
      return await call()
    })
    const { sync } = await start(paged(people(25)), { directory })
    await sync.run()
    const second = sync.run()
    expect(await sync.cancel()).toMatchObject({ state: 'failed', problem: 'aborted', customers: 25 })
    await second
    const third = sync.run()
    expect(sync.status()).toMatchObject({ state: 'syncing' })
    expect(calls.filter((name) => name === 'beginRun')).toHaveLength(1)
    held.resolve(true)
    await third
    expect(sync.status()).toMatchObject({ state: 'done', customers: 25 })
    expect(calls.filter((name) => name === 'beginRun')).toHaveLength(2)
  })

  test('is done after the next start, also if no run is due', async () => {
    const place = locationIn(await temporaryFolder())
    const first = await openWorker(place)
    const unfinished = watched(first, async (name, call) => (name === 'completeSome' ? false : await call()))
    const earlier = await start(paged(people(25)), { directory: unfinished })
    await earlier.sync.run()
    await earlier.sync.stop()
    await first.close()

    const worker = await openWorker(place)
    const calls: string[] = []
    const directory = watched(worker, async (name, call) => {
      const result = await call()
      calls.push(`${name} ${String(result)}`)
      return result
    })
    const started = Promise.withResolvers<undefined>()
    const { sync, asked } = await start(paged(people(25)), { directory, started: started.promise })
    sync.begin('later')
    expect(calls).toEqual([])
    started.resolve(undefined)
    await until(() => calls.includes('completeSome false'))
    expect(asked).toEqual([])
  })
})

test('whether all customers are sorted into the list is reported once that is done', async () => {
  const worker = await openWorker()
  const sorting = Promise.withResolvers<boolean>()
  const directory = watched(worker, async (name, call) => {
    const result = await call()
    if (name === 'completeSome') await sorting.promise
    return name === 'endRun' ? false : result
  })
  const { sync, events } = await start(paged(people(25)), { directory })
  await sync.run()
  expect(events.at(-1)).toMatchObject({ state: 'done', sorted: false })
  const before = events.length
  sorting.resolve(true)
  await until(() => events.length > before)
  expect(events.slice(before)).toMatchObject([{ state: 'done', sorted: true }])
})

describe('while somebody uses the list', () => {
  test('what the window asks for again by itself is no use', async () => {
    let time = 0
    const directory = watched(await openWorker(), async (name, call) =>
      name === 'completeSome' ? false : await call(),
    )
    const pace = { inUseFor: 1000, rest: 3_600_000 }
    const clock = { now: () => now, monotonic: () => time }
    const { sync } = await start(paged(people(95)), { directory, pace, clock })
    sync.recordActivity('list 50')
    sync.recordActivity('list 100')
    for (time = 1000; time <= 20_000; time += 1000) {
      sync.recordActivity('list 50')
      sync.recordActivity('list 100')
    }
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'done', customers: 95 })
  })

  test('a run rests before each part, and can be cancelled meanwhile', async () => {
    // What a first run leaves would rest as well.
    const directory = watched(await openWorker(), async (name, call) =>
      name === 'completeSome' ? false : await call(),
    )
    const pace = { inUseFor: 3_600_000, rest: 3_600_000 }
    const { sync, asked } = await start(paged(people(95)), { directory, pace })
    sync.recordActivity('search ann')
    const running = sync.run()
    await until(() => asked.length > 0)
    expect(await sync.cancel()).toMatchObject({ state: 'failed', problem: 'aborted', received: 0 })
    await running
    expect(await count(directory)).toBe(0)
  })

  test('a run goes on, and what a first run leaves is done', async () => {
    const worker = await openWorker()
    const rests: unknown[] = []
    const directory = watched(worker, async (name, call) => {
      const result = await call()
      if (name === 'completeSome') rests.push(result)
      return result
    })
    const { sync } = await start(paged(people(95)), { directory, pace: { inUseFor: 3_600_000, rest: 1 } })
    sync.recordActivity('search ann')
    await sync.run()
    await until(() => rests.includes(false))
    expect(sync.status()).toMatchObject({ state: 'done', customers: 95, sorted: true })
  })
})
