/** Records that are not in memory any more: many desks that read the same ones ask the database once. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Queryable } from '../../../relay/database/database.ts'
import { createOlderRecords, type OlderRecords, type StartTimer } from '../../../relay/feed/olderRecords.ts'
import { startTestRelay } from '../../support/relay.ts'

const limit = 7

/** A log of records of two connections, and a database that counts how often records are read from it. */
async function logOf(count: number, startTimer?: StartTimer) {
  const { settings } = await startTestRelay()
  const pool = new pg.Pool({ connectionString: settings.databaseUrl })
  onTestFinished(() => pool.end())
  await pool.query(
    `INSERT INTO log (seq, at, connection, type, content)
     SELECT nextval('log_seq'), now(), CASE WHEN n % 3 = 0 THEN 'other' ELSE 'main' END, 'unreadable', '{}'
     FROM generate_series(1, $1) n`,
    [count],
  )
  const { rows } = await pool.query<{ seq: string }>("SELECT seq FROM log WHERE connection = 'main' ORDER BY seq")
  let reads = 0
  let beforeAnswer = (): void => undefined
  const query: Queryable['query'] = async (text, values) => {
    const answer = await pool.query(text, values)
    if (!text.includes('LEFT JOIN events')) return answer
    reads += 1
    beforeAnswer()
    return answer
  }
  return {
    pool,
    older: createOlderRecords({ read: { query } as unknown as pg.Pool }, startTimer),
    seqs: rows.map(({ seq }) => Number(seq)),
    reads: () => reads,
    onRead: (listener: () => void) => void (beforeAnswer = listener),
  }
}

async function readAll(older: OlderRecords, connection: string, from: number): Promise<readonly number[]> {
  const seqs: number[] = []
  let [cursor, more] = [from, true]
  while (more) {
    const part = await older.after(connection, cursor, limit)
    expect(part.found.length).toBeLessThanOrEqual(limit)
    expect(part.end).toBeGreaterThan(more && part.more ? cursor : cursor - 1)
    seqs.push(...part.found.map(({ seq }) => seq))
    ;[cursor, more] = [part.end, part.more]
  }
  return seqs
}

test('desks with different cursors get every record once and in order, and share what is read', async () => {
  const { older, seqs, reads } = await logOf(300)
  const cursors = [0, ...seqs.slice(0, 20)]
  const read = await Promise.all(cursors.map((cursor) => readAll(older, 'main', cursor)))
  for (const [index, cursor] of cursors.entries()) expect(read[index]).toEqual(seqs.filter((seq) => seq > cursor))
  const alone = Math.ceil(seqs.length / limit)
  // One desk alone needs this many reads. How many of them others share depends on which desk is faster when.
  expect(reads()).toBeLessThan((cursors.length * alone) / 2)
  // Those who come later read only where the log ends, in any order.
  const before = reads()
  await Promise.all(cursors.map((cursor) => readAll(older, 'main', cursor)))
  expect(reads() - before).toBeLessThanOrEqual(cursors.length)
  expect(await readAll(older, 'main', 0)).toEqual(seqs)
})

test('a desk gets nothing of what was read for another connection', async () => {
  const { older, seqs } = await logOf(60)
  expect(await readAll(older, 'main', 0)).toEqual(seqs)
  const others = await readAll(older, 'other', 0)
  expect(others).toHaveLength(20)
  expect(others.filter((seq) => seqs.includes(seq))).toEqual([])
})

test('what is erased is not served again, even if it was being read meanwhile', async () => {
  const { older, seqs, pool, onRead } = await logOf(60)
  await older.after('main', 0, limit)
  await pool.query("DELETE FROM log WHERE connection = 'main' AND seq <= $1", [seqs[4]])
  expect((await older.after('main', 0, limit)).found[0]?.seq).toBe(seqs[0])
  older.forget()
  expect((await older.after('main', 0, limit)).found[0]?.seq).toBe(seqs[5])

  onRead(() => older.forget())
  const [cursor = 0] = seqs.slice(20)
  expect((await older.after('main', cursor, limit)).found[0]?.seq).toBe(seqs[21])
  onRead(() => undefined)
  await pool.query("DELETE FROM log WHERE connection = 'main' AND seq <= $1", [seqs[25]])
  expect((await older.after('main', cursor, limit)).found[0]?.seq).toBe(seqs[26])
})

test('what was read for a desk does not stay in memory until another one reads', async () => {
  const timers = new Set<() => void>()
  const { older, seqs, reads } = await logOf(60, (run, ms) => {
    expect(ms).toBe(30_000)
    // Each is an entry of its own, also if it runs the same function.
    const timer = (): void => run()
    timers.add(timer)
    return () => void timers.delete(timer)
  })
  const [second = 0] = seqs.slice(limit - 1)
  await older.after('main', 0, limit)
  await older.after('main', second, limit)
  await older.after('main', 0, limit)
  expect(reads()).toBe(2)
  // The time since the last of them was read has passed.
  expect(timers.size).toBe(1)
  for (const run of timers) run()
  expect(timers.size).toBe(0)
  await older.after('main', 0, limit)
  await older.after('main', second, limit)
  expect(reads()).toBe(4)
  expect(timers.size).toBe(1)
  older.forget()
  expect(timers.size).toBe(0)
})
