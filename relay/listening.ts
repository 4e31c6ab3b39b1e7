/**
 * When a relay was listening. Each relay extends a row of its own every 5 s; times outside of all rows are holes, in
 * which webhooks may have been lost, however short they are. While the database is away, or not yet prepared, the time
 * is remembered in the spool.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import * as z from 'zod'
import { Instant, inTransaction, select, type Queryable } from './database/database.ts'
import type { Preparation } from './database/prepare.ts'
import { appendRecord } from './ingest/write.ts'
import type { Spool } from './ingest/spool.ts'
import { codeOf, type Log } from './log.ts'

const beatMs = 5000
/** A relay whose last beat is no older than this may be running. */
const aliveMs = 2 * beatMs

interface Hole {
  readonly from: string
  readonly until: string
}

const Alive = z.object({ relay: z.uuid(), since: z.number(), until: z.number() })
const Connection = z.object({ name: z.string() })
const Last = z.object({ until: Instant, mayListen: z.boolean() })

interface Beat {
  readonly relay: string
  readonly since: number
  readonly until: number
  /** Null for an earlier relay, and before a relay listens. */
  readonly address: string | null
}

const storeBeat = (client: Queryable, { relay, since, until, address }: Beat): Promise<unknown> =>
  client.query(
    `INSERT INTO listening (relay, since, until, address) VALUES ($1, $2, $3, $4)
     ON CONFLICT (relay) DO UPDATE SET until = greatest(listening.until, excluded.until), address = excluded.address`,
    [relay, new Date(since), new Date(until), address],
  )

/** Returns the address of a relay that is running, or null. */
export async function findRunningAddress(database: Queryable): Promise<string | null> {
  const [row] = await select(
    database,
    z.object({ address: z.string() }),
    `SELECT address FROM listening WHERE address IS NOT NULL AND until > now() - make_interval(secs => $1)
     ORDER BY until DESC LIMIT 1`,
    [aliveMs / 1000],
  )
  return row?.address ?? null
}

/** Adds a hole to the feed of every connection, within a transaction. Times are epoch milliseconds. */
export async function appendHoles(client: Queryable, from: number, until: number): Promise<void> {
  const connections = await select(client, Connection, 'SELECT name FROM connections ORDER BY name')
  const content: Hole = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  for (const { name } of connections) await appendRecord(client, { connection: name, type: 'hole', content })
}

export const reportHole = (client: pg.PoolClient, from: number, until: number): Promise<void> =>
  inTransaction(client, () => appendHoles(client, from, until))

/**
 * Returns the times of a range in which nobody listened. The end of the last relay is an end, not a hole, and so is the
 * latest beat of a relay that may be running.
 */
export async function findHoles(database: Queryable, from: Date, until: Date): Promise<readonly Hole[]> {
  return await select(
    database,
    z.object({ from: Instant, until: Instant }),
    `SELECT covered_until AS "from", since AS "until" FROM (
       SELECT since, max(CASE WHEN address IS NOT NULL AND until > now() - make_interval(secs => $3)
           THEN greatest(until, now()) ELSE until END)
         OVER (ORDER BY since ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
       FROM listening
     ) relays
     WHERE since > covered_until AND since >= $1 AND covered_until <= $2
     ORDER BY since LIMIT 1000`,
    [from, until, aliveMs / 1000],
  )
}

interface Listening {
  /** The relay listens from now on. The commands of an operator reach it at this address. */
  readonly announce: (address: string) => void
  /** The relay takes nothing more from now on. */
  readonly stop: () => void
  /** Stores the last moment of listening. */
  readonly close: () => Promise<void>
}

export function startListening(pool: pg.Pool, { isDone }: Preparation, spool: Spool, log: Log): Listening {
  const relay = randomUUID()
  const stop = new AbortController()
  const before = spool.recall('alive')
  let isReported = false
  let address: string | null = null
  /** When it began to listen and when it has ended, in epoch milliseconds. */
  let since: number | null = null
  let endedAt: number | null = null

  /**
   * The first beat also stores what this folder's relay had remembered, and reports the hole since a relay last
   * listened. Whether another relay still does is known once it has extended its row, or has not for the time of two
   * beats.
   */
  const storeInDatabase = async (client: pg.PoolClient, beat: Beat): Promise<void> => {
    if (!isReported) {
      const earlier = before === null ? null : Alive.parse(JSON.parse(before))
      if (earlier !== null) await storeBeat(client, { ...earlier, address: null })
      const [last] = await select(
        client,
        Last,
        `SELECT until, address IS NOT NULL AND until > now() - make_interval(secs => $2) AS "mayListen"
         FROM listening WHERE relay <> $1 ORDER BY until DESC LIMIT 1`,
        [relay, aliveMs / 1000],
      )
      const lastUntil = last === undefined ? beat.since : Date.parse(last.until)
      if (lastUntil < beat.since && last?.mayListen === true && endedAt === null) return
      if (lastUntil < beat.since) await reportHole(client, lastUntil, beat.since)
      isReported = true
    }
    await storeBeat(client, beat)
  }
  const storeNow = async (): Promise<void> => {
    if (since === null) return
    const beat = { relay, since, until: endedAt ?? Date.now() }
    try {
      if (isDone()) {
        const client = await pool.connect()
        await storeInDatabase(client, { ...beat, address }).finally(() => client.release())
      }
    } catch (error) {
      log.warn('listening_not_stored', { code: codeOf(error) })
    }
    try {
      // What an earlier relay of this folder remembered is needed until it is stored.
      if (isReported || before === null) spool.remember('alive', JSON.stringify(beat))
    } catch (error) {
      log.warn('listening_not_remembered', { code: codeOf(error) })
    }
  }
  let last = Promise.resolve()
  /** One after another, so that the start is reported once. */
  const beat = (): Promise<void> => (last = last.then(storeNow))
  const running = (async () => {
    while (!stop.signal.aborted) {
      await beat()
      await sleep(beatMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    announce: (reachedAt) => {
      address = reachedAt
      since ??= Date.now()
      void beat()
    },
    stop: () => void (endedAt ??= Date.now()),
    close: async () => {
      stop.abort()
      await running
      address = null
      await beat()
    },
  }
}
