/**
 * Writes the records of a relay's feed. The relay has read the webhooks and decided which of them repeat others; each
 * record is stored once by the id that it has there, also if the feed starts over.
 */
import { z } from 'zod'
import { alertOf, EventDetails, type AlertKind } from '#shared/model/customer/events.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import type { AnswerRecord, ErasedRecord, EventRecord, ReceivedRecord } from '#shared/wire/relay.ts'
import type { Db } from '../storage/index.ts'
import type { Notes, Stored, Trim } from './writes.ts'

interface RecordOptions {
  readonly cursor: string
  /** Epoch milliseconds. Events from before count as read. */
  readonly newsFrom: number
  /** Epoch milliseconds. Earlier events cause no alert any more. */
  readonly alertsFrom: number
}

interface OtherRead {
  readonly customer: CustomerUid
  readonly events: readonly string[]
}

export interface StoredRecords extends Stored {
  /** Earlier events that have changed, as seqs. */
  readonly updated: readonly number[]
  /** The ids of test events. They are not stored. */
  readonly tests: readonly string[]
  /** The customers that another desk has read, with the ids of the events that caused the read. */
  readonly reads: readonly OtherRead[]
  /** Whether more has changed than the seqs show. */
  readonly hasErased: boolean
}

export type StoreRecords = (records: readonly ReceivedRecord[], options: RecordOptions) => StoredRecords

const Found = z.object({ seq: z.number(), first: z.number() }).optional()
const Details = z.object({
  seq: z.number(),
  at: z.number(),
  repeat_of: z.number().nullable(),
  details: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(EventDetails),
})
const Changed = z.array(z.object({ seq: z.number(), first: z.number().nullable() }))

interface Collected {
  readonly arrived: number[]
  readonly repeated: Set<number>
  readonly updated: Set<number>
  readonly alerts: Map<number, AlertKind>
  readonly tests: string[]
  readonly reads: OtherRead[]
  hasErased: boolean
}

const idOrNull = <Id extends z.ZodType>(schema: Id, text: string | null): z.output<Id> | null =>
  schema.safeParse(text).data ?? null

/** The digest of a user's token of the app means nothing here. */
function detailsOf({ details }: EventRecord): EventDetails {
  const kept = Object.entries(details).filter(([name]) => name !== 'user')
  return Object.fromEntries(kept.map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]))
}

function createStoreEvent(db: Db, notes: Notes) {
  const findById = db.prepare('SELECT seq, coalesce(repeat_of, seq) AS first FROM events WHERE relay_id = ?')
  const insert = db.prepare(
    `INSERT INTO events (at, kind, customer_uid, iccid, item_uid, details, fingerprint, repeat_of, read_at, relay_id)
     VALUES (@at, @kind, @customer, @iccid, @item, @details, '', @first, @readAt, @id)
     ON CONFLICT DO NOTHING`,
  )
  const countRepeat = db.prepare('UPDATE events SET repeats = repeats + 1 WHERE seq = ?')
  return (record: EventRecord, now: Collected, { newsFrom, alertsFrom }: RecordOptions): void => {
    const { id, kind, iccid, customer, item, repeatOf } = record
    if (record.isTest) return void now.tests.push(id)
    const at = parseInstant(record.at) ?? 0
    const details = detailsOf(record)
    const first = repeatOf === null ? null : (Found.parse(findById.get(repeatOf))?.first ?? null)
    const { changes, lastInsertRowid } = insert.run({
      at,
      kind,
      customer: idOrNull(CustomerUid, customer),
      iccid: idOrNull(Iccid, iccid),
      item: idOrNull(ItemUid, item),
      details: JSON.stringify(details),
      first,
      readAt: at < newsFrom ? at : null,
      id,
    })
    if (changes === 0) return
    notes.received(kind, at, true)
    if (first !== null) {
      countRepeat.run(first)
      return void now.repeated.add(first)
    }
    const seq = Number(lastInsertRowid)
    now.arrived.push(seq)
    const alert = alertOf(kind, details)
    // The first event of a repeat may be older than the feed. A repeat causes no alert.
    if (alert !== null && repeatOf === null && at >= alertsFrom) now.alerts.set(seq, alert)
  }
}

/** The answer to a call of the client library belongs to the event of that call. */
function createStoreAnswer(db: Db) {
  const find = db.prepare('SELECT seq, at, repeat_of, details FROM events WHERE relay_id = ?')
  const update = db.prepare('UPDATE events SET details = ? WHERE seq = ?')
  return (record: AnswerRecord, now: Collected, { alertsFrom }: RecordOptions): void => {
    const row = find.get(record.id)
    if (row === undefined) return
    const { seq, at, repeat_of, details } = Details.parse(row)
    const { kind, outcome, status, returnCode, returnMessage } = record
    const answered = { ...details, outcome, status, returnCode, returnMessage }
    if (JSON.stringify(answered) === JSON.stringify(details)) return
    update.run(JSON.stringify(answered), seq)
    if (repeat_of !== null) return
    now.updated.add(seq)
    const alert = alertOf(kind, answered)
    if (alert !== null && at >= alertsFrom) now.alerts.set(seq, alert)
  }
}

function createErase(db: Db) {
  const byCustomer = db.prepare('DELETE FROM events WHERE customer_uid = ?')
  const byIccid = db.prepare('DELETE FROM events WHERE iccid = ?')
  return ({ customer, iccids }: z.infer<typeof ErasedRecord>, now: Collected): void => {
    byCustomer.run(customer)
    for (const iccid of iccids) byIccid.run(iccid)
    now.hasErased = true
  }
}

/** Another desk has read the customer, which shows whose the events are that name an eSIM alone. */
function createAssign(db: Db) {
  const assign = db.prepare(
    'UPDATE events SET customer_uid = ? WHERE relay_id = ? AND customer_uid IS NULL RETURNING seq, repeat_of AS first',
  )
  return (customer: string, events: readonly string[], now: Collected): void => {
    const uid = idOrNull(CustomerUid, customer)
    if (uid === null) return
    now.reads.push({ customer: uid, events })
    for (const id of events)
      for (const { seq, first } of Changed.parse(assign.all(uid, id))) if (first === null) now.updated.add(seq)
  }
}

export function createStoreRecords(db: Db, notes: Notes, trim: Trim): StoreRecords {
  const storeEvent = createStoreEvent(db, notes)
  const storeAnswer = createStoreAnswer(db)
  const erase = createErase(db)
  const assign = createAssign(db)
  const addHole = db.prepare('INSERT OR IGNORE INTO holes VALUES (?, ?)')

  const storeOne = (record: ReceivedRecord, now: Collected, options: RecordOptions): void => {
    switch (record.type) {
      case 'event':
        return storeEvent(record, now, options)
      case 'unreadable':
        return notes.received(record.kind, parseInstant(record.at) ?? 0, false)
      case 'answer':
        return storeAnswer(record, now, options)
      case 'hole': {
        const [from, until] = [parseInstant(record.from), parseInstant(record.until)]
        if (from !== null && until !== null) addHole.run(from, until)
        return
      }
      case 'read':
        return assign(record.customer, record.events, now)
      case 'erased':
        return erase(record, now)
      case 'unknown':
        // A newer relay reports it; the cursor moves on.
        return
    }
  }
  const store = db.transaction((records: readonly ReceivedRecord[], options: RecordOptions): StoredRecords => {
    const now: Collected = {
      arrived: [],
      repeated: new Set(),
      updated: new Set(),
      alerts: new Map(),
      tests: [],
      reads: [],
      hasErased: false,
    }
    for (const record of records) storeOne(record, now, options)
    trim({ unreadable: 0, events: records.length })
    notes.cursor(options.cursor)
    return { ...now, repeated: [...now.repeated], updated: [...now.updated] }
  })
  let isRelaxed = false
  return (records, options) => {
    // The cursor is stored with the records, so what a power cut takes is read again. Waiting for the disk would block
    // the main process.
    if (!isRelaxed) db.pragma('synchronous = NORMAL')
    isRelaxed = true
    return store(records, options)
  }
}
