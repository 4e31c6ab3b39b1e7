/**
 * Notices that the database is an older one than it was: a restored backup, or a standby that had not received
 * everything. Of the last record that this relay has seen, the spool remembers the number and a digest. If the database
 * has another record under that number, or none, what came after the backup is lost: the feed gets another identity, so
 * that desks read it again, and the lost time is a hole.
 */
import * as z from 'zod'
import { asOwner, Instant, inTransaction, Int, select, type Database, type Queryable } from '../database/database.ts'
import type { Preparation } from '../database/prepare.ts'
import type { Spool } from '../ingest/spool.ts'
import { lockLog } from '../ingest/write.ts'
import { appendHoles } from '../listening.ts'
import { codeOf, type Log } from '../log.ts'
import type { RelaySettings } from '../settings.ts'
import { digestSql } from './records.ts'

const dayMs = 86_400_000

const Place = z.object({
  feed: z.string(),
  seq: z.number(),
  digest: z.string(),
  /** When the record was written, in epoch milliseconds. */
  at: z.number(),
})
/** The last record that was seen. */
export type Place = z.infer<typeof Place>

export interface Places {
  /** Whether the database may be read and changed. */
  readonly isPrepared: () => boolean
  readonly recall: () => Place | null
  readonly remember: (place: Place) => void
  /** Renews the feed if the record is lost, and returns whether it is. */
  readonly renewIfLost: (place: Place) => Promise<boolean>
}

const Found = z.object({ digest: z.string().nullable(), erased: z.boolean() })

/** `missing` is a record that may have been erased with its customer or removed for its age. */
export async function findRecord(
  database: Queryable,
  { seq, digest }: Pick<Place, 'seq' | 'digest'>,
): Promise<'there' | 'erased' | 'missing' | 'other'> {
  const [found] = await select(
    database,
    Found,
    `SELECT (SELECT ${digestSql('log')} FROM log WHERE seq = $1 LIMIT 1) AS digest,
       EXISTS (SELECT FROM log WHERE type = 'erased' AND seq > $1) AS erased`,
    [seq],
  )
  if (found === undefined || found.digest === null) return found?.erased === true ? 'erased' : 'missing'
  return found.digest === digest ? 'there' : 'other'
}

const Edge = z.object({ seq: Int, at: Instant })
const Feed = z.object({ id: z.string(), since: Instant })

/**
 * The lost time: from the last record that the backup has until the first one that was added to it. The backup was made
 * before the remembered record was written, and restored after it.
 */
async function renew(databaseUrl: string, { feed, at }: Place): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    inTransaction(client, async () => {
      await lockLog(client)
      const edge = async (text: string, values: unknown[]): Promise<z.infer<typeof Edge> | null> =>
        (await select(client, Edge, text, values))[0] ?? null
      const [known] = await select(client, Feed, 'SELECT id, since FROM feed')
      const last = await edge('SELECT seq, at FROM log WHERE at <= $1 ORDER BY seq DESC LIMIT 1', [new Date(at)])
      const next = await edge('SELECT seq, at FROM log WHERE seq > $1 ORDER BY seq LIMIT 1', [last?.seq ?? 0])
      // Another relay, or an operator, may have renewed the feed already.
      await client.query('UPDATE feed SET id = gen_random_uuid(), since = now() WHERE id = $1', [feed])
      const end = next?.at ?? (known === undefined || known.id === feed ? null : known.since)
      const from = last?.at ?? known?.since ?? new Date(at).toISOString()
      await appendHoles(client, Date.parse(from), end === null ? Date.now() : Date.parse(end))
    }),
  )
}

interface PlacesParts {
  readonly settings: Pick<RelaySettings, 'databaseUrl' | 'keepLogDays'>
  readonly database: Pick<Database, 'read'>
  readonly spool: Spool
  readonly preparation: Preparation
  readonly log: Log
  readonly onRestored: () => void
}

export function createPlaces({ settings, database, spool, preparation, log, onRestored }: PlacesParts): Places {
  return {
    isPrepared: preparation.isDone,
    recall: () => {
      const text = spool.recall('place')
      return text === null ? null : Place.parse(JSON.parse(text))
    },
    remember: (place) => {
      try {
        spool.rememberSoon('place', JSON.stringify(place))
      } catch (error) {
        log.warn('place_not_remembered', { code: codeOf(error) })
      }
    },
    renewIfLost: async (place) => {
      const found = await findRecord(database.read, place)
      if (found === 'there' || found === 'erased') return false
      if (found === 'missing' && place.at < Date.now() - settings.keepLogDays * dayMs) return false
      await renew(settings.databaseUrl, place)
      log.warn('database_restored', { seq: place.seq })
      onRestored()
      return true
    },
  }
}
