/** Connections to PostgreSQL. SQL is written by hand, and each row is parsed. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod'
import { codeOf, type Log } from '../log.ts'

export interface Queryable {
  readonly query: (
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>
}

/** Runs a statement and parses its rows. */
export async function select<T>(
  database: Queryable,
  row: z.ZodType<T>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const { rows } = await database.query(text, values)
  return z.array(row).parse(rows)
}

/** Sequence numbers and counts arrive as text, because PostgreSQL's bigint is wider than a number. */
export const Int = z.coerce.number().int().nonnegative()
export const Instant = z.date().transform((date) => date.toISOString())

const runtimeRole = 'esim_relay_runtime'
/** The name under which relays notify each other that the log has grown. */
export const channel = 'esim_relay_log'
/** The channel on which the commands of an operator notify the relays of a changed setting. */
export const settingsChannel = 'esim_relay_settings'

/** The relay may not use the database. Its message is for a person; its code gets into the log. */
export class DatabaseRefused extends Error {
  readonly code: 'old_version' | 'not_durable' | 'other_role' | 'other_key'

  constructor(code: DatabaseRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Whether an error passes by itself: the network, and a server that starts, ends, is slow, has no disk (53100), memory
 * (53200) or connection (53300) left, or can't be written to while another server takes over (25006). A full disk is
 * among them because it often gets room without a person (temporary files go, the disk grows), and because a relay that
 * starts meanwhile has to keep webhooks instead of ending. Everything else is taken to last until a person does
 * something, for instance a changed password or a wrong certificate (Node's codes that begin with ERR_).
 */
export const isAway = (error: unknown): boolean =>
  /^(E(?!RR_)[A-Z_]+|(08|40)[0-9A-Z]{3}|25006|53[1-3]00|57014|57P0[1-3]|timeout)$/.test(codeOf(error)) ||
  /timeout|Connection terminated/.test(String(error))

export interface Database {
  /** For writes of webhooks, so that they never wait for readers. */
  readonly write: pg.Pool
  readonly read: pg.Pool
  readonly connectListener: () => Promise<pg.Client>
  readonly close: () => Promise<void>
}

/** The running relay's connections: they have the rights of its role, whatever the login may do. */
export function connectRuntime(url: string, timeoutMs: number, log: Log): Database {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    options: `-c role=${runtimeRole} -c synchronous_commit=on -c statement_timeout=30s -c idle_in_transaction_session_timeout=30s`,
  }
  let isClosed = false
  const pool = (max: number, connectionTimeoutMillis: number, options = ''): pg.Pool => {
    const created = new pg.Pool({
      ...config,
      options: config.options + options,
      connectionTimeoutMillis,
      max,
      idleTimeoutMillis: 30_000,
    })
    // One that breaks between two statements makes the next one fail; without this it would end the process.
    created.on('connect', (client) => client.on('error', () => undefined))
    // A broken idle connection is replaced when it is needed next. At the end the server may be quicker.
    created.on('error', (error) => {
      if (!isClosed) log.warn('database_connection_lost', { code: codeOf(error) })
    })
    return created
  }
  // A batch looks up single rows. Statistics that are older than a burst must not make it read whole tables instead.
  const byIndex = ' -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
  const [write, read] = [pool(3, Math.max(1000, timeoutMs), byIndex), pool(6, 5000)]
  return {
    write,
    read,
    connectListener: async () => {
      const client = new pg.Client(config)
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    close: async () => {
      isClosed = true
      await Promise.all([write.end(), read.end()])
    },
  }
}

/** Runs something with the rights of the login itself: migrations, upkeep and the commands of an operator. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // An error on an idle connection also makes its next statement fail.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Prepares each statement with values once for a connection: the database parses and plans it for the first batch
 * instead of for each. For statements whose text is always the same.
 */
export const withPreparedStatements = (client: pg.ClientBase): Queryable => ({
  query: async (text, values) =>
    values === undefined
      ? await client.query(text)
      : await client.query({ name: createHash('sha256').update(text).digest('base64url'), text, values }),
})

/** Runs something in a transaction, which is rolled back if it throws. */
export async function inTransaction<T, C extends Queryable>(client: C, work: (client: C) => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
