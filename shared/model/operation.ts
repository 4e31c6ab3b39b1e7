/** A money operation as the window and the journal speak of it: kinds, states, what a press will do. */
import * as z from 'zod'
import { ActivationMode } from '../wire/activation.ts'
import { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '../wire/ids.ts'
import { operationStates } from './operationStates.ts'
import { ItemOperationKind, PurchaseKind, PurchasePreview } from './purchase.ts'
import { ActionReason, Coverage, DataSize, Instant, Money, Validity } from './views.ts'

export const OperationKind = z.enum([...ItemOperationKind.options, ...PurchaseKind.options])
export type OperationKind = z.infer<typeof OperationKind>

export const OperationState = z.enum(operationStates)
export type OperationState = z.infer<typeof OperationState>

/** How it became CONFIRMED: the service answered so, its reference was found, the state shows it, or a person said so. */
export const ConfirmedBy = z.enum(['answer', 'reference', 'state', 'person'])
export type ConfirmedBy = z.infer<typeof ConfirmedBy>

export const RefundReason = z.enum([
  'wrong_package',
  'device_not_capable',
  'not_needed',
  'bought_twice',
  'no_coverage',
  'does_not_work',
  'other',
])
export type RefundReason = z.infer<typeof RefundReason>

/** Whether the service keeps the reference that was sent; what it cuts off at the end does no harm. */
export const EchoedReference = z.enum(['same', 'shortened', 'changed'])
export type EchoedReference = z.infer<typeof EchoedReference>

/** An item that carries the id of an operation which had its item already, or was said not to have happened. */
export const LateDuplicate = z.strictObject({ customerUid: CustomerUid, itemUid: ItemUid, foundAt: Instant })
export type LateDuplicate = z.infer<typeof LateDuplicate>

/** A row of the journal. */
export const OperationRow = z.strictObject({
  /** ULID of the intent. */
  id: z.string(),
  kind: OperationKind,
  state: OperationState,
  confirmedBy: ConfirmedBy.nullable(),
  agent: z.string(),
  connectionName: z.string(),
  /** Null for a new customer who isn't known yet. */
  customerUid: CustomerUid.nullable(),
  customerEmail: z.string().nullable(),
  /** The item that was acted on; of a purchase the one that it made, once known. */
  itemUid: ItemUid.nullable(),
  /** The eSIM profile that a purchase made. */
  esimUid: EsimUid.nullable(),
  packageName: z.string().nullable(),
  /** What was bought, and how it was to start; null for the kinds that buy nothing. */
  inventoryItemId: InventoryItemId.nullable(),
  countrySet: CountrySetId.nullable(),
  mode: ActivationMode.nullable(),
  /** The reference as it was typed. */
  reference: z.string().nullable(),
  echoed: EchoedReference.nullable(),
  /** What was agreed to. */
  amount: Money.nullable(),
  /** What the service then said that it charged; null where it didn't say. */
  charged: Money.nullable(),
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
  /** While it isn't known: how often the service was asked, and when it is asked next. Null: nobody asks by itself any more. */
  checks: z.number().int(),
  nextCheck: Instant.nullable(),
  /** It is being asked now, or waits for its turn. */
  checking: z.boolean(),
  duplicates: z.array(LateDuplicate),
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

/** One request of an operation. `outcome` is a short machine word; null while it is under way, or where the desk ended before it. */
export const OperationAttempt = z.strictObject({
  number: z.number().int(),
  route: z.string(),
  began: Instant,
  ended: Instant.nullable(),
  outcome: z.string().nullable(),
})
export type OperationAttempt = z.infer<typeof OperationAttempt>

export const OperationDetail = z.strictObject({
  operation: OperationRow,
  transitions: z.array(OperationTransition),
  attempts: z.array(OperationAttempt),
  note: z.string().nullable(),
  /** ICCIDs of the customer when it was done, and of the eSIM that it made. */
  iccids: z.array(z.string()),
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
  /** Null for a new customer. */
  customerUid: CustomerUid.nullable(),
  customerEmail: z.string().nullable(),
  /** The item that is acted on; null for a purchase, which makes one. */
  itemUid: ItemUid.nullable(),
  packageName: z.string().nullable(),
  /** Reference of the item; null for a purchase. */
  metatag: z.string().nullable(),
  size: DataSize,
  available: DataSize,
  validity: Validity,
  coverage: Coverage,
  /** Purchase price: what a refund gives back, what a purchase takes. */
  amount: Money.nullable(),
  /** The end of validity that activating now, or buying with a start at once, leads to; null where it has no end or can't be told. */
  endsAt: Instant.nullable(),
  /** When it would start by itself. */
  activatesBy: Instant.nullable(),
  /** Refund: those of this desk this month; the service's maximum can't be read. */
  refundsThisMonth: z.number().int(),
  /** Null for the kinds that buy nothing. */
  purchase: PurchasePreview.nullable(),
  asOf: Instant,
})
export type OperationPreview = z.infer<typeof OperationPreview>

/** By the time of their press. */
export const OperationOrder = z.enum(['newest', 'oldest'])
export type OperationOrder = z.infer<typeof OperationOrder>

/** Which rows of the journal. `from` belongs to it, `to` doesn't. */
export const OperationFilter = z.strictObject({
  customerUid: CustomerUid.optional(),
  state: OperationState.optional(),
  kind: OperationKind.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type OperationFilter = z.infer<typeof OperationFilter>

/** Of one day or month, one entry a currency. What is not known yet is in none of the first two. */
export const PeriodTotals = z.strictObject({
  /** `2026-11-21` or `2026-11`, by this machine's calendar. */
  period: z.string(),
  purchases: z.number().int(),
  spent: z.array(Money),
  refunds: z.number().int(),
  refunded: z.array(Money),
  unresolved: z.array(Money),
})
export type PeriodTotals = z.infer<typeof PeriodTotals>

/** Of the open connection. Periods without an operation are left out, the newest comes first. */
export const OperationTotals = z.strictObject({
  today: PeriodTotals,
  month: PeriodTotals,
  days: z.array(PeriodTotals),
  months: z.array(PeriodTotals),
  /** What counts for the limit: spent today and what isn't known yet. */
  spentToday: Money,
  dailyLimit: Money.nullable(),
})
export type OperationTotals = z.infer<typeof OperationTotals>
