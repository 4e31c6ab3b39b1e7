/**
 * Upkeep of the tables: partitions for the days to come, and removal of what is older than it may be. It runs with the
 * rights of the login, because the running relay may not remove anything from the log.
 */
import * as z from 'zod'
import { codeOf, type Log } from '../log.ts'
import type { RelaySettings } from '../settings.ts'
import { asOwner, select, type Queryable } from './database.ts'

const dayMs = 86_400_000
const daysAhead = 3

interface Partitioned {
  readonly table: 'receipts' | 'log'
  readonly days: number
  readonly keepDays: number
}

const startOf = (days: number, at: number): number => Math.floor(at / (days * dayMs)) * days * dayMs
const nameOf = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Creates the partitions of today and of the next days. Rows of a day without one are in the default partition. */
async function addPartitions(client: Queryable, { table, days }: Partitioned, now: number): Promise<void> {
  const last = startOf(days, now + daysAhead * dayMs)
  for (let from = startOf(days, now); from <= last; from += days * dayMs) {
    const until = from + days * dayMs
    const rows = await select(client, z.object({ found: z.boolean() }), `SELECT to_regclass($1) IS NOT NULL AS found`, [
      nameOf(table, from),
    ])
    if (rows[0]?.found === true) continue
    // Numbers and dates alone are put into the statement, which takes no parameters.
    await client
      .query(
        `CREATE TABLE ${nameOf(table, from)} PARTITION OF ${table}
         FOR VALUES FROM ('${new Date(from).toISOString()}') TO ('${new Date(until).toISOString()}')`,
      )
      .catch((error: unknown) => {
        // Another relay made it, or its rows are in the default partition already.
        if (!['42P07', '23514'].includes(codeOf(error))) throw error
      })
  }
}

async function dropPartitions(client: Queryable, { table, days, keepDays }: Partitioned, now: number): Promise<number> {
  const oldest = nameOf(table, startOf(days, now - keepDays * dayMs))
  const partitions = await select(
    client,
    z.object({ name: z.string() }),
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = $1::regclass AND c.relname ~ $2 AND c.relname < $3`,
    [table, `^${table}_[0-9]{8}$`, oldest],
  )
  for (const { name } of partitions) await client.query(`DROP TABLE ${name}`)
  const column = table === 'log' ? 'at' : 'received_at'
  await client.query(`DELETE FROM ${table}_default WHERE ${column} < $1`, [new Date(now - keepDays * dayMs)])
  return partitions.length
}

/** Removes in parts, so that no statement holds its rows for long. */
async function removeOldEvents(client: Queryable, before: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE received_at < $1 LIMIT 5000)',
      [before],
    )
    if (rowCount === null || rowCount < 5000) return
  }
}

type Keep = Pick<RelaySettings, 'databaseUrl' | 'keepReceiptsDays' | 'keepLogDays' | 'keepEventsDays'>

export async function runUpkeep(settings: Keep, log: Log, now = Date.now()): Promise<void> {
  const tables: readonly Partitioned[] = [
    { table: 'receipts', days: 1, keepDays: settings.keepReceiptsDays },
    { table: 'log', days: 7, keepDays: settings.keepLogDays },
  ]
  await asOwner(settings.databaseUrl, async (client) => {
    let dropped = 0
    for (const partitioned of tables) {
      await addPartitions(client, partitioned, now)
      dropped += await dropPartitions(client, partitioned, now)
    }
    await removeOldEvents(client, new Date(now - settings.keepEventsDays * dayMs))
    await client.query('DELETE FROM challenges WHERE expires_at < now()')
    await client.query('DELETE FROM access_tokens WHERE expires_at < now()')
    await client.query('DELETE FROM claims WHERE until < now()')
    await client.query("DELETE FROM invitations WHERE expires_at < now() - interval '30 days'")
    await client.query("DELETE FROM listening WHERE until < now() - interval '400 days'")
    log.info('upkeep', { dropped })
  })
}
