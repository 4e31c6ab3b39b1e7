/** A relay process on a PostgreSQL of its own, on a disk, and events that are added to it by statement. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channel } from '../../../relay/database/database.ts'
import { createDatabase, startPostgres } from '../../../relay/postgres/server.ts'
import { startRelayProcess, type RelayProcess } from '../../support/relayProcess.ts'
import { withDatabase } from './relayDevice.ts'

export interface BenchRelay {
  readonly relay: RelayProcess
  readonly databaseUrl: string
}

/** Resolves when the work has and everything is stopped and deleted. */
export async function withBenchRelay(work: (relay: BenchRelay) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-relay-bench-'))
  const data = await mkdtemp(join(tmpdir(), 'relay-data-'))
  const postgres = await startPostgres(folder)
  try {
    await createDatabase(postgres, 'relay')
    const databaseUrl = postgres.url('relay')
    const relay = await startRelayProcess({ DATABASE_URL: databaseUrl, RELAY_PORT: '0', RELAY_DATA: data })
    try {
      await work({ relay, databaseUrl })
    } finally {
      await relay.stop()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    await rm(data, { recursive: true, force: true })
  }
}

export interface AddedEvents {
  readonly count: number
  readonly customers: number
  /** Events of earlier calls with another name are not repeated. */
  readonly name: string
  /** An SQL expression for when each was received, in which `n` is its number. */
  readonly at: string
  /** Whether desks get them from the feed. */
  readonly toLog: boolean
}

/** Adds events of low balance, evenly of many customers, by one statement. */
export async function addEvents(
  databaseUrl: string,
  { count, customers, name, at, toLog }: AddedEvents,
): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query(
      `WITH new AS (
         SELECT n, md5($2 || n) AS hash, date_trunc('milliseconds', ${at}) AS at FROM generate_series(1, $1) n
       ), added AS (
         INSERT INTO events (id, received_at, connection, kind, iccid, customer, details, fingerprint, is_unique)
         -- Ids grow with the time, as those of the relay do.
         SELECT (lpad(to_hex((1000 * extract(epoch FROM at))::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' ||
             substr(hash, 4, 15))::uuid,
           at, 'main', 'lowBalance', 'card' || (n % $4), 'customer' || (n % $4), '{"balanceAmountInByte": 1}',
           sha256(convert_to($2 || n, 'UTF8')), true
         FROM new RETURNING id, received_at
       )
       INSERT INTO log (seq, at, connection, type, event_id)
       SELECT nextval('log_seq'), now(), 'main', 'event', id FROM (SELECT * FROM added ORDER BY received_at, id) sorted WHERE $3`,
      [count, name, toLog, customers],
    )
    // As the relay does after each batch
    if (toLog) await client.query(`NOTIFY ${channel}`)
    await client.query('ANALYZE events')
  })
}

/** One after another in the last ten minutes. */
export const inTenMinutes = "now() - interval '10 minutes' * (1 - n::float8 / $1)"
