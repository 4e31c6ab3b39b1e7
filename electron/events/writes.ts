/** Writes of the events' file. Each function is one transaction, and of many rows it writes a part. */
import { z } from 'zod'
import { alertOf, maxInMemory, type AlertKind } from '#shared/model/customer/events.ts'
import { isRepeat } from '#shared/wire/webhookEvents.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Db } from '../storage/index.ts'
import { parseDelivery, type ParsedEvent } from './parse.ts'
import type { Delivery } from './source.ts'

const day = 24 * 3_600_000
/** Milliseconds for which events and the times of listening are kept, and bodies that could not be read. */
export const keptMs = { events: 90 * day, unreadable: 14 * day } as const
/** Bodies that could not be read: anybody with the address can post any number of them. */
export const maxUnreadable = 200
/** Rows that one transaction changes, because it blocks the main process. */
const maxChanged = 2000

/** What was stored of some deliveries, as the seqs of events. */
export interface Stored {
  readonly arrived: readonly number[]
  /** The events that were received again, each once. */
  readonly repeated: readonly number[]
  /** The alerts that events cause, by their seqs. */
  readonly alerts: ReadonlyMap<number, AlertKind>
}

export interface EventWrites {
  readonly store: (deliveries: readonly Delivery[], cursor: string | null) => Stored
  /** Records the customer in all events of the eSIM that do not name one. Returns their seqs. */
  readonly assignCustomer: (iccid: Iccid, customerUid: CustomerUid) => readonly number[]
  readonly markRead: (seqs: readonly number[], at: number) => void
  /** Marks some of the events up to `last` as read. Returns whether there may be more. */
  readonly markSomeRead: (at: number, last: number) => boolean
  /** Begins a time of listening. */
  readonly beginListening: (at: number) => void
  /** Somebody has been listening until now. */
  readonly continueListening: (at: number) => void
  /** Deletes some of what is older than it is kept. Returns whether there may be more. */
  readonly prune: (now: number) => boolean
}

const Earlier = z.object({ seq: z.number(), first: z.number(), fingerprint: z.string(), at: z.number() }).optional()
const Seq = z.object({ seq: z.number() })

/** What both kinds of sources write beside their events. */
export interface Notes {
  /** Records that something of this kind was received, and whether it could be read. */
  readonly received: (kind: WebhookKind, at: number, isReadable: boolean) => void
  readonly cursor: (cursor: string) => void
}

export function createNotes(db: Db): Notes {
  const noteReceived = db.prepare(
    `INSERT INTO received VALUES (@kind, @at, @unreadable)
     ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at), unreadable = unreadable + excluded.unreadable`,
  )
  const saveCursor = db.prepare(
    "INSERT INTO meta VALUES ('cursor', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  )
  return {
    received: (kind, at, isReadable) => void noteReceived.run({ kind, at, unreadable: isReadable ? 0 : 1 }),
    cursor: (cursor) => void saveCursor.run(cursor),
  }
}

function createFindFirst(db: Db): (delivery: Delivery, event: ParsedEvent) => number | null {
  const findIdentity = db.prepare('SELECT seq FROM identities WHERE kind = ? AND identity = ?')
  const findPrevious = db.prepare(
    `SELECT seq, coalesce(repeat_of, seq) AS first, fingerprint, at FROM events
     WHERE iccid = ? AND kind = ? ORDER BY seq DESC LIMIT 1`,
  )
  /** Returns the seq of the event that this one repeats, or `null` if it is a new one. */
  return ({ kind, at }, { identity, iccid, fingerprint }) => {
    if (identity !== null) return Seq.optional().parse(findIdentity.get(kind, identity))?.seq ?? null
    if (iccid === null) return null
    const previous = Earlier.parse(findPrevious.get(iccid, kind))
    return isRepeat({ fingerprint, at }, previous) ? (previous?.first ?? null) : null
  }
}

/** Deletes the oldest rows. Called with the number of rows that were added. */
export type Trim = (added: { readonly unreadable: number; readonly events: number }) => void

/** `onCut` is called when the oldest events were deleted; null for a file on the disk, which keeps all of them. */
export function createTrim(db: Db, onCut: (() => void) | null): Trim {
  const trimUnreadable = db.prepare('DELETE FROM unreadable WHERE seq <= (SELECT max(seq) FROM unreadable) - ?')
  const trimEvents = db.prepare('DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?')
  const trimIdentities = db.prepare('DELETE FROM identities WHERE seq < (SELECT min(seq) FROM events)')
  let addedEvents = 0
  return ({ unreadable, events }) => {
    if (unreadable > 0) trimUnreadable.run(maxUnreadable)
    addedEvents += events
    // A part of the rows at once, because each time all identities are compared.
    if (onCut === null || addedEvents < maxInMemory / 20) return
    addedEvents = 0
    if (trimEvents.run(maxInMemory).changes === 0) return
    trimIdentities.run()
    onCut()
  }
}

function createStore(db: Db, notes: Notes, trim: Trim): EventWrites['store'] {
  const findFirst = createFindFirst(db)
  const insert = db.prepare(
    `INSERT INTO events (at, kind, customer_uid, iccid, item_uid, details, fingerprint, repeat_of, read_at)
     VALUES (@at, @kind, @customer, @iccid, @item, @details, @fingerprint, @first, NULL)`,
  )
  const addIdentity = db.prepare('INSERT OR IGNORE INTO identities VALUES (?, ?, ?)')
  const countRepeat = db.prepare('UPDATE events SET repeats = repeats + 1 WHERE seq = ?')
  const keepUnreadable = db.prepare('INSERT INTO unreadable (at, kind, body) VALUES (?, ?, ?)')

  return db.transaction((deliveries: readonly Delivery[], cursor: string | null): Stored => {
    const arrived: number[] = []
    const repeated = new Set<number>()
    const alerts = new Map<number, AlertKind>()
    let unreadable = 0
    for (const delivery of deliveries) {
      const { kind, at, body } = delivery
      const event = parseDelivery(delivery)
      notes.received(kind, at, event !== null)
      if (event === null) {
        keepUnreadable.run(at, kind, body)
        unreadable += 1
        continue
      }
      const { identity, customer, iccid, item, fingerprint } = event
      const first = findFirst(delivery, event)
      const details = JSON.stringify(event.details)
      const { lastInsertRowid } = insert.run({ at, kind, customer, iccid, item, details, fingerprint, first })
      const seq = Number(lastInsertRowid)
      if (first !== null) {
        if (countRepeat.run(first).changes > 0) repeated.add(first)
        continue
      }
      arrived.push(seq)
      if (identity !== null) addIdentity.run(kind, identity, seq)
      const alert = alertOf(kind, event.details)
      if (alert !== null) alerts.set(seq, alert)
    }
    trim({ unreadable, events: deliveries.length - unreadable })
    if (cursor !== null) notes.cursor(cursor)
    return { arrived, repeated: [...repeated], alerts }
  })
}

function createPrune(db: Db): EventWrites['prune'] {
  const some = (table: string, column: string) =>
    db.prepare(`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${column} < ? LIMIT ?)`)
  const pruneEvents = some('events', 'at')
  const pruneUnreadable = some('unreadable', 'at')
  const pruneListening = some('listening', 'ended')
  const pruneHoles = db.prepare('DELETE FROM holes WHERE ended < ?')
  return db.transaction((now: number) => {
    pruneHoles.run(now - keptMs.events)
    const deleted = [
      pruneEvents.run(now - keptMs.events, maxChanged),
      pruneUnreadable.run(now - keptMs.unreadable, maxChanged),
      pruneListening.run(now - keptMs.events, maxChanged),
    ]
    return deleted.some(({ changes }) => changes === maxChanged)
  })
}

export function createEventWrites(db: Db, notes: Notes, trim: Trim): EventWrites {
  const assign = db.prepare(
    'UPDATE events SET customer_uid = ? WHERE iccid = ? AND customer_uid IS NULL RETURNING seq, repeat_of AS first',
  )
  const read = db.prepare('UPDATE events SET read_at = ? WHERE seq = ? AND read_at IS NULL')
  const readSome = db.prepare(
    `UPDATE events SET read_at = ? WHERE seq IN
     (SELECT seq FROM events WHERE read_at IS NULL AND repeat_of IS NULL AND seq <= ? LIMIT ?)`,
  )
  const begin = db.prepare('INSERT INTO listening (began, ended) VALUES (@at, @at)')
  const goOn = db.prepare('UPDATE listening SET ended = max(ended, ?) WHERE seq = (SELECT max(seq) FROM listening)')
  const Assigned = z.array(Seq.extend({ first: z.number().nullable() }))

  return {
    store: createStore(db, notes, trim),
    assignCustomer: (iccid, customerUid) =>
      Assigned.parse(assign.all(customerUid, iccid)).flatMap(({ seq, first }) => (first === null ? [seq] : [])),
    markRead: db.transaction((seqs: readonly number[], at: number) => {
      for (const seq of seqs) read.run(at, seq)
    }),
    markSomeRead: (at, last) => readSome.run(at, last, maxChanged).changes === maxChanged,
    beginListening: (at) => void begin.run({ at }),
    continueListening: (at) => void goOn.run(at),
    prune: createPrune(db),
  }
}
