/** The events of a customer or an eSIM, the newest first. */
import * as z from 'zod'
import type { TimelinePage } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { Instant, select, type Queryable } from '../database/database.ts'

const Row = z.object({
  id: z.string(),
  received_at: Instant,
  kind: WebhookKind,
  iccid: z.string().nullable(),
  customer: z.string().nullable(),
  item: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  repeat_of: z.string().nullable(),
  is_test: z.boolean(),
  confirmed_at: Instant.nullable(),
})

/** The place of an event in a timeline: its time and its id. */
const Place = z.tuple([z.iso.datetime(), z.uuid()])

/** Returns null for a `before` that is no place. */
function readPlace(before: string): readonly [string, string] | null {
  const parsed = Place.safeParse(before.split('_'))
  return parsed.success ? parsed.data : null
}

interface TimelineRequest {
  readonly customer?: string | undefined
  readonly iccid?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

const columns = 'id, received_at, kind, iccid, customer, item, details, repeat_of, is_test, confirmed_at, connection'

/**
 * A customer's events are those that name the customer, and those of the customer's eSIMs from before it was known
 * whose they are. Each part reads one index from its end.
 */
const ofCustomer = `
  SELECT * FROM (
    (SELECT ${columns} FROM events
     WHERE connection = $1 AND customer = $2 AND (received_at, id) < ($3, $4)
     ORDER BY received_at DESC, id DESC LIMIT $5)
    UNION ALL
    (SELECT e.* FROM iccids i CROSS JOIN LATERAL (
       SELECT ${columns} FROM events
       WHERE connection = i.connection AND iccid = i.iccid AND customer IS NULL AND (received_at, id) < ($3, $4)
       ORDER BY received_at DESC, id DESC LIMIT $5
     ) e WHERE i.connection = $1 AND i.customer = $2)
  ) both_parts ORDER BY received_at DESC, id DESC LIMIT $5`

const ofIccid = `
  SELECT ${columns} FROM events
  WHERE connection = $1 AND iccid = $2 AND (received_at, id) < ($3, $4)
  ORDER BY received_at DESC, id DESC LIMIT $5`

const end = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

export async function readTimeline(
  database: Queryable,
  connection: string,
  { customer, iccid, before, limit }: TimelineRequest,
): Promise<TimelinePage | null> {
  const place = before === undefined ? end : readPlace(before)
  if (place === null) return null
  const text = customer === undefined ? ofIccid : ofCustomer
  const rows = await select(database, Row, text, [connection, customer ?? iccid ?? '', ...place, limit + 1])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    events: shown.map(({ received_at, repeat_of, is_test, confirmed_at, ...event }) => ({
      ...event,
      at: received_at,
      repeatOf: repeat_of,
      isTest: is_test,
      confirmedAt: confirmed_at,
    })),
    next: rows.length > limit && last !== undefined ? `${last.received_at}_${last.id}` : null,
  }
}
