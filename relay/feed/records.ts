/** Reads records of the log with the content of their events, as the text in which they are sent. */
import * as z from 'zod'
import { Instant, Int, select, type Queryable } from '../database/database.ts'

/**
 * SQL that distinguishes a record from another one with its number, which a restored database may have. It needs no
 * content, so it is the same for ever.
 */
export const digestSql = (row: string): string =>
  `left(encode(sha256(convert_to(concat_ws('|', ${row}.seq, extract(epoch FROM ${row}.at), ${row}.connection,
     ${row}.type, ${row}.event_id), 'UTF8')), 'hex'), 32)`

const Row = z.object({
  feed: z.string(),
  seq: Int,
  digest: z.string(),
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
  readonly feed: string
  readonly seq: number
  readonly digest: string
  /** When it was written, in epoch milliseconds. */
  readonly at: number
  readonly connection: string
  readonly text: string | null
  /** Whether it reports that older records were erased. */
  readonly isErasure: boolean
}

function textOf(row: Row): string | null {
  const { seq, digest, at, type } = row
  if (type !== 'event') return JSON.stringify({ seq, digest, at, type, ...row.content })
  if (row.id === null) return null
  const { id, kind, iccid, customer, item, details, repeat_of, is_test } = row
  return JSON.stringify({
    seq,
    digest,
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
    `SELECT (SELECT id FROM feed) AS feed, ${digestSql('l')} AS digest, l.seq, l.at, l.connection,
       l.type, l.content, l.event_id, e.id, e.received_at, e.kind, e.iccid,
       coalesce(e.customer, l.customer) AS customer, e.item, e.details, e.repeat_of, e.is_test
     FROM (SELECT * FROM log WHERE seq > $1 AND ($3::text IS NULL OR connection = $3) ORDER BY seq LIMIT $2) l
     LEFT JOIN events e ON e.id = l.event_id
     ORDER BY l.seq`,
    [after, limit, connection],
  )
  return rows.map((row) => {
    const { feed, seq, digest, at, connection, type } = row
    return { feed, seq, digest, at: Date.parse(at), connection, text: textOf(row), isErasure: type === 'erased' }
  })
}

const Ends = z.object({ feed: z.string(), last: Int, digest: z.string(), at: z.coerce.number() })
export type Ends = z.infer<typeof Ends>

/** Returns the identity of the feed and its last record, whose number is 0 if there is none. */
export async function readEnds(database: Queryable): Promise<Ends> {
  const [row] = await select(
    database,
    Ends,
    `SELECT feed.id AS feed, coalesce(l.seq, 0) AS last, coalesce(${digestSql('l')}, '') AS digest,
       coalesce(1000 * extract(epoch FROM l.at), 0) AS at
     FROM feed LEFT JOIN (SELECT * FROM log ORDER BY seq DESC LIMIT 1) l ON true`,
  )
  if (row === undefined) throw new Error('The database has no feed')
  return row
}
