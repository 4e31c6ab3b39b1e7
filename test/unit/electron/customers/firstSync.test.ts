/**
 * A first sync, what a crash leaves of it, and when its file is safe.
 *
 * @module-tag long
 */
import { copyFile, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerFilters, customerSorts, defaultListView } from '#shared/model/customer/customerList.ts'
import { digestBytes } from '../../../../electron/customers/directory/digestTable.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import {
  beginRun,
  completeSome,
  createRunContext,
  endRun,
  known,
  put,
  removeUnseen,
  type RunContext,
} from '../../../../electron/customers/directory/runs.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn, now, until } from './support.ts'

type Location = ReturnType<typeof locationIn>

function open(location: Location): { readonly file: OpenFile; readonly context: RunContext } {
  const quarantined: string[] = []
  const file = openFile(location, quarantined)
  onTestFinished(() => file.bulkLoad.close())
  expect(quarantined).toEqual([])
  return { file, context: createRunContext(() => file) }
}

const add = (context: RunContext, from: number, to: number): Promise<unknown> => {
  const entries = Array.from({ length: to - from }, (_, n) => customer(`c-${from + n}`, `mail${from + n}@x.example`))
  return put(context, { entries, unreadableUids: [], askedAt: 1, fetchedAt: now })
}

/** Copies the files as the end of the process would leave them. */
async function asAfterCrash(location: Location): Promise<Location> {
  const folder = dirname(location.file)
  const copy = locationIn(await temporaryFolder())
  for (const name of await readdir(folder))
    if (name.startsWith(basename(location.file))) await copyFile(join(folder, name), join(dirname(copy.file), name))
  return copy
}

const found = ({ finder }: OpenFile, n: number): number =>
  finder.search({ query: `mail${n}@x.example`, limit: 5, now }).rows.length
const isMarked = ({ db }: OpenFile): boolean =>
  db.prepare("SELECT value FROM meta WHERE name = 'bulkLoadSince'").get() !== undefined
const journalMode = ({ db }: OpenFile): unknown => db.pragma('journal_mode', { simple: true })

test('the end of the process in the middle of a transaction leaves the last commit', async () => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  beginRun(context)
  await add(context, 0, 300)
  file.writer.commit()
  // With few pages in memory, pages of the transaction reach the file before its end.
  file.db.pragma('cache_size = 10')
  await add(context, 300, 900)
  expect((await stat(`${location.file}-journal`)).size).toBeGreaterThan(0)

  const { file: left } = open(await asAfterCrash(location))
  expect(left.store.count()).toBe(300)
  expect(left.db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect([found(left, 299), found(left, 300)]).toEqual([1, 0])
  expect(left.finder.search({ query: 'mail29', limit: 20, now }).rows).toHaveLength(11)
})

test('a file that the computer left in the middle is replaced by an empty one', async () => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  beginRun(context)
  await add(context, 0, 10)
  expect(isMarked(file)).toBe(true)
  const earlier = String(Date.now() - 100 * 24 * 3_600_000)
  file.writer.write(() => file.db.prepare("UPDATE meta SET value = ? WHERE name = 'bulkLoadSince'").run(earlier))
  file.writer.commit()

  const { file: left, context: next } = open(await asAfterCrash(location))
  expect([left.store.count(), isMarked(left)]).toEqual([0, false])
  beginRun(next)
  await add(next, 0, 10)
  expect(found(left, 9)).toBe(1)
})

test.each(['it is complete', 'it is closed'])('every commit of a directory is safe once %s', async (event) => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  expect([journalMode(file), isMarked(file)]).toEqual(['wal', false])
  beginRun(context)
  await add(context, 0, 10)
  expect([journalMode(file), isMarked(file)]).toEqual(['truncate', true])
  endRun(context, emptyRecord)
  if (event === 'it is complete') {
    while (await completeSome(context, 0));
    await until(() => !isMarked(file))
    expect([journalMode(file), file.db.pragma('synchronous', { simple: true })]).toEqual(['wal', 1])
  }
  file.bulkLoad.close()
  const { file: again } = open(location)
  expect([again.store.count(), journalMode(again), isMarked(again)]).toEqual([10, 'wal', false])
})

test('what a crash left is safe after the next run', async () => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  beginRun(context)
  await add(context, 0, 10)
  file.writer.commit()
  const { file: left, context: next } = open(await asAfterCrash(location))
  expect([left.store.count(), isMarked(left)]).toEqual([10, true])
  beginRun(next)
  await add(next, 0, 10)
  endRun(next, emptyRecord)
  while (await completeSome(next, 0));
  await until(() => !isMarked(left))
  expect(journalMode(left)).toBe('wal')
})

const indexesOf = ({ db }: OpenFile): readonly unknown[] =>
  db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name").all()

const addListed = (context: RunContext, from: number, to: number, askedAt = 1): Promise<unknown> => {
  const entries = Array.from({ length: to - from }, (_, at) => {
    const n = from + at
    const items = [item(`i-${n}`, { salesDate: new Date(now - ((n * 7919) % 100) * 1000).toISOString() })]
    const state = ['INSTALLED', 'RELEASED', 'ERROR'][n % 3]
    return customer(`c-${n}`, n % 5 === 0 ? null : `mail${(n * 7) % 50}@x.example`, {
      activatedItems: n % 7 === 0 ? [...items, { uid: `broken-${n}`, balance: 'none' }] : items,
      relatedEsims: [esim(`89370025${String(n).padStart(10, '0')}`, { state })],
    })
  })
  return put(context, { entries, unreadableUids: [], askedAt, fetchedAt: now })
}

async function lists({ lister }: OpenFile): Promise<readonly unknown[]> {
  const requests = customerSorts.flatMap((sort) =>
    customerFilters.flatMap((filter) =>
      [true, false].map((descending) => ({
        view: { sort, descending, filter, days: 3, country: null },
        unconfirmed: [],
        now,
      })),
    ),
  )
  const answers: unknown[] = []
  for (const request of requests) {
    const { rows, matching, counts } = await lister.browse({ ...request, from: 20, limit: 30 })
    answers.push([request.view, rows.map(({ uid }) => uid), matching, counts])
  }
  return answers
}

test('the list is the same before and after its indexes are created at the end of a first sync', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  const before = indexesOf(file)
  beginRun(context)
  await addListed(context, 0, 100)
  await addListed(context, 100, 200)
  expect(indexesOf(file).length).toBeLessThan(before.length - 30)
  const during = await lists(file)
  endRun(context, emptyRecord)
  while (await completeSome(context, 0));
  expect(indexesOf(file)).toEqual(before)
  expect(await lists(file)).toEqual(during)
  await addListed(context, 200, 210)
  expect(file.store.facts.counts(file.writer.rollbacks()).all).toBe(210)
})

test('after the end of the worker in a first sync customers are listed, and the next run creates the indexes', async () => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  const indexes = indexesOf(file)
  beginRun(context)
  await addListed(context, 0, 100)
  file.writer.commit()

  const { file: left, context: next } = open(await asAfterCrash(location))
  const during = await lists(left)
  expect(during).toEqual(await lists(file))
  beginRun(next)
  endRun(next, emptyRecord)
  while (await completeSome(next, 0));
  expect(indexesOf(left)).toEqual(indexes)
  expect(await lists(left)).toEqual(during)
})

test('a directory that cannot be completed is safe, and the next run completes it', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  const indexes = indexesOf(file)
  beginRun(context)
  await addListed(context, 0, 100)
  endRun(context, emptyRecord)
  const full = vi.spyOn(file.store.facts.indexes, 'createNext').mockImplementation(() => {
    throw new Error('The disk is full')
  })
  await expect(completeSome(context, 0)).rejects.toThrow('The disk is full')
  await until(() => !isMarked(file))
  expect(journalMode(file)).toBe('wal')
  full.mockRestore()
  while (await completeSome(context, 0));
  expect(indexesOf(file)).toEqual(indexes)
})

test('a rollback while the indexes are created leaves those that are missing to the next run', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  const indexes = indexesOf(file)
  beginRun(context)
  await addListed(context, 0, 100)
  file.writer.commit()
  file.writer.write(file.store.facts.indexes.createNext)
  expect(() =>
    file.writer.write(() => {
      throw new Error('The disk is full')
    }),
  ).toThrow('The disk is full')
  await lists(file)
  endRun(context, emptyRecord)
  while (await completeSome(context, 0));
  expect(indexesOf(file)).toEqual(indexes)
})

test('a uid that a first sync lists twice is one customer, and the first entry counts', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  beginRun(context)
  const digests = new Uint8Array(2 * digestBytes).fill(1, digestBytes)
  const entries = [customer('c-1', 'first@x.example'), customer('c-1', 'second@x.example')]
  const answer = await put(context, { entries, digests, unreadableUids: [], askedAt: 1, fetchedAt: now })
  expect(answer).toEqual({ fresh: 1, skipped: 0, customers: 1, sorted: true })
  expect(file.finder.search({ query: 'first@x.example', limit: 5, now }).rows).toHaveLength(1)
  expect(file.finder.search({ query: 'second@x.example', limit: 5, now }).rows).toHaveLength(0)
})

const countNames = ({ db }: OpenFile): unknown => db.prepare('SELECT count(*) FROM temp.single_names').pluck().get()

/** Reads a list of customers as one run does. */
async function run(context: RunContext, to: number): Promise<void> {
  beginRun(context)
  await known(context)
  await addListed(context, 0, to)
  await removeUnseen(context)
  endRun(context, { ...emptyRecord, completedAt: new Date(now).toISOString() })
  while (await completeSome(context, 0));
}

test('after a first screen the first sync reads everybody, and each customer is there and counted once', async () => {
  const { file: other, context: whole } = open(locationIn(await temporaryFolder()))
  await run(whole, 200)

  const { file, context } = open(locationIn(await temporaryFolder()))
  const indexes = indexesOf(file)
  await addListed(context, 0, 30)
  file.writer.commit()
  expect(journalMode(file)).toBe('wal')
  beginRun(context)
  await known(context)
  expect([journalMode(file), isMarked(file)]).toEqual(['truncate', true])
  expect(indexesOf(file).length).toBeLessThan(indexes.length - 30)
  // One of the first screen has another package by now.
  const changed = customer('c-7', 'changed@x.example', { activatedItems: [item('i-7')] })
  await put(context, { entries: [changed], unreadableUids: [], askedAt: 2, fetchedAt: now })
  const repeated = await addListed(context, 0, 20)
  expect(repeated).toMatchObject({ fresh: 19, customers: 30 })
  expect(await addListed(context, 20, 200)).toMatchObject({ fresh: 180, customers: 200 })
  expect(await removeUnseen(context)).toBe(200)
  endRun(context, { ...emptyRecord, completedAt: new Date(now).toISOString() })
  while (await completeSome(context, 0));
  expect(indexesOf(file)).toEqual(indexes)
  expect(file.store.facts.counts(file.writer.rollbacks()).all).toBe(200)
  const rows = (query: string): number => file.finder.search({ query, limit: 5, now }).rows.length
  expect([rows('changed@x.example'), rows('c-29'), rows('c-199')]).toEqual([1, 1, 1])
  // Asked for after the changed one, so that it is as the others again.
  await addListed(context, 0, 200, 3)
  file.writer.commit()
  expect(countNames(file)).toBe(countNames(other))
  expect(await lists(file)).toEqual(await lists(other))
})

test('a run after a complete one writes into the log, and into the list with its indexes', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  const indexes = indexesOf(file)
  await run(context, 30)
  await until(() => !isMarked(file))
  beginRun(context)
  expect([journalMode(file), isMarked(file)]).toEqual(['wal', false])
  expect(indexesOf(file)).toEqual(indexes)
})

test('a directory with differences, which are not read again, is written without the risk of losing them', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  await add(context, 0, 1)
  const changed = customer('c-0', 'other@x.example')
  await put(context, { entries: [changed], unreadableUids: [], askedAt: 2, fetchedAt: now })
  file.writer.commit()
  beginRun(context)
  expect([journalMode(file), isMarked(file), file.store.hasDifferences()]).toEqual(['wal', false, true])
})

test('a run that repeats a failed first one leaves the indexes of a large list', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  beginRun(context)
  await add(context, 0, 1001)
  endRun(context, { ...emptyRecord, problem: 'unreachable' })
  while (await completeSome(context, 0));
  await until(() => !isMarked(file))
  beginRun(context)
  expect([journalMode(file), file.store.facts.indexes.areThere()]).toEqual(['wal', true])
})

const segments = ({ db }: OpenFile): readonly unknown[] =>
  ['names', 'texts'].map((table) => db.prepare(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get())

test('the segments of the indexes that a first sync leaves are merged, and those of a later run are left', async () => {
  const { file, context } = open(locationIn(await temporaryFolder()))
  beginRun(context)
  for (const from of [0, 100, 200]) {
    await addListed(context, from, from + 100)
    file.writer.commit()
  }
  expect(segments(file)).toEqual([3, 3])
  endRun(context, { ...emptyRecord, completedAt: new Date(now).toISOString() })
  while (await completeSome(context, 0));
  expect(segments(file)).toEqual([1, 1])
  await run(context, 310)
  expect(segments(file)).toEqual([2, 2])
  expect(file.finder.search({ query: 'c-309', limit: 5, now }).rows).toHaveLength(1)
})

test('a list whose first sync was interrupted is filtered by the time at which it is read', async () => {
  const location = locationIn(await temporaryFolder())
  const { file, context } = open(location)
  beginRun(context)
  const day = 24 * 3_600_000
  const endsIn = (uid: string, days: number) => item(uid, {}, { expiresAt: new Date(now + days * day).toISOString() })
  const entries = Array.from({ length: 1203 }, (_, n) =>
    customer(`c-${n}`, null, { activatedItems: [endsIn(`i-${n}`, 2), endsIn(`j-${n}`, 5)] }),
  )
  await put(context, { entries, unreadableUids: [], askedAt: 1, fetchedAt: now })
  file.writer.commit()

  const { file: left } = open(await asAfterCrash(location))
  expect(left.store.facts.indexes.areThere()).toBe(false)
  const view = { ...defaultListView, filter: 'ending', days: 3 } as const
  const ending = async (time: number): Promise<number> =>
    (await left.lister.browse({ view, from: 0, limit: 1, unconfirmed: [], now: time })).matching
  const counted: number[] = []
  for (const after of [0, 3, 6, 3, 0]) counted.push(await ending(now + after * day))
  expect(counted).toEqual([1203, 1203, 0, 1203, 1203])
})
