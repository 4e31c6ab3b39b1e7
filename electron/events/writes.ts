/** Writes of the events' file. Each function is one transaction. */
import { z } from 'zod'
import { isRepeat } from '#shared/wire/webhookEvents.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { Db } from '../storage/index.ts'
import { parseDelivery, type ParsedEvent } from './parse.ts'
import type { Delivery } from './source.ts'

const day = 24 * 3_600_000
/** Milliseconds for which events and the times of listening are kept, and bodies that could not be read. */
export const keptMs = { events: 90 * day, unreadable: 14 * day } as const

/** What was stored of some deliveries, as the seqs of events. */
export interface Stored {
  readonly arrived: readonly number[]
  /** The events that were received again, each once. */
  readonly repeated: readonly number[]
}

export interface EventWrites {
  readonly store: (deliveries: readonly Delivery[], cursor: string | null) => Stored
  /** Notes whose eSIM it is in all events of the eSIM that do not name a customer. Returns their seqs. */
  readonly assignCustomer: (iccid: Iccid, customerUid: CustomerUid) => readonly number[]
  readonly markRead: (seqs: readonly number[], at: number) => void
  readonly markAllRead: (at: number) => void
  /** Begins a time of listening. */
  readonly beginListening: (at: number) => void
  /** Somebody has been listening until now. */
  readonly continueListening: (at: number) => void
  /** Deletes what is older than it is kept. */
  readonly prune: (now: number) => void
}

const Earlier = z.object({ seq: z.number(), first: z.number(), fingerprint: z.string(), at: z.number() }).optional()
const Seq = z.object({ seq: z.number() })

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

function createStore(db: Db): EventWrites['store'] {
  const findFirst = createFindFirst(db)
  const insert = db.prepare(
    `INSERT INTO events (at, kind, customer_uid, iccid, item_uid, details, fingerprint, repeat_of, read_at)
     VALUES (@at, @kind, @customer, @iccid, @item, @details, @fingerprint, @first, NULL)`,
  )
  const addIdentity = db.prepare('INSERT OR IGNORE INTO identities VALUES (?, ?, ?)')
  const countRepeat = db.prepare('UPDATE events SET repeats = repeats + 1 WHERE seq = ?')
  const keepUnreadable = db.prepare('INSERT INTO unreadable (at, kind, body) VALUES (?, ?, ?)')
  const noteReceived = db.prepare(
    `INSERT INTO received VALUES (@kind, @at, @unreadable)
     ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at), unreadable = unreadable + excluded.unreadable`,
  )
  const saveCursor = db.prepare(
    "INSERT INTO meta VALUES ('cursor', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  )

  return db.transaction((deliveries: readonly Delivery[], cursor: string | null): Stored => {
    const arrived: number[] = []
    const repeated = new Set<number>()
    for (const delivery of deliveries) {
      const { kind, at, body } = delivery
      const event = parseDelivery(delivery)
      noteReceived.run({ kind, at, unreadable: event === null ? 1 : 0 })
      if (event === null) {
        keepUnreadable.run(at, kind, body)
        continue
      }
      const { identity, customer, iccid, item, fingerprint } = event
      const first = findFirst(delivery, event)
      const details = JSON.stringify(event.details)
      const { lastInsertRowid } = insert.run({ at, kind, customer, iccid, item, details, fingerprint, first })
      if (first === null) arrived.push(Number(lastInsertRowid))
      else if (countRepeat.run(first).changes > 0) repeated.add(first)
      if (identity !== null && first === null) addIdentity.run(kind, identity, lastInsertRowid)
    }
    if (cursor !== null) saveCursor.run(cursor)
    return { arrived, repeated: [...repeated] }
  })
}

export function createEventWrites(db: Db): EventWrites {
  const assign = db.prepare(
    'UPDATE events SET customer_uid = ? WHERE iccid = ? AND customer_uid IS NULL RETURNING seq, repeat_of AS first',
  )
  const read = db.prepare('UPDATE events SET read_at = ? WHERE seq = ? AND read_at IS NULL')
  const readAll = db.prepare('UPDATE events SET read_at = ? WHERE read_at IS NULL AND repeat_of IS NULL')
  const begin = db.prepare('INSERT INTO listening (began, ended) VALUES (@at, @at)')
  const goOn = db.prepare('UPDATE listening SET ended = max(ended, ?) WHERE seq = (SELECT max(seq) FROM listening)')
  const pruneEvents = db.prepare('DELETE FROM events WHERE at < ?')
  const pruneUnreadable = db.prepare('DELETE FROM unreadable WHERE at < ?')
  const pruneListening = db.prepare('DELETE FROM listening WHERE ended < ?')
  const Assigned = z.array(Seq.extend({ first: z.number().nullable() }))

  return {
    store: createStore(db),
    assignCustomer: (iccid, customerUid) =>
      Assigned.parse(assign.all(customerUid, iccid)).flatMap(({ seq, first }) => (first === null ? [seq] : [])),
    markRead: db.transaction((seqs: readonly number[], at: number) => {
      for (const seq of seqs) read.run(at, seq)
    }),
    markAllRead: (at) => void readAll.run(at),
    beginListening: (at) => void begin.run({ at }),
    continueListening: (at) => void goOn.run(at),
    prune: db.transaction((now: number) => {
      pruneEvents.run(now - keptMs.events)
      pruneUnreadable.run(now - keptMs.unreadable)
      pruneListening.run(now - keptMs.events)
    }),
  }
}
