/** A money operation as the window and the journal speak of it: kinds, states, what a press will do. */
import * as z from 'zod'
import { CustomerUid, ItemUid } from '../wire/ids.ts'
import { ActionReason, Coverage, DataSize, Instant, Money, Validity } from './views.ts'

export const OperationKind = z.enum(['activate', 'refund'])
export type OperationKind = z.infer<typeof OperationKind>

/**
 * INTENT: durable, nothing sent. SENDING: a byte may have left. UNKNOWN: it may have happened, nobody knows yet.
 * The other five are final but NEEDS_HUMAN, which a person resolves into CONFIRMED or NOT_APPLIED.
 */
export const OperationState = z.enum(['INTENT', 'SENDING', 'CONFIRMED', 'REJECTED', 'NOT_SENT', 'UNKNOWN', 'NOT_APPLIED', 'NEEDS_HUMAN'])
export type OperationState = z.infer<typeof OperationState>

/** How it became CONFIRMED: the service answered so, its reference was found, the state shows it, or a person said so. */
export const ConfirmedBy = z.enum(['answer', 'reference', 'state', 'person'])
export type ConfirmedBy = z.infer<typeof ConfirmedBy>

export const RefundReason = z.enum(['wrong_package', 'device_not_capable', 'not_needed', 'bought_twice', 'no_coverage', 'does_not_work', 'other'])
export type RefundReason = z.infer<typeof RefundReason>

/** A row of the journal. */
export const OperationRow = z.strictObject({
  /** ULID of the intent. */
  id: z.string(),
  kind: OperationKind,
  state: OperationState,
  confirmedBy: ConfirmedBy.nullable(),
  agent: z.string(),
  connectionName: z.string(),
  customerUid: CustomerUid,
  customerEmail: z.string().nullable(),
  itemUid: ItemUid.nullable(),
  packageName: z.string().nullable(),
  amount: Money.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The service's own words for a refusal, or why it is not known; null otherwise. */
  reason: z.string().nullable(),
  /** Seconds to wait, if the service said so. */
  retryAfter: z.number().nullable(),
  refundReason: RefundReason.nullable(),
  /** Ticket number of the reseller's help desk, if one was given. */
  ticket: z.string().nullable(),
  /** Whether this row belongs to the connection that is open now: only then can it be checked. */
  current: z.boolean(),
})
export type OperationRow = z.infer<typeof OperationRow>

export const OperationTransition = z.strictObject({
  at: Instant,
  state: OperationState,
  /** A short machine word: `answer 200`, `timeout headers`, `read: unchanged`, `person`. */
  cause: z.string(),
  detail: z.string().nullable(),
})
export type OperationTransition = z.infer<typeof OperationTransition>

export const OperationDetail = z.strictObject({
  operation: OperationRow,
  transitions: z.array(OperationTransition),
  note: z.string().nullable(),
})
export type OperationDetail = z.infer<typeof OperationDetail>

/** What exactly a press will do, or why it can't. Bound to one effect; `run` takes its id once. */
export const OperationPreview = z.strictObject({
  previewId: z.string(),
  kind: OperationKind,
  /** When this preview stops being accepted: the dialog renews it before. */
  validUntil: Instant,
  possible: z.boolean(),
  reasons: z.array(ActionReason),
  notes: z.array(ActionReason),
  customerUid: CustomerUid,
  customerEmail: z.string().nullable(),
  itemUid: ItemUid,
  packageName: z.string().nullable(),
  metatag: z.string().nullable(),
  size: DataSize,
  available: DataSize,
  validity: Validity,
  coverage: Coverage,
  /** Purchase price: what a refund gives back. */
  amount: Money.nullable(),
  /** Activate: the resulting end of validity; null where it has no end or can't be told. */
  endsAt: Instant.nullable(),
  /** Activate: when it would start by itself. */
  activatesBy: Instant.nullable(),
  /** Refund: those of this desk this month; the service's maximum can't be read. */
  refundsThisMonth: z.number().int(),
  asOf: Instant,
})
export type OperationPreview = z.infer<typeof OperationPreview>
