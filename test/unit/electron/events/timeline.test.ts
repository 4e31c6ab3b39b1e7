import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimelineType } from '#shared/model/customer/events.ts'
import { type TimelineEntry } from '#shared/model/customer/events.ts'
import { DeskError } from '#shared/errors.ts'
import type { Difference, DifferenceRow } from '#shared/model/customer/differences.ts'
import type { MailRow } from '#shared/model/mail.ts'
import { EsimState } from '#shared/model/customer/views.ts'
import { CustomerUid, EsimUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { readTimeline, type TimelineSources } from '../../../../electron/events/timeline.ts'
import { operation } from '../../renderer/support/samples.ts'
import { createNoteStore, noteRow } from '../../../../electron/notes/store.ts'
import { eventStore, lowBalance, start } from './support.ts'

const customerUid = CustomerUid.parse('c-1')
const iccid = Iccid.parse('8948010000000000001')
const instant = (seconds: number): string => new Date(start + seconds * 1000).toISOString()
const idAt = (index: number): string => String(index).padStart(26, '0')

const mailAt = (seconds: number, index: number): MailRow => ({
  id: idAt(index),
  state: 'SENT',
  problem: null,
  customerUid,
  esimUid: EsimUid.parse('e-1'),
  iccid: index % 2 === 0 ? iccid : Iccid.parse('other'),
  about: 'installation',
  to: 'ada@example.org',
  own: true,
  language: 'en',
  agent: 'Ann',
  createdAt: instant(seconds),
})

const differenceAt = (
  seconds: number,
  index: number,
  differences: readonly Difference[] = [{ kind: 'email', before: null, after: 'ada@example.org' }],
): DifferenceRow => ({
  id: String(index + 1).padStart(16, '0'),
  from: instant(seconds - 600),
  to: instant(seconds),
  differences: [...differences],
})

/** Fakes the two lists as the journal and the outbox page them. */
function sources(
  operationTimes: readonly number[],
  mailTimes: readonly number[],
  eventTimes: readonly number[],
  noteTimes: readonly number[] = [],
  differences: readonly DifferenceRow[] = [],
): TimelineSources {
  const operations = operationTimes
    .toSorted((a, b) => a - b)
    .map((seconds, index) => ({ ...operation(), id: idAt(index), createdAt: instant(seconds) }))
    .reverse()
  const mails = mailTimes
    .toSorted((a, b) => a - b)
    .map(mailAt)
    .reverse()
  const page = <Row extends { readonly id: string }>(
    rows: readonly Row[],
    limit: number,
    cursor: string | undefined,
  ) => {
    const rest = cursor === undefined ? rows : rows.filter(({ id }) => id < cursor)
    const shown = rest.slice(0, Math.min(limit, 3))
    const last = shown.at(-1)
    return {
      rows: [...shown],
      total: rows.length,
      ...(rest.length > shown.length && last !== undefined && { cursor: last.id }),
    }
  }
  const events = eventStore()
  eventTimes
    .toSorted((a, b) => a - b)
    .forEach((seconds, index) =>
      events.store([{ ...lowBalance('c-1', start + index), at: start + seconds * 1000 }], null),
    )
  let at = 0
  const clock = { now: () => start + at * 1000, monotonic: () => 0 }
  const notes = createNoteStore(new Database(':memory:'), clock)
  const agent = { osUser: 'ann', agentName: 'Ann' }
  for (const [index, seconds] of noteTimes.toSorted((a, b) => a - b).entries()) {
    at = seconds
    notes.add({ connection: 'c', customerUid, agent, text: `note ${String(index)}` })
  }
  return {
    notes: (uid, position, limit) =>
      notes.list({ connection: 'c', customerUid: uid }, position, limit).map((note) => noteRow(note, 'ann')),
    operations: (input) =>
      Promise.resolve(
        page(
          operations.filter(({ createdAt }) => input?.to === undefined || createdAt < input.to),
          input?.limit ?? 100,
          input?.cursor,
        ),
      ),
    differences: (_uid, { at: before, beforeId }, limit) =>
      Promise.resolve(
        differences
          .filter(({ to, id }) => {
            const found = Date.parse(to)
            return found < before || (found === before && Number(id) < (beforeId ?? Number.MAX_SAFE_INTEGER))
          })
          .toSorted((one, other) => Date.parse(other.to) - Date.parse(one.to) || Number(other.id) - Number(one.id))
          .slice(0, limit),
      ),
    iccidsOf: (id) => (Number(id) % 2 === 0 ? [iccid] : []),
    mails: (input) => Promise.resolve(page(mails, input?.limit ?? 100, input?.cursor)),
    events,
  }
}

async function readAll(
  from: TimelineSources,
  limit: number,
  whose: { readonly iccid?: Iccid; readonly only?: TimelineType } = {},
): Promise<readonly TimelineEntry[]> {
  const found: TimelineEntry[] = []
  let cursor: string | undefined
  do {
    const page = await readTimeline(from, { customerUid, ...whose }, { limit, cursor })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    found.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

const keyOf = (entry: TimelineEntry): string => JSON.stringify(entry)

test('pages of any size show each entry of the five types once and by time, also those of the same moment', async () => {
  const times = fc.array(fc.nat(6), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      times,
      times,
      times,
      times,
      times,
      fc.integer({ min: 1, max: 9 }),
      async (one, two, three, four, five, limit) => {
        const found = five.map((seconds, index) => differenceAt(seconds, index))
        const entries = await readAll(sources(one, two, three, four, found), limit)
        expect(entries).toHaveLength([one, two, three, four, five].flat().length)
        expect(new Set(entries.map(keyOf)).size).toBe(entries.length)
        expect(entries.map(({ at }) => at)).toEqual(
          entries
            .map(({ at }) => at)
            .toSorted()
            .reverse(),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('the timeline of one eSIM has only what is about it', async () => {
  const entries = await readAll(sources([1, 2, 3, 4], [1, 2, 3], [5], [6]), 2, { iccid })
  expect(entries.map(({ type }) => type)).toEqual(['event', 'mail', 'operation', 'mail', 'operation'])
  const others = await readAll(sources([], [], [5]), 2, { iccid: Iccid.parse('another') })
  expect(others).toEqual([])
})

test('a timeline of one type has the entries of that type alone', async () => {
  const from = sources([1, 2, 3], [1, 2], [5, 6], [1, 1, 4])
  for (const [only, count] of [
    ['operation', 3],
    ['mail', 2],
    ['event', 2],
    ['note', 3],
  ] as const) {
    const entries = await readAll(from, 2, { only })
    expect(entries.map(({ type }) => type)).toEqual(Array.from({ length: count }, () => only))
  }
})

const states = (itemUid: string): Extract<Difference, { readonly kind: 'package' }> => ({
  kind: 'package',
  itemUid: ItemUid.parse(itemUid),
  name: 'Europe 3 GB',
  before: 'waiting_activation',
  after: 'active',
})

test('a difference that a confirmed operation or a correction of this desk explains is not listed a second time', async () => {
  const done = {
    ...operation(),
    kind: 'activate' as const,
    itemUid: ItemUid.parse('own'),
    createdAt: instant(0),
    updatedAt: instant(9),
  }
  const from: TimelineSources = {
    ...sources(
      [],
      [],
      [],
      [],
      [differenceAt(60, 0, [states('own'), states('other')]), differenceAt(9000, 1, [states('own')])],
    ),
    operations: () => Promise.resolve({ rows: [done], total: 1 }),
  }
  const listed = await readAll(from, 5, { only: 'difference' })
  expect(listed).toMatchObject([
    { difference: { to: instant(9000), differences: [{ itemUid: 'own' }] } },
    { difference: { to: instant(60), differences: [{ itemUid: 'other' }] } },
  ])
  // What the operation does not do was done elsewhere.
  const foreign = { ...states('own'), before: 'active' as const, after: 'refunded' as const }
  expect(
    await readAll({ ...from, differences: sources([], [], [], [], [differenceAt(60, 0, [foreign])]).differences }, 5, {
      only: 'difference',
    }),
  ).toHaveLength(1)
  const unconfirmed = {
    ...from,
    operations: () => Promise.resolve({ rows: [{ ...done, state: 'UNKNOWN' as const }], total: 1 }),
  }
  expect(await readAll(unconfirmed, 5, { only: 'difference' })).toMatchObject([
    {},
    { difference: { differences: [{}, {}] } },
  ])

  const correction = { before: null, after: 'ada@example.org', outcome: 'changed' as const }
  const corrected = sources([], [], [], [], [differenceAt(60, 0), differenceAt(9000, 1)])
  const note = {
    id: idAt(1),
    customerUid,
    at: instant(30),
    editedAt: null,
    agent: 'Ann',
    own: false,
    text: '',
    correction,
  }
  const remaining = await readAll({ ...corrected, notes: () => [note] }, 5, { only: 'difference' })
  expect(remaining).toMatchObject([{ difference: { to: instant(9000) } }])
  const unknown = { ...note, correction: { ...correction, outcome: 'unknown' as const } }
  expect(await readAll({ ...corrected, notes: () => [unknown] }, 5, { only: 'difference' })).toHaveLength(2)
})

test('of the differences the timeline of one eSIM has those of that eSIM', async () => {
  const esims = ['released', 'installed'].map((after) => ({
    kind: 'esim' as const,
    iccid: after === 'released' ? iccid : Iccid.parse('other'),
    before: 'disabled' as const,
    after: EsimState.parse(after),
  }))
  const from = sources([], [], [], [], [differenceAt(1, 0), differenceAt(2, 1, [states('i'), ...esims])])
  expect(await readAll(from, 5, { iccid })).toMatchObject([
    { difference: { differences: [{ iccid, after: 'released' }] } },
  ])
})

test('without the directory the timeline has everything but the differences', async () => {
  const from: TimelineSources = {
    ...sources([1, 2], [1], [5]),
    differences: () => Promise.reject(new DeskError('storage_unreadable', 'The directory is gone')),
  }
  expect(await readAll(from, 2)).toHaveLength(4)
  await expect(readAll(from, 2, { only: 'difference' })).rejects.toThrow('The directory is gone')
})
