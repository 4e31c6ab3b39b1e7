/** Reads records of the log with the content of their events, as the text in which they are sent. */
import * as z from 'zod'
import { Instant, Int, select, type Queryable } from '../database/database.ts'

const Row = z.object({
  seq: Int,
  at: Instant,
  connection: z.string(),
  type: z.string(),
  content: z.record(z.string(), z.unknown()).nullable(),
  event_id: z.string().nullable(),
  id: z.string().nullable(),
  received_at: Instant.nullable(),
  kind: z.string().nullable(),
  iccid: z.string().nullable(),
  customer: z.string().nullable(),
  item: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  repeat_of: z.string().nullable(),
  is_test: z.boolean().nullable(),
})
type Row = z.infer<typeof Row>

/** One record as JSON. It is null for an event that was erased, which readers skip. */
export interface LogRecord {
  readonly seq: number
  readonly connection: string
  readonly text: string | null
  /** Whether it says that older records were erased. */
  readonly isErasure: boolean
}

function textOf(row: Row): string | null {
  const { seq, at, type } = row
  if (type !== 'event') return JSON.stringify({ seq, at, type, ...row.content })
  if (row.id === null) return null
  const { id, kind, iccid, customer, item, details, repeat_of, is_test } = row
  return JSON.stringify({
    seq,
    at: row.received_at,
    type,
    id,
    kind,
    iccid,
    customer,
    item,
    details,
    repeatOf: repeat_of,
    isTest: is_test,
  })
}

/** Returns the records after one, of one connection or of all, in their order. */
export async function readRecords(
  database: Queryable,
  after: number,
  limit: number,
  connection: string | null,
): Promise<readonly LogRecord[]> {
  const rows = await select(
    database,
    Row,
    `SELECT l.seq, l.at, l.connection, l.type, l.content, l.event_id, e.id, e.received_at, e.kind, e.iccid,
       coalesce(e.customer, l.customer) AS customer, e.item, e.details, e.repeat_of, e.is_test
     FROM (SELECT * FROM log WHERE seq > $1 AND ($3::text IS NULL OR connection = $3) ORDER BY seq LIMIT $2) l
     LEFT JOIN events e ON e.id = l.event_id
     ORDER BY l.seq`,
    [after, limit, connection],
  )
  return rows.map((row) => {
    const { seq, connection, type } = row
    return { seq, connection, text: textOf(row), isErasure: type === 'erased' }
  })
}

const Ends = z.object({ feed: z.string(), last: Int.nullable() })

/** Returns the identity of the feed and the last number in it. */
export async function readEnds(database: Queryable): Promise<{ readonly feed: string; readonly last: number }> {
  const [row] = await select(database, Ends, 'SELECT id AS feed, (SELECT max(seq) FROM log) AS last FROM feed')
  if (row === undefined) throw new Error('The database has no feed')
  return { feed: row.feed, last: row.last ?? 0 }
}
