/**
 * Where webhooks wait while the database is away or slow: a SQLite file that is synced to the disk before a webhook is
 * acknowledged. Bodies are encrypted in it. It also remembers the addresses, so that a relay that starts while the
 * database is away has them.
 */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import type { Sealer } from '../secrets.ts'
import { DeliveryHead, type Delivery } from './delivery.ts'

/** The spool has no room left, so the webhook can't be acknowledged. */
export class SpoolFull extends Error {}

const Row = z.object({ place: z.number(), head: z.string(), key_id: z.string(), body: z.instanceof(Buffer) })
const Value = z.object({ value: z.string() })
const StoredAnswer = z.object({
  connection: z.string(),
  hash: z.instanceof(Buffer),
  key_id: z.string(),
  answer: z.instanceof(Buffer),
})

interface SpooledDelivery {
  readonly place: number
  /** Null if nothing of it can be read, also not when it came. */
  readonly delivery: Delivery | null
}

export interface Spool {
  readonly depth: () => number
  /** Throws SpoolFull. */
  readonly append: (deliveries: readonly Delivery[]) => void
  /** The first deliveries, in the order in which they were received. */
  readonly first: (limit: number) => readonly SpooledDelivery[]
  readonly remove: (places: readonly number[]) => void
  /** Moves one that can't be written out of the way; it stays in the file, and the next start tries it again. */
  readonly quarantine: (place: number) => void
  readonly remember: (name: string, value: string) => void
  /** Like `remember`, without waiting for the disk: the end of the machine, and not of the process, may take it. */
  readonly rememberSoon: (name: string, value: string) => void
  readonly recall: (name: string) => string | null
  /** Since when webhooks were refused that no hole has in the feed yet; epoch milliseconds. */
  readonly refusedSince: () => number | null
  /** Works with a full spool too: the place of the number is kept free. */
  readonly setRefusedSince: (at: number | null) => void
  /** Answers to activations that were given while the database was away. */
  readonly storeAnswer: (connection: string, hash: Buffer, answer: Buffer) => void
  readonly findAnswer: (connection: string, hash: Buffer) => Buffer | null
  readonly answers: () => readonly { readonly connection: string; readonly hash: Buffer; readonly answer: Buffer }[]
  readonly removeAnswer: (connection: string, hash: Buffer) => void
  readonly close: () => void
}

const pageSize = 4096
/** A relay that takes the place of another waits so long for its end. */
const lockTimeoutMs = 5000

const tables = `
  CREATE TABLE IF NOT EXISTS deliveries (
    place INTEGER PRIMARY KEY AUTOINCREMENT, head TEXT NOT NULL, key_id TEXT NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS quarantine (
    place INTEGER PRIMARY KEY, head TEXT NOT NULL, key_id TEXT NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS remembered (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS answers (
    connection TEXT NOT NULL, hash BLOB NOT NULL, key_id TEXT NOT NULL, answer BLOB NOT NULL,
    PRIMARY KEY (connection, hash));`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR_WRITE)/.test(error.code)

function orFull<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isFull(error) ? new SpoolFull('The spool is full') : error
  }
}

/** What was set aside before is tried again, and a number has its place also when the file is full. */
function prepareFile(file: Sqlite.Database, megabytes: number): void {
  // Two relays on one spool would both write what waits in it.
  file.pragma('locking_mode = EXCLUSIVE')
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma(`page_size = ${String(pageSize)}`)
  file.exec(tables)
  file.exec('INSERT OR IGNORE INTO deliveries SELECT * FROM quarantine; DELETE FROM quarantine')
  file.exec("INSERT OR IGNORE INTO remembered (name, value) VALUES ('refusedSince', '0000000000000')")
  file.pragma(`max_page_count = ${String(Math.ceil((megabytes * 1024 * 1024) / pageSize))}`)
}

/** Throws SQLITE_BUSY if another relay uses the folder. */
export function openSpool(folder: string, megabytes: number, sealer: Sealer): Spool {
  const file = new Sqlite(join(folder, 'spool.db'), { timeout: lockTimeoutMs })
  prepareFile(file, megabytes)
  const insert = file.prepare('INSERT INTO deliveries (head, key_id, body) VALUES (?, ?, ?)')
  const count = file.prepare('SELECT count(*) AS place FROM deliveries')
  const first = file.prepare('SELECT place, head, key_id, body FROM deliveries ORDER BY place LIMIT ?')
  const remove = file.prepare('DELETE FROM deliveries WHERE place = ?')
  const quarantine = file.prepare('INSERT OR REPLACE INTO quarantine SELECT * FROM deliveries WHERE place = ?')
  const remember = file.prepare('INSERT OR REPLACE INTO remembered (name, value) VALUES (?, ?)')
  const recall = file.prepare('SELECT value FROM remembered WHERE name = ?')
  const setRefusedSince = file.prepare("UPDATE remembered SET value = ? WHERE name = 'refusedSince'")
  const storeAnswer = file.prepare(
    'INSERT OR IGNORE INTO answers (connection, hash, key_id, answer) VALUES (?, ?, ?, ?)',
  )
  const findAnswer = file.prepare('SELECT * FROM answers WHERE connection = ? AND hash = ?')
  const answers = file.prepare('SELECT * FROM answers')
  const removeAnswer = file.prepare('DELETE FROM answers WHERE connection = ? AND hash = ?')
  let depth = z.object({ place: z.number() }).parse(count.get()).place

  const open = (row: unknown): SpooledDelivery => {
    const { place, head, key_id, body } = Row.parse(row)
    const parsed = DeliveryHead.safeParse(parseJson(head))
    if (!parsed.success) return { place, delivery: null }
    const plain = sealer.open(key_id, body)
    const opened = plain === null ? { body, sealedWith: key_id } : { body: plain }
    return { place, delivery: { ...parsed.data, ...opened } }
  }
  return {
    depth: () => depth,
    append: (deliveries) => {
      orFull(
        file.transaction(() => {
          for (const { body, ...head } of deliveries) insert.run(JSON.stringify(head), sealer.keyId, sealer.seal(body))
        }),
      )
      depth += deliveries.length
    },
    first: (limit) => first.all(limit).map(open),
    remove: (places) => {
      file.transaction(() => places.forEach((place) => remove.run(place)))()
      depth -= places.length
    },
    quarantine: (place) => {
      file.transaction(() => {
        quarantine.run(place)
        remove.run(place)
      })()
      depth -= 1
    },
    remember: (name, value) => orFull(() => void remember.run(name, value)),
    rememberSoon: (name, value) => {
      file.pragma('synchronous = NORMAL')
      try {
        remember.run(name, value)
      } finally {
        file.pragma('synchronous = FULL')
      }
    },
    refusedSince: () => Number(Value.parse(recall.get('refusedSince')).value) || null,
    setRefusedSince: (at) => void setRefusedSince.run(String(at ?? 0).padStart(13, '0')),
    recall: (name) => Value.optional().parse(recall.get(name))?.value ?? null,
    storeAnswer: (connection, hash, answer) =>
      orFull(() => void storeAnswer.run(connection, hash, sealer.keyId, sealer.seal(answer))),
    findAnswer: (connection, hash) => {
      const row = StoredAnswer.optional().parse(findAnswer.get(connection, hash))
      return row === undefined ? null : sealer.open(row.key_id, row.answer)
    },
    answers: () =>
      z
        .array(StoredAnswer)
        .parse(answers.all())
        .flatMap(({ connection, hash, key_id, answer }) => {
          const plain = sealer.open(key_id, answer)
          return plain === null ? [] : [{ connection, hash, answer: plain }]
        }),
    removeAnswer: (connection, hash) => void removeAnswer.run(connection, hash),
    close: () => void file.close(),
  }
}
