import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimelineType } from '#shared/model/events.ts'
import { type TimelineEntry } from '#shared/model/events.ts'
import type { MailRow } from '#shared/model/mail.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
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
  to: 'ada@example.org',
  own: true,
  language: 'en',
  agent: 'Ann',
  createdAt: instant(seconds),
})

/** Fakes the two lists as the journal and the outbox page them. */
function sources(
  operationTimes: readonly number[],
  mailTimes: readonly number[],
  eventTimes: readonly number[],
  noteTimes: readonly number[] = [],
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

test('pages of any size show operations, mails, events and notes once and by time, also those of the same moment', async () => {
  const times = fc.array(fc.nat(6), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      times,
      times,
      times,
      times,
      fc.integer({ min: 1, max: 9 }),
      async (one, two, three, four, limit) => {
        const entries = await readAll(sources(one, two, three, four), limit)
        expect(entries).toHaveLength(one.length + two.length + three.length + four.length)
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
