/** Reads of the events' file. */
import { z } from 'zod'
import { holesOf, type EventRow, type EventStatus, type Interval } from '#shared/model/customer/events.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Db } from '../storage/index.ts'
import { eventColumns, eventRow, StoredEvent } from './rows.ts'

interface EventFilter {
  readonly kinds?: readonly WebhookKind[] | undefined
  readonly unread?: boolean | undefined
  readonly customerUid?: CustomerUid | undefined
  /** Also the events of which it is not known whose eSIM it is. */
  readonly iccid?: Iccid | undefined
}

/** Where a page of a timeline begins. Without `beforeSeq`, no event of the time itself is included. */
interface TimelinePosition {
  /** Epoch milliseconds. */
  readonly at: number
  readonly beforeSeq: number | null
}

export interface EventReads {
  /** Returns events that are no repeats, newest first. `before` is the seq of the last one of the previous page. */
  readonly page: (filter: EventFilter, limit: number, before: number | null) => readonly EventRow[]
  readonly count: (filter: EventFilter) => number
  readonly bySeq: (seqs: readonly number[]) => readonly EventRow[]
  readonly timeline: (
    whose: { readonly customerUid: CustomerUid; readonly iccid: Iccid | null },
    position: TimelinePosition,
    limit: number,
  ) => readonly EventRow[]
  readonly unread: () => number
  readonly received: () => Pick<EventStatus, 'lastReceived' | 'unreadable'>
  readonly holes: () => EventStatus['holes']
  /** The beginning of the last time of listening, in epoch milliseconds. */
  readonly listeningSince: () => number | null
  readonly cursor: () => string | null
  /** The seq of the last event. */
  readonly lastSeq: () => number
  /** The ids that these events and their repeats have at the relay, the newest of each event last. */
  readonly relayIds: (seqs: readonly number[]) => readonly string[]
}

const Count = z.object({ count: z.number().int() })
const Received = z.array(z.object({ kind: WebhookKind, last_at: z.number(), unreadable: z.number().int() }))
const Listening = z.array(z.object({ began: z.number(), ended: z.number() }))
const Cursor = z.object({ value: z.string() }).optional()
const RelayIds = z.array(z.object({ value: z.string() }))
const maxHoles = 200
/** Times of listening that are read to find the holes between them. A desk adds a few of them a day. */
const maxListening = 2 * maxHoles

function kindClause(kinds: EventFilter['kinds']): readonly string[] {
  const names = kinds?.map((kind) => `'${WebhookKind.parse(kind)}'`).join(', ')
  return names === undefined ? [] : [`kind IN (${names})`]
}

function conditionsOf({ kinds, unread = false, customerUid, iccid }: EventFilter): string {
  const clauses = [
    'repeat_of IS NULL',
    ...kindClause(kinds),
    ...(unread ? ['read_at IS NULL'] : []),
    ...(customerUid === undefined ? [] : ['customer_uid = @customerUid']),
    ...(iccid === undefined ? [] : ['iccid = @iccid']),
  ]
  return clauses.join(' AND ')
}

/** The events of one customer or eSIM are few; all others are counted as they are written. */
function countText(filter: EventFilter): string {
  const { kinds, unread = false, customerUid, iccid } = filter
  if (customerUid !== undefined || iccid !== undefined)
    return `SELECT count(*) AS count FROM events WHERE ${conditionsOf(filter)}`
  const clauses = [...kindClause(kinds), ...(unread ? ['is_read = 0'] : []), 'true']
  return `SELECT coalesce(sum(count), 0) AS count FROM counts WHERE ${clauses.join(' AND ')}`
}

const whose = ({ customerUid, iccid }: EventFilter) => ({ customerUid, iccid })

const rowsOf = (found: readonly unknown[]): readonly EventRow[] => found.map((row) => eventRow(StoredEvent.parse(row)))

const intervals = (found: readonly unknown[]): readonly Interval[] =>
  Listening.parse(found).map(({ began, ended }) => ({ from: began, to: ended }))

export function createEventReads(db: Db): EventReads {
  const findBySeq = db.prepare(`SELECT ${eventColumns} FROM events WHERE seq = ?`)
  const findTimeline = db.prepare(
    `SELECT ${eventColumns} FROM events
     WHERE customer_uid = @customerUid AND repeat_of IS NULL AND (@iccid IS NULL OR iccid = @iccid)
       AND (at < @at OR (at = @at AND seq < @beforeSeq))
     ORDER BY at DESC, seq DESC LIMIT @limit`,
  )
  const countUnread = db.prepare('SELECT coalesce(sum(count), 0) AS count FROM counts WHERE is_read = 0')
  const findReceived = db.prepare('SELECT kind, last_at, unreadable FROM received')
  const findListening = db.prepare('SELECT began, ended FROM listening ORDER BY seq DESC LIMIT ?')
  const findHoles = db.prepare('SELECT began, ended FROM holes ORDER BY began DESC LIMIT ?')
  const findLastSeq = db.prepare('SELECT coalesce(max(seq), 0) AS count FROM events')
  const findRelayIds = db.prepare(
    `SELECT relay_id AS value FROM events
     WHERE (seq = @seq OR repeat_of = @seq) AND relay_id IS NOT NULL ORDER BY seq`,
  )
  const findLastListening = db.prepare('SELECT began, ended FROM listening ORDER BY seq DESC LIMIT 1')
  const findCursor = db.prepare("SELECT value FROM meta WHERE name = 'cursor'")

  return {
    page: (filter, limit, before) =>
      rowsOf(
        db
          .prepare(
            `SELECT ${eventColumns} FROM events WHERE ${conditionsOf(filter)} AND seq < @before
             ORDER BY seq DESC LIMIT @limit`,
          )
          .all({ ...whose(filter), limit, before: before ?? Number.MAX_SAFE_INTEGER }),
      ),
    count: (filter) => Count.parse(db.prepare(countText(filter)).get(whose(filter))).count,
    bySeq: (seqs) => seqs.flatMap((seq) => rowsOf(findBySeq.all(seq))),
    timeline: ({ customerUid, iccid }, { at, beforeSeq }, limit) =>
      rowsOf(findTimeline.all({ customerUid, iccid, at, beforeSeq: beforeSeq ?? 0, limit })),
    unread: () => Count.parse(countUnread.get()).count,
    received() {
      const kinds = Received.parse(findReceived.all())
      return {
        lastReceived: Object.fromEntries(kinds.map(({ kind, last_at }) => [kind, toInstant(last_at) ?? ''])),
        unreadable: kinds.reduce((sum, { unreadable }) => sum + unreadable, 0),
      }
    },
    holes: () =>
      [
        ...holesOf(intervals(findListening.all(maxListening))),
        // Those that a relay reports
        ...intervals(findHoles.all(maxHoles)),
      ]
        .toSorted((one, other) => other.from - one.from)
        .slice(0, maxHoles)
        .map(({ from, to }) => ({ from: toInstant(from) ?? '', to: toInstant(to) ?? '' })),
    listeningSince: () => Listening.parse(findLastListening.all())[0]?.began ?? null,
    lastSeq: () => Count.parse(findLastSeq.get()).count,
    relayIds: (seqs) => seqs.flatMap((seq) => RelayIds.parse(findRelayIds.all({ seq })).map(({ value }) => value)),
    cursor: () => Cursor.parse(findCursor.get())?.value ?? null,
  }
}
