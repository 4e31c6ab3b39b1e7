/** Rows of the events' file. Each is parsed, because another version of the desk may have written it. */
import { z } from 'zod'
import { alertOf, EventDetails, type EventRow } from '#shared/model/customer/events.ts'
import { toInstant } from '#shared/model/instant.ts'
import { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { rowId } from '../base/rowPosition.ts'

export const StoredEvent = z.object({
  seq: z.number().int(),
  at: z.number(),
  kind: WebhookKind,
  customer_uid: CustomerUid.nullable(),
  iccid: Iccid.nullable(),
  item_uid: ItemUid.nullable(),
  details: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(EventDetails),
  repeats: z.number().int(),
  read_at: z.number().nullable(),
})
export type StoredEvent = z.infer<typeof StoredEvent>

export const eventColumns = 'seq, at, kind, customer_uid, iccid, item_uid, details, repeats, read_at'

/** Returns `null` for a text that is not the id of an event. */
export const seqOf = (id: string): number | null => (/^\d{1,16}$/.test(id) ? Number(id) : null)

export function eventRow(stored: StoredEvent): EventRow {
  return {
    id: rowId(stored.seq),
    at: toInstant(stored.at) ?? '',
    kind: stored.kind,
    customerUid: stored.customer_uid,
    iccid: stored.iccid,
    itemUid: stored.item_uid,
    details: stored.details,
    repeats: stored.repeats,
    isRead: stored.read_at !== null,
    alert: alertOf(stored.kind, stored.details),
  }
}
