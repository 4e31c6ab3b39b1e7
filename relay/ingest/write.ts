/**
 * Writes deliveries: the receipt as it came, the event, and its record in the feed, all of a batch in one transaction.
 *
 * Sequence numbers are handed out before their rows are committed. Without more, a reader could see number 8 before
 * number 7 and never come back for it. So every writer takes one lock before it numbers rows, and holds it until its
 * commit is visible.
 */
import * as z from 'zod'
import { isRepeat, repeatWindowMs, type StoredFingerprint } from '#shared/wire/webhookEvents.ts'
import { Instant, inTransaction, Int, select, type Queryable } from '../database/database.ts'
import type { Sealer } from '../secrets.ts'
import { readDelivery, storableOrNull, type Delivery, type ReadDelivery } from './delivery.ts'

/** The lock of everybody who adds to the log. */
export const lockLog = (client: Queryable): Promise<unknown> =>
  client.query("SELECT pg_advisory_xact_lock(hashtextextended('esim_relay_log', 0))")

export interface Written {
  readonly events: number
  readonly unreadable: number
  readonly repeats: number
}

interface Row {
  readonly delivery: Delivery
  readonly read: ReadDelivery | null
}

/** @param asUnreadable whether they are stored as bodies that could not be read, because a value in them was refused */
export async function writeDeliveries(
  client: Queryable,
  deliveries: readonly Delivery[],
  sealer: Sealer,
  asUnreadable = false,
): Promise<Written> {
  const rows = deliveries.map((delivery) => ({
    delivery,
    read: asUnreadable ? null : readDelivery(delivery, sealer),
  }))
  return await inTransaction(client, async () => {
    const isFresh = await insertReceipts(client, rows, sealer)
    const fresh = rows.filter(({ delivery }) => isFresh.has(delivery.id))
    if (fresh.length === 0) return { events: 0, unreadable: 0, repeats: 0 }
    await lockLog(client)
    const readable = fresh.flatMap(({ delivery, read }) => (read === null ? [] : [{ delivery, read }]))
    const events = findRepeats(readable, await findEarlier(client, readable))
    await insertEvents(client, events)
    await learnCustomers(client, events)
    await appendToLog(client, fresh, new Map(events.map((event) => [event.delivery.id, event.customer])))
    return {
      events: events.length,
      unreadable: fresh.length - events.length,
      repeats: events.filter(({ repeatOf }) => repeatOf !== null).length,
    }
  })
}

/** Returns the ids that are new: a delivery may have been committed although its answer could not be sent. */
async function insertReceipts(
  client: Queryable,
  rows: readonly Row[],
  { seal, keyId }: Sealer,
): Promise<ReadonlySet<string>> {
  const of = rows.map(({ delivery }) => delivery)
  const inserted = await select(
    client,
    z.object({ id: z.string() }),
    `INSERT INTO receipts (id, received_at, connection, kind, key_id, body, readable)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::boolean[])
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      of.map(({ id }) => id),
      of.map(({ receivedAt }) => new Date(receivedAt)),
      of.map(({ connection }) => connection),
      of.map(({ kind }) => kind),
      of.map(({ sealedWith }) => sealedWith ?? keyId),
      of.map(({ sealedWith, body }) => (sealedWith === undefined ? seal(body) : body)),
      rows.map(({ read }) => read !== null),
    ],
  )
  return new Set(inserted.map(({ id }) => id))
}

const Earlier = z.object({
  place: Int,
  customer: z.string().nullable(),
  same: z.string().nullable(),
  previous: z.string().nullable(),
  previous_fingerprint: z.instanceof(Buffer).nullable(),
  previous_at: Instant.nullable(),
})
type Earlier = z.infer<typeof Earlier>

interface ReadRow {
  readonly delivery: Delivery
  readonly read: ReadDelivery
}

/** Finds for each event the same one, the previous one of its kind and eSIM, and the customer of its eSIM. */
async function findEarlier(client: Queryable, rows: readonly ReadRow[]): Promise<readonly Earlier[]> {
  if (rows.length === 0) return []
  const oldest = Math.min(...rows.map(({ delivery }) => delivery.receivedAt)) - repeatWindowMs
  return await select(
    client,
    Earlier,
    `SELECT new.place, i.customer, s.id AS same,
       coalesce(p.repeat_of, p.id) AS previous, p.fingerprint AS previous_fingerprint, p.received_at AS previous_at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY
       AS new (connection, kind, iccid, fingerprint, place)
     LEFT JOIN iccids i ON i.connection = new.connection AND i.iccid = new.iccid
     LEFT JOIN events s ON s.connection = new.connection AND s.fingerprint = new.fingerprint
       AND s.is_unique AND s.repeat_of IS NULL AND NOT s.is_test
     LEFT JOIN LATERAL (
       SELECT id, repeat_of, fingerprint, received_at FROM events e
       WHERE e.connection = new.connection AND e.iccid = new.iccid AND e.kind = new.kind AND NOT e.is_test
         AND e.received_at > $5
       ORDER BY e.received_at DESC, e.id DESC LIMIT 1
     ) p ON true
     ORDER BY new.place`,
    [
      rows.map(({ delivery }) => delivery.connection),
      rows.map(({ delivery }) => delivery.kind),
      rows.map(({ read }) => read.event.iccid),
      rows.map(({ read }) => read.fingerprint),
      new Date(oldest),
    ],
  )
}

interface NewEvent extends ReadRow {
  readonly repeatOf: string | null
  readonly customer: string | null
}

interface Previous extends StoredFingerprint {
  readonly id: string
}

/** Events of one batch may repeat each other too, so they are compared one after another. */
function findRepeats(rows: readonly ReadRow[], earlier: readonly Earlier[]): readonly NewEvent[] {
  const firsts = new Map<string, string>()
  const previous = new Map<string, Previous>()
  return rows.map(({ delivery, read }, index) => {
    const found = earlier[index]
    const { event, isUnique } = read
    const customer = event.customer ?? found?.customer ?? null
    if (delivery.isTest) return { delivery, read, customer, repeatOf: null }
    const fingerprint = read.fingerprint.toString('hex')
    if (isUnique) {
      const key = `${delivery.connection}\n${fingerprint}`
      const repeatOf = found?.same ?? firsts.get(key) ?? null
      if (repeatOf === null) firsts.set(key, delivery.id)
      return { delivery, read, customer, repeatOf }
    }
    const key = JSON.stringify([delivery.connection, delivery.kind, event.iccid])
    const at = delivery.receivedAt
    const last = previous.get(key) ?? (found === undefined ? undefined : asPrevious(found))
    const repeatOf = event.iccid !== null && isRepeat({ fingerprint, at }, last) ? (last?.id ?? null) : null
    previous.set(key, { id: repeatOf ?? delivery.id, fingerprint, at })
    return { delivery, read, customer, repeatOf }
  })
}

function asPrevious({ previous, previous_fingerprint, previous_at }: Earlier): Previous | undefined {
  if (previous === null || previous_fingerprint === null || previous_at === null) return undefined
  return { id: previous, fingerprint: previous_fingerprint.toString('hex'), at: Date.parse(previous_at) }
}

async function insertEvents(client: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await client.query(
    `INSERT INTO events (id, received_at, connection, kind, iccid, customer, item, details, fingerprint, is_unique,
       repeat_of, is_test)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::jsonb[], $9::bytea[], $10::boolean[], $11::uuid[], $12::boolean[])`,
    [
      events.map(({ delivery }) => delivery.id),
      events.map(({ delivery }) => new Date(delivery.receivedAt)),
      events.map(({ delivery }) => delivery.connection),
      events.map(({ delivery }) => delivery.kind),
      events.map(({ read }) => read.event.iccid),
      events.map(({ customer }) => customer),
      events.map(({ read }) => read.event.item),
      events.map(({ read }) => JSON.stringify(read.details)),
      events.map(({ read }) => read.fingerprint),
      events.map(({ read }) => read.isUnique),
      events.map(({ repeatOf }) => repeatOf),
      events.map(({ delivery }) => delivery.isTest),
    ],
  )
}

/** An event that names both its eSIM and its customer shows whose the eSIM is. */
async function learnCustomers(client: Queryable, events: readonly NewEvent[]): Promise<void> {
  const learnt = new Map<string, readonly [string, string, string]>()
  for (const { delivery, read } of events) {
    const { iccid, customer } = read.event
    if (iccid === null || customer === null || delivery.isTest) continue
    learnt.set(`${delivery.connection}\n${iccid}`, [delivery.connection, iccid, customer])
  }
  await storeCustomers(client, [...learnt.values()])
}

/** Stores which customer an eSIM belongs to; each eSIM may be named once. */
export async function storeCustomers(
  client: Queryable,
  owners: readonly (readonly [connection: string, iccid: string, customer: string])[],
): Promise<void> {
  if (owners.length === 0) return
  const column = (index: 0 | 1 | 2): string[] => owners.map((owner) => owner[index])
  await client.query(
    `INSERT INTO iccids (connection, iccid, customer) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
     ON CONFLICT (connection, iccid) DO UPDATE SET customer = excluded.customer, learnt_at = now()
     WHERE iccids.customer <> excluded.customer`,
    [column(0), column(1), column(2)],
  )
}

/** The order of the records is that in which the webhooks were received. */
async function appendToLog(
  client: Queryable,
  rows: readonly Row[],
  customers: ReadonlyMap<string, string | null>,
): Promise<void> {
  const records = rows.flatMap(({ delivery, read }) => {
    const { id, connection, kind, answer } = delivery
    const customer = customers.get(id) ?? null
    const at = new Date(delivery.receivedAt).toISOString()
    const first =
      read === null
        ? { connection, type: 'unreadable', id: null, customer, content: { id, kind, at } }
        : { connection, type: 'event', id, customer, content: null }
    if (answer === null) return [first]
    const [returnCode, returnMessage] = [storableOrNull(answer.returnCode), storableOrNull(answer.returnMessage)]
    const content = { id, kind, at, ...answer, returnCode, returnMessage }
    return [first, { connection, type: 'answer', id: null, customer, content }]
  })
  // A test proves nothing about the service.
  const received = rows.filter(({ delivery }) => !delivery.isTest)
  await client.query(
    `WITH seen AS (
       UPDATE kinds SET last_received_at = clock_timestamp()
       FROM (SELECT DISTINCT connection, kind FROM unnest($6::text[], $7::text[]) AS s (connection, kind)) s
       WHERE kinds.connection = s.connection AND kinds.kind = s.kind
         AND coalesce(kinds.last_received_at < clock_timestamp() - interval '1 second', true)
     ), used AS (
       UPDATE addresses SET last_received_at = clock_timestamp() WHERE token_hash = ANY ($8::bytea[])
         AND coalesce(last_received_at < clock_timestamp() - interval '1 second', true)
     )
     INSERT INTO log (seq, at, connection, type, event_id, customer, content)
     SELECT nextval('log_seq'), clock_timestamp(), connection, type, id, customer, content
     FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::jsonb[])
       AS new (connection, type, id, customer, content)`,
    [
      records.map(({ connection }) => connection),
      records.map(({ type }) => type),
      records.map(({ id }) => id),
      records.map(({ customer }) => customer),
      records.map(({ content }) => (content === null ? null : JSON.stringify(content))),
      received.map(({ delivery }) => delivery.connection),
      received.map(({ delivery }) => delivery.kind),
      [...new Set(received.flatMap(({ delivery }) => delivery.address ?? []))].map((hash) => Buffer.from(hash, 'hex')),
    ],
  )
}

/** Adds a record that belongs to no webhook, within a transaction. */
export async function appendRecord(
  client: Queryable,
  record: { readonly connection: string; readonly type: string; readonly customer?: string; readonly content: unknown },
): Promise<void> {
  await lockLog(client)
  await client.query(
    `INSERT INTO log (seq, at, connection, type, customer, content)
     VALUES (nextval('log_seq'), clock_timestamp(), $1, $2, $3, $4)`,
    [record.connection, record.type, record.customer ?? null, JSON.stringify(record.content)],
  )
}
