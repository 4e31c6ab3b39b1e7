/**
 * A row of the journal. Rows from SQLite are parsed, because another version of the desk may have written other values.
 */
import { z } from 'zod'
import {
  ConfirmedBy,
  EchoedReference,
  OperationKind,
  OperationState,
  RefundReason,
} from '#shared/model/operation/operation.ts'
import { ActivationMode } from '#shared/wire/activationMode.ts'
import { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { answerIn, ShownByReads } from '../outcomes.ts'

/** A result that was found by a check or by a person was not compared with the reference that was sent. */
export const confirmedWithoutComparison = ['reference', 'person'] as const satisfies readonly ConfirmedBy[]

const Duplicate = z.object({ customer_uid: CustomerUid, item_uid: ItemUid, at: z.number() })

const Flag = z.number().transform((value) => value === 1)

export const JournalRow = z.object({
  seq: z.number(),
  id: z.string(),
  kind: OperationKind,
  lock_key: z.string(),
  connection: z.string(),
  connection_name: z.string(),
  agent_name: z.string(),
  /** `null` for a new customer whose uid isn't known yet. */
  customer_uid: CustomerUid.nullable(),
  /** The item that the operation changes, or that the purchase created. */
  item_uid: ItemUid.nullable(),
  esim_uid: EsimUid.nullable(),
  package_name: z.string().nullable(),
  inventory_item_id: InventoryItemId.nullable(),
  country_set: CountrySetId.nullable(),
  mode: ActivationMode.nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  charged: z.string().nullable(),
  charged_currency: z.string().nullable(),
  echoed: EchoedReference.nullable(),
  starts_differently: Flag.nullable().transform((differs) => differs === true),
  /** By which request the customer was read for the preview, or `null` if that isn't known. */
  read_by: z.string().nullable(),
  /** What the answer leaves open. */
  answer: z.string().nullable().transform(answerIn),
  /** What the reads after an accepted operation have shown, or `null` if none was complete yet. */
  shows: ShownByReads.nullable(),
  refund_reason: RefundReason.nullable(),
  ticket: z.string().nullable(),
  created_at: z.number(),
  state: OperationState,
  /** The cause of the last transition. */
  cause: z.string(),
  confirmed_by: ConfirmedBy.nullable(),
  reason: z.string().nullable(),
  retry_after: z.number().nullable(),
  updated_at: z.number(),
  /** Number of checks of the outcome. */
  checks: z.number(),
  duplicates: z.string().transform((text) => z.array(Duplicate).parse(JSON.parse(text))),
})
export type JournalRow = z.infer<typeof JournalRow>

/** The columns of `last_states` (s), operation (o), last transition (t), purchase (p) and purchase result (m). */
export const rowColumns = `o.seq, o.id, o.kind, o.lock_key, o.connection, o.connection_name, o.agent_name,
  coalesce(m.customer_uid, nullif(o.customer_uid, '')) AS customer_uid,
  coalesce(o.item_uid, m.item_uid) AS item_uid, m.esim_uid, o.package_name, p.inventory_item_id,
  nullif(p.country_set, '') AS country_set, p.mode,
  o.amount, o.currency, m.charged, m.charged_currency, m.echoed, m.starts_differently, o.read_by,
  (SELECT e.outcome FROM attempts b LEFT JOIN attempts e ON e.operation = b.operation AND e.number = b.number
    AND e.event = 'ended' WHERE b.operation = o.id AND b.event = 'began' ORDER BY b.number DESC LIMIT 1) AS answer,
  (SELECT l.shows FROM looks l WHERE l.operation = o.id ORDER BY l.seq DESC LIMIT 1) AS shows,
  o.refund_reason, o.ticket, o.created_at, t.state, t.cause, t.confirmed_by, t.reason, t.retry_after,
  iif(p.operation IS NULL, max(t.at, coalesce((SELECT max(l.at) FROM looks l WHERE l.operation = o.id), 0)), t.at)
    AS updated_at,
  (SELECT count(*) FROM transitions l WHERE l.operation = o.id AND l.cause LIKE 'read: %')
    + (SELECT count(*) FROM looks l WHERE l.operation = o.id AND l.detail IS NULL AND p.operation IS NULL) AS checks,
  (SELECT json_group_array(json_object('customer_uid', w.customer_uid, 'item_uid', w.item_uid, 'at', w.at))
    FROM twins w WHERE w.operation = o.id) AS duplicates`

export const rowTables = `last_states s CROSS JOIN operations o ON o.seq = s.operation CROSS JOIN transitions t ON t.seq = s.transition
  LEFT JOIN purchases p ON p.operation = o.id LEFT JOIN made m ON m.operation = o.id`
