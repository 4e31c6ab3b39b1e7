/** A money operation as the window and the journal describe it: kinds, states, and what it will do. */
import * as z from 'zod'
import { ActivationMode } from '../../wire/activationMode.ts'
import { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '../../wire/ids.ts'
import { operationStates } from './operationStates.ts'
import { CustomerEsims, ItemOperationKind, PurchaseKind, PurchasePreview } from './purchase.ts'
import { ActionReason, Coverage, DataSize, Instant, ItemPhase, Money, Validity } from '../customer/views.ts'

export const OperationKind = z.enum([...ItemOperationKind.options, ...PurchaseKind.options])
export type OperationKind = z.infer<typeof OperationKind>

export const OperationState = z.enum(operationStates)
export type OperationState = z.infer<typeof OperationState>

/** How it became CONFIRMED: by the service's answer, by its reference, by the state of the item, or by a person. */
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

/** Whether the service stored the reference that was sent. A reference that it shortened at the end does no harm. */
export const EchoedReference = z.enum(['same', 'shortened', 'changed'])
export type EchoedReference = z.infer<typeof EchoedReference>

/** An item that carries the id of an operation which already had its item or was reported as failed. */
export const LateDuplicate = z.strictObject({ customerUid: CustomerUid, itemUid: ItemUid, foundAt: Instant })
export type LateDuplicate = z.infer<typeof LateDuplicate>

/**
 * A row of the journal. Its state rests on the answer and on the reads since: one that the service accepted and does
 * not show is UNKNOWN or NEEDS_HUMAN, and one that was denied and has not happened is REJECTED.
 */
export const OperationRow = z.strictObject({
  /** ULID of the intent. */
  id: z.string(),
  kind: OperationKind,
  state: OperationState,
  confirmedBy: ConfirmedBy.nullable(),
  /**
   * What the service answered to the request: yes, no in an answer that looks like a success (`denied`), neither
   * (`open`), an error that proves nothing about the request (`unclear`), or nothing that arrived (`lost`).
   */
  answer: z.enum(['accepted', 'denied', 'open', 'unclear', 'lost']),
  /** Whether a read showed the change of an operation that the service denied. Somebody else may have made it. */
  changedAnyway: z.boolean(),
  /** False if this service does not show such a change, so that its answer is all that can be known. */
  isShown: z.boolean(),
  /** Whether the service accepted it and no read has shown its change yet. */
  awaitsRead: z.boolean(),
  /** Whether the answer to a purchase shows a package that has started although it should wait, or the reverse. */
  startsDifferently: z.boolean(),
  agent: z.string(),
  connectionName: z.string(),
  /** `null` for a new customer who isn't known yet. */
  customerUid: CustomerUid.nullable(),
  customerEmail: z.string().nullable(),
  /** The item that was changed, or the item that a purchase created, once it is known. */
  itemUid: ItemUid.nullable(),
  /** The eSIM profile that a purchase created. */
  esimUid: EsimUid.nullable(),
  packageName: z.string().nullable(),
  /** What was bought and its activation mode, or `null` for kinds that buy nothing. */
  inventoryItemId: InventoryItemId.nullable(),
  countrySet: CountrySetId.nullable(),
  mode: ActivationMode.nullable(),
  /** The reference as it was typed. */
  reference: z.string().nullable(),
  echoed: EchoedReference.nullable(),
  /** The amount that was agreed to. */
  amount: Money.nullable(),
  /** The amount that the service then reported as charged, or `null` if it reported none. */
  charged: Money.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The service's own text for a refusal, or the cause of an unknown outcome. Otherwise `null`. */
  reason: z.string().nullable(),
  /** Seconds to wait, if the service named them. */
  retryAfter: z.number().nullable(),
  refundReason: RefundReason.nullable(),
  /** Ticket number of the reseller's help desk, if one was given. */
  ticket: z.string().nullable(),
  /** Whether this row belongs to the open connection. Only then can it be checked. */
  current: z.boolean(),
  /** Whether it was done in a sandbox of this desk. Each start of the sandbox is another one. */
  sandbox: z.boolean(),
  /**
   * While the outcome is unknown: the number of checks so far and the time of the next one. `null`: no automatic check
   * follows.
   */
  checks: z.number().int(),
  nextCheck: Instant.nullable(),
  /** A check is running, or waits for its turn. */
  checking: z.boolean(),
  duplicates: z.array(LateDuplicate),
})
export type OperationRow = z.infer<typeof OperationRow>

export const OperationTransition = z.strictObject({
  at: Instant,
  state: OperationState,
  /** A short machine-readable term: `answer 200`, `timeout headers`, `read: unchanged`, `person`. */
  cause: z.string(),
  detail: z.string().nullable(),
})
export type OperationTransition = z.infer<typeof OperationTransition>

/**
 * One request of an operation. `outcome` is a short machine-readable term, or `null` while the request is in flight or
 * if the desk ended before it.
 */
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
  /** ICCIDs of the customer at that time, and of the eSIM that was created. */
  iccids: z.array(z.string()),
})
export type OperationDetail = z.infer<typeof OperationDetail>

/** The item that an operation changes, as the service had it at the time of the preview. */
export const PreviewItem = z.strictObject({
  phase: ItemPhase,
  salesDate: Instant.nullable(),
  activatedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** Whether there is an eSIM on which the customer can use the package now. */
  esims: CustomerEsims,
  /** What the customer has in other packages that are active already. */
  others: z.strictObject({
    usable: DataSize,
    /** Another package, its state or its amount can't be read, so there may be more. */
    partial: z.boolean(),
    /** The earliest end among them, or `null` if none has one. */
    nextExpiry: Instant.nullable(),
  }),
})
export type PreviewItem = z.infer<typeof PreviewItem>

/** When the service refused the same operation before. `reason` is its own text, or `null` if it gave none. */
export const LastRefusal = z.strictObject({ at: Instant, reason: z.string().nullable() })
export type LastRefusal = z.infer<typeof LastRefusal>

/**
 * What exactly an operation will do, or why it is not possible. It is bound to one effect, and `run` accepts its id
 * once.
 */
export const OperationPreview = z.strictObject({
  previewId: z.string(),
  kind: OperationKind,
  /** When this preview expires. The dialog renews it before. */
  validUntil: Instant,
  possible: z.boolean(),
  reasons: z.array(ActionReason),
  notes: z.array(ActionReason),
  /** `null` for a new customer. */
  customerUid: CustomerUid.nullable(),
  customerEmail: z.string().nullable(),
  /** The item that is changed, or `null` for a purchase, which creates one. */
  itemUid: ItemUid.nullable(),
  /** Its state, or `null` for a purchase. */
  item: PreviewItem.nullable(),
  /** The newest refusal of this operation on this item, or `null` if there is none or for a purchase. */
  lastRefusal: LastRefusal.nullable(),
  packageName: z.string().nullable(),
  /** Reference of the item, or `null` for a purchase. */
  metatag: z.string().nullable(),
  size: DataSize,
  available: DataSize,
  validity: Validity,
  coverage: Coverage,
  /** Purchase price: the amount that a refund returns or a purchase takes. */
  amount: Money.nullable(),
  /**
   * The end of validity that results from activating now, or from a purchase that starts at once. `null` if there is no
   * end or it can't be computed.
   */
  endsAt: Instant.nullable(),
  /** When the item would start automatically. */
  activatesBy: Instant.nullable(),
  /** The number of refunds by this desk this month. The maximum of the service can't be read. */
  refundsThisMonth: z.number().int(),
  /** `null` for kinds that buy nothing. */
  purchase: PurchasePreview.nullable(),
  asOf: Instant,
})
export type OperationPreview = z.infer<typeof OperationPreview>

/** Ordered by the time of the submission. */
export const OperationOrder = z.enum(['newest', 'oldest'])
export type OperationOrder = z.infer<typeof OperationOrder>

/** Selects rows of the journal. `from` is inclusive, `to` is exclusive. */
export const OperationFilter = z.strictObject({
  customerUid: CustomerUid.optional(),
  state: OperationState.optional(),
  kind: OperationKind.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type OperationFilter = z.infer<typeof OperationFilter>

/**
 * What the purchases that were not refunded earn: the retail price when they were bought, without what was charged.
 * Those of which one of the two isn't known, or which have different currencies, are counted instead.
 */
const MarginTotals = z.strictObject({ margin: z.array(Money), withoutMargin: z.number().int() })
export type MarginTotals = z.infer<typeof MarginTotals>

/**
 * The totals of one day or month, with one entry for each currency. Operations with an unknown outcome are in neither
 * of the first two.
 */
export const PeriodTotals = z.strictObject({
  /** `2026-11-21` or `2026-11`, by this machine's calendar. */
  period: z.string(),
  purchases: z.number().int(),
  spent: z.array(Money),
  refunds: z.number().int(),
  refunded: z.array(Money),
  /** The refunds that are known by a read alone, which are not among the others: somebody else may have made them. */
  seenRefunds: z.number().int(),
  seenRefunded: z.array(Money),
  unresolved: z.array(Money),
  ...MarginTotals.shape,
})
export type PeriodTotals = z.infer<typeof PeriodTotals>

/** The totals of the open connection, newest first. Periods without an operation are omitted. */
export const OperationTotals = z.strictObject({
  today: PeriodTotals,
  month: PeriodTotals,
  days: z.array(PeriodTotals),
  months: z.array(PeriodTotals),
  /** The confirmed refunds of the last 30 days, today included, the most frequent reason first. */
  refundReasons: z.array(
    z.strictObject({ reason: RefundReason.nullable(), refunds: z.number().int(), refunded: z.array(Money) }),
  ),
  /** The purchases of the last 30 days that were not refunded, by package, the most frequent first. */
  packages: z.array(
    MarginTotals.extend({ inventoryItemId: InventoryItemId, name: z.string().nullable(), purchases: z.number().int() }),
  ),
  /** The amount that counts for the limit: spent today, including unknown outcomes. */
  spentToday: Money,
  dailyLimit: Money.nullable(),
})
export type OperationTotals = z.infer<typeof OperationTotals>
