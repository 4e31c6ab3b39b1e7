/** Commands of an operator about what is stored. */
import type pg from 'pg'
import * as z from 'zod'
import { channel, Instant, inTransaction, Int, select } from '../database/database.ts'
import { appendRecord, lockLog } from '../ingest/write.ts'
import type { Sealer } from '../secrets.ts'
import { CommandError } from './connections.ts'
import { plural } from './plural.ts'

const Id = z.object({ id: z.string() })
const Card = z.object({ iccid: z.string() })
const Connection = z.object({ connection: z.string() })
const Receipt = z.object({
  id: z.string(),
  received_at: Instant,
  connection: z.string(),
  kind: z.string(),
  key_id: z.string(),
  body: z.instanceof(Buffer),
})

interface Erased {
  readonly events: number
  /** Bodies that could not be read as an event, and name the customer or one of the customer's eSIMs. */
  readonly bodies: number
  /** Bodies that could not be opened, so that whom they name is not known. */
  readonly unsearched: number
}

export const unsearchedSentence = (count: number): string =>
  `${plural(count, 'body is', 'bodies are')} encrypted with another key, or damaged, and could not be searched.`

/**
 * Erases everything about a customer and the customer's eSIMs in all connections, and makes the desks do the same.
 */
export async function erase(client: pg.Client, sealer: Sealer, customer: string): Promise<Erased> {
  if (customer === '') throw new CommandError('Say which customer: the uid.')
  const erased = await inTransaction(client, async () => {
    await lockLog(client)
    const connections = await select(
      client,
      Connection,
      `SELECT connection FROM events WHERE customer = $1 UNION SELECT connection FROM iccids WHERE customer = $1
       UNION SELECT connection FROM log WHERE customer = $1`,
      [customer],
    )
    let events = 0
    const iccids: string[] = []
    for (const { connection } of connections) {
      const part = await eraseIn(client, connection, customer)
      events += part.events
      iccids.push(...part.iccids)
    }
    const { bodies, unsearched } = await eraseUnreadable(client, sealer, [customer, ...iccids])
    if (connections.length === 0 && bodies === 0)
      throw new CommandError(
        unsearched === 0
          ? 'Nothing is stored about this customer.'
          : `Nothing was found about this customer. ${unsearchedSentence(unsearched)}`,
      )
    return { events, bodies, unsearched }
  })
  await client.query(`NOTIFY ${channel}`)
  return erased
}

async function eraseIn(
  client: pg.Client,
  connection: string,
  customer: string,
): Promise<{ readonly events: number; readonly iccids: readonly string[] }> {
  const values = [connection, customer]
  const cards = await select(
    client,
    Card,
    `SELECT iccid FROM iccids WHERE connection = $1 AND customer = $2
     UNION SELECT iccid FROM events WHERE connection = $1 AND customer = $2 AND iccid IS NOT NULL`,
    values,
  )
  const iccids = cards.map(({ iccid }) => iccid)
  const events = await select(
    client,
    Id,
    `DELETE FROM events WHERE connection = $1
       AND (customer = $2 OR (iccid = ANY ($3) AND (customer IS NULL OR customer = $2))) RETURNING id`,
    [...values, iccids],
  )
  const ids = events.map(({ id }) => id)
  await client.query('DELETE FROM receipts WHERE id = ANY ($1::uuid[])', [ids])
  await client.query(
    `DELETE FROM log WHERE connection = $1 AND (customer = $2 OR event_id = ANY ($3::uuid[])
       OR (type = 'answer' AND (content ->> 'id')::uuid = ANY ($3::uuid[])))`,
    [...values, ids],
  )
  await client.query('DELETE FROM iccids WHERE connection = $1 AND customer = $2', values)
  await client.query('DELETE FROM claims WHERE connection = $1 AND customer = $2', values)
  await appendRecord(client, { connection, type: 'erased', customer, content: { customer, iccids } })
  return { events: ids.length, iccids }
}

/** Rows that are decrypted at a time. */
const unreadablePage = 500

const isPartOfWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character)

/** Whether an identifier stands in a text as a whole word. */
function names(text: string, identifier: string): boolean {
  for (let at = text.indexOf(identifier); at !== -1; at = text.indexOf(identifier, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + identifier.length])) return true
  return false
}

/** The customer of a body that could not be read is unknown, so its text is searched. */
async function eraseUnreadable(
  client: pg.Client,
  sealer: Sealer,
  identifiers: readonly string[],
): Promise<Omit<Erased, 'events'>> {
  const isAboutCustomer = (text: string): boolean => identifiers.some((identifier) => names(text, identifier))
  let after = '00000000-0000-0000-0000-000000000000'
  let [bodies, unsearched] = [0, 0]
  for (;;) {
    const receipts = await select(
      client,
      Receipt,
      'SELECT * FROM receipts WHERE NOT readable AND id > $1 ORDER BY id LIMIT $2',
      [after, unreadablePage],
    )
    const texts = receipts.map(({ id, key_id, body }) => ({ id, text: sealer.open(key_id, body)?.toString('utf8') }))
    const ids = texts.flatMap(({ id, text }) => (text !== undefined && isAboutCustomer(text) ? id : []))
    await client.query('DELETE FROM receipts WHERE NOT readable AND id = ANY ($1::uuid[])', [ids])
    bodies += ids.length
    unsearched += texts.filter(({ text }) => text === undefined).length
    const last = receipts.at(-1)
    if (last === undefined || receipts.length < unreadablePage) return { bodies, unsearched }
    after = last.id
  }
}

/** Gives the feed another identity, after the database was restored: cursors of before it are not valid. */
export async function renewFeed(client: pg.Client): Promise<string> {
  const [row] = await select(client, Id, 'UPDATE feed SET id = gen_random_uuid(), since = now() RETURNING id')
  if (row === undefined) throw new CommandError('The database has no feed.')
  return row.id
}

interface UnreadableBody {
  readonly id: string
  readonly at: string
  readonly connection: string
  readonly kind: string
  /** Null if it was encrypted with another key, or is damaged. */
  readonly body: string | null
}

/** The latest bodies that could not be read. They may have identifiers of people. */
export async function readUnreadable(
  client: pg.Client,
  sealer: Sealer,
  limit = 20,
): Promise<readonly UnreadableBody[]> {
  const receipts = await select(
    client,
    Receipt,
    'SELECT * FROM receipts WHERE NOT readable ORDER BY received_at DESC LIMIT $1',
    [limit],
  )
  return receipts.map(({ id, received_at, connection, kind, key_id, body }) => ({
    id,
    at: received_at,
    connection,
    kind,
    body: sealer.open(key_id, body)?.toString('utf8') ?? null,
  }))
}

const Counts = z.object({ events: Int, receipts: Int, log: Int })

export async function countRows(client: pg.Client): Promise<z.infer<typeof Counts>> {
  const [row] = await select(
    client,
    Counts,
    `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM receipts) AS receipts,
       (SELECT count(*) FROM log) AS log`,
  )
  if (row === undefined) throw new CommandError('The database has no tables of the relay.')
  return row
}
