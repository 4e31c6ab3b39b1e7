/**
 * The feed: eight writers commit in random order and with random delays, and readers are cut off at random. Each
 * record reaches each reader once and in order. The same run with a plain cursor, whose writers take no lock before
 * they number rows, has to lose records: otherwise this test would prove nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { channel, type Queryable } from '../../../relay/database/database.ts'
import { newId, type Delivery } from '../../../relay/ingest/delivery.ts'
import { writeDeliveries } from '../../../relay/ingest/write.ts'
import { createSealer } from '../../../relay/secrets.ts'
import { eventually } from '../../support/eventually.ts'
import { enrolDevice, startTestRelay, type TestDevice, type TestRelay } from '../../support/relay.ts'
import { FeedPage, relayPaths } from '#shared/wire/relay.ts'
import { sizes } from '../sizes.ts'

const writers = 8
const sealer = createSealer(Buffer.alloc(32, 7))
const below = (limit: number): number => Math.floor(Math.random() * limit)

function delivery(index: number): Delivery {
  const receivedAt = Date.now()
  const body = Buffer.from(JSON.stringify({ iccid: String(index), newCountry: 'FR' }))
  return {
    id: newId(receivedAt),
    receivedAt,
    connection: 'main',
    kind: 'countryChange',
    isTest: false,
    answer: null,
    body,
  }
}

/** Delays commits at random, some for longer than readers wait to look; the mutant also leaves the lock out. */
const disturbed = (client: Queryable, withLock: boolean): Queryable => ({
  query: async (text, values) => {
    if (!withLock && text.includes('pg_advisory_xact_lock')) return { rows: [], rowCount: 0 }
    if (text === 'COMMIT') await sleep(below(10) === 0 ? 60 : below(4))
    return await client.query(text, values)
  },
})

/** Returns how many records it has written. */
async function write(databaseUrl: string, withLock: boolean): Promise<number> {
  let written = 0
  const run = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (written < sizes.feedRecords) {
      const batch = Array.from({ length: 1 + below(3) }, () => delivery(written++))
      await writeDeliveries(disturbed(client, withLock), batch, sealer)
      await client.query(`NOTIFY ${channel}`)
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: writers }, run))
  return written
}

interface Reader {
  readonly seqs: number[]
  readonly stop: () => Promise<void>
}

/** Reads by long poll, and hangs up on every fourth call. */
function read({ url }: TestRelay, { token }: TestDevice): Reader {
  const seqs: number[] = []
  let stopped = false
  const run = async (): Promise<void> => {
    let cursor = 0
    while (!stopped) {
      const limit = below(4) === 0 ? below(20) : 5000
      const path = `${relayPaths.feed}?wait=1&limit=${String(50 + below(500))}&after=${String(cursor)}`
      const page = await fetch(url + path, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(limit),
      })
        .then((answer) => answer.json())
        .then((value) => FeedPage.parse(value))
        .catch(() => null)
      if (page !== null) {
        seqs.push(...page.records.map(({ seq }) => seq))
        cursor = page.next
      }
      await sleep(below(100))
    }
  }
  const running = run()
  return {
    seqs,
    stop: async () => {
      stopped = true
      await running
    },
  }
}

interface Outcome {
  readonly written: number
  readonly inDatabase: readonly number[]
  readonly seqs: readonly (readonly number[])[]
}

async function runFeed(withLock: boolean): Promise<Outcome> {
  const first = await startTestRelay()
  const { databaseUrl } = first.settings
  const second = await startTestRelay({ databaseUrl })
  const device = await enrolDevice(first)
  const running = Array.from({ length: sizes.feedReaders }, (_, index) =>
    read(index % 2 === 0 ? first : second, device),
  )
  const written = await write(databaseUrl, withLock)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ seq: string }>('SELECT seq FROM log ORDER BY seq')
  await client.end()
  const inDatabase = rows.map(({ seq }) => Number(seq))
  const last = inDatabase.at(-1) ?? 0
  await eventually(() => {
    for (const { seqs } of running) expect(seqs.at(-1)).toBe(last)
  })
  await Promise.all(running.map(({ stop }) => stop()))
  return { written, inDatabase, seqs: running.map(({ seqs }) => seqs) }
}

test('every reader gets every record once and in order', async () => {
  const { written, inDatabase, seqs } = await runFeed(true)
  expect(inDatabase).toHaveLength(written)
  for (const read of seqs) expect(read).toEqual(inDatabase)
})

test('a plain cursor, without the lock, loses records', async () => {
  const { written, inDatabase, seqs } = await runFeed(false)
  expect(inDatabase).toHaveLength(written)
  expect(Math.min(...seqs.map((read) => read.length))).toBeLessThan(inDatabase.length)
})
