/** Sums and counts of the journal, and what its purchases show of the service. */
import { z } from 'zod'
import { OperationKind, OperationState, RefundReason } from '#shared/model/operation/operation.ts'
import { creditDirection, statesWithoutCredits } from '#shared/model/operation/operationStates.ts'
import { CountrySetId, CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { countIn, quoted, valueRow } from './sql.ts'

const OperationSum = z.object({
  day: z.string(),
  kind: OperationKind,
  state: OperationState,
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  agreed: z.string().nullable(),
  agreed_currency: z.string().nullable(),
  /** Whether it is known by a read alone, so that somebody else may have done it. */
  by_state: z.number().transform((value) => value === 1),
  count: z.number(),
})
/**
 * A group of equal operations of one day, by this machine's calendar. `amount` is what each of them moved: the charge,
 * or the agreed price if the charge is unknown.
 */
export type OperationSum = z.infer<typeof OperationSum>

const PurchaseSum = z.object({
  day: z.string(),
  inventory_item_id: InventoryItemId,
  package_name: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** The retail price in USD, as it was when the package was bought. */
  retail: z.string().nullable(),
  count: z.number(),
  /** The purchases that were carried out beside them by mistake. */
  duplicates: z.number(),
})
/** A group of equal purchases of a package on one day that have moved credits and whose item was not refunded. */
export type PurchaseSum = z.infer<typeof PurchaseSum>

const RecentPurchase = z.object({
  id: z.string(),
  /** `null` for a new customer whose uid isn't known yet. */
  customer_uid: CustomerUid.nullable(),
  agent_name: z.string(),
  created_at: z.number(),
  state: OperationState,
})
export type RecentPurchase = z.infer<typeof RecentPurchase>

const RefundSum = z.object({
  reason: RefundReason.nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  count: z.number(),
})
/** A group of equal refunds. */
export type RefundSum = z.infer<typeof RefundSum>

const OwnRefund = z.object({ itemUid: ItemUid, agent: z.string(), reason: RefundReason.nullable() })
export type OwnRefund = z.infer<typeof OwnRefund>

const confirmed = quoted(['CONFIRMED'])
const unknown = quoted(['UNKNOWN'])
const withoutCredits = quoted(statesWithoutCredits)
const kindsWithoutCredits = quoted(OperationKind.options.filter((kind) => creditDirection(kind) === null))

// A refund that only a read has shown may be the work of somebody else. One that the service doesn't show, or that a
// person recorded as not done, is none yet.
const ownRefunds = `FROM last_states s CROSS JOIN operations o ON o.seq = s.operation
    CROSS JOIN transitions t ON t.seq = s.transition LEFT JOIN shown_otherwise x ON x.operation = s.operation
  WHERE s.connection = @connection AND s.kind = ${quoted(['refund'])} AND s.state = ${confirmed}
    AND s.created_at >= @since AND coalesce(t.confirmed_by, '') <> ${quoted(['state'])} AND x.why IS NULL`

const refundedItems = `SELECT r.item_uid FROM last_states l CROSS JOIN operations r ON r.seq = l.operation
    WHERE l.connection = @connection AND l.kind = ${quoted(['refund'])} AND l.state = ${confirmed}
      AND l.created_at >= @since AND r.item_uid IS NOT NULL AND l.operation NOT IN (SELECT operation FROM shown_otherwise)`
const keptPurchases = `SELECT strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch', 'localtime') AS day,
    p.inventory_item_id, max(o.package_name) AS package_name, coalesce(m.charged, o.amount) AS amount,
    iif(m.charged IS NULL, o.currency, m.charged_currency) AS currency, p.expected_price AS retail,
    sum(s.state = ${confirmed} AND coalesce(m.item_uid, '') NOT IN (${refundedItems})) AS count,
    sum(coalesce(w.twins, 0)) AS duplicates
  FROM last_states s CROSS JOIN operations o ON o.seq = s.operation CROSS JOIN purchases p ON p.operation = o.id
    LEFT JOIN made m ON m.operation = o.id
    LEFT JOIN (SELECT operation, count(*) AS twins FROM twins GROUP BY operation) w ON w.operation = o.id
  WHERE s.connection = @connection AND s.created_at >= @since AND (s.state = ${confirmed} OR w.twins IS NOT NULL)
  GROUP BY 1, 2, 4, 5, 6`

export interface JournalReports {
  /** Counts the confirmed refunds of this desk on a connection since a time in epoch milliseconds. */
  readonly refundsSince: (connection: string, since: number) => number
  /** Groups the operations since a time in epoch milliseconds that may have moved credits, including duplicates. */
  readonly sums: (connection: string, since: number) => readonly OperationSum[]
  /** Groups the purchases since a time in epoch milliseconds that were kept, with their retail prices. */
  readonly keptPurchases: (connection: string, since: number) => readonly PurchaseSum[]
  /** The items of the same refunds, with who refunded them and why. */
  readonly ownRefunds: (connection: string, since: number) => readonly OwnRefund[]
  /** Groups the same refunds by their reason. */
  readonly refundReasons: (connection: string, since: number) => readonly RefundSum[]
  /** Returns the country sets of the items that this desk bought for a customer, on any connection. */
  readonly countrySetsOf: (customerUid: CustomerUid) => readonly CountrySetId[]
  /** Returns the country set of an item that this desk bought, or `null` for any other item. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Returns the id of the purchase of this desk that created an item, or `null` for any other item. */
  readonly purchaseOf: (itemUid: ItemUid) => string | null
  /** Returns the customers for whom this desk bought items of these country sets, on any connection. */
  readonly buyersOf: (countrySets: readonly CountrySetId[]) => readonly CustomerUid[]
  /**
   * Returns the purchases of a package on a connection since a time in epoch milliseconds, newest first: those that
   * have moved credits or may have, without those whose package was refunded.
   */
  readonly recentPurchases: (
    connection: string,
    inventoryItemId: InventoryItemId,
    since: number,
  ) => readonly RecentPurchase[]
}

export function createJournalReports(db: Db): JournalReports {
  const countRefunds = db.prepare(`SELECT count(*) AS count ${ownRefunds}`)
  const selectOwnRefunds = db.prepare(
    `SELECT o.item_uid AS itemUid, o.agent_name AS agent, o.refund_reason AS reason ${ownRefunds}`,
  )
  const selectRefundReasons = db.prepare(`SELECT o.refund_reason AS reason, o.amount, o.currency, count(*) AS count
    ${ownRefunds} GROUP BY 1, 2, 3`)
  // A duplicate was created and charged as well, whatever the state of its operation is.
  const selectSums =
    db.prepare(`SELECT strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch', 'localtime') AS day, s.kind,
      CASE WHEN w.twins IS NOT NULL THEN ${confirmed} WHEN x.why = 'none' THEN ${unknown} ELSE s.state END AS state,
      coalesce(t.confirmed_by = ${quoted(['state'])}, FALSE) AS by_state, coalesce(m.charged, o.amount) AS amount,
      iif(m.charged IS NULL, o.currency, m.charged_currency) AS currency,
      o.amount AS agreed, o.currency AS agreed_currency,
      sum((s.state NOT IN (${withoutCredits})) + coalesce(w.twins, 0)) AS count
    FROM last_states s CROSS JOIN operations o ON o.seq = s.operation CROSS JOIN transitions t ON t.seq = s.transition
      LEFT JOIN made m ON m.operation = o.id LEFT JOIN shown_otherwise x ON x.operation = s.operation
      LEFT JOIN (SELECT operation, count(*) AS twins FROM twins GROUP BY operation) w ON w.operation = o.id
    WHERE s.connection = @connection AND s.created_at >= @since AND s.kind NOT IN (${kindsWithoutCredits})
      AND (s.state NOT IN (${withoutCredits}) OR w.twins IS NOT NULL)
      AND coalesce(x.why, '') <> 'notDone'
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`)
  const selectKeptPurchases = db.prepare(keptPurchases)
  const selectCountrySetsOfCustomer = db.prepare(
    `SELECT DISTINCT p.country_set AS value FROM made m JOIN purchases p ON p.operation = m.operation
    WHERE m.customer_uid = ? AND p.country_set <> ''`,
  )
  const selectCountrySetOfItem = db.prepare(
    `SELECT p.country_set AS value FROM made m JOIN purchases p ON p.operation = m.operation
    WHERE m.item_uid = ? AND p.country_set <> ''`,
  )
  const selectPurchaseOfItem = db.prepare('SELECT operation AS value FROM made WHERE item_uid = ?')
  const selectBuyers = db.prepare(
    `SELECT DISTINCT m.customer_uid AS value FROM purchases p JOIN made m ON m.operation = p.operation
    WHERE p.country_set IN (SELECT value FROM json_each(?))
      AND m.item_uid NOT IN (SELECT b.item_uid FROM last_states r JOIN operations b ON b.seq = r.operation
        WHERE r.kind = ${quoted(['refund'])} AND r.state = ${confirmed} AND b.item_uid IS NOT NULL
          AND r.operation NOT IN (SELECT operation FROM shown_otherwise))`,
  )
  const selectRecentPurchases = db.prepare(
    `SELECT o.id, coalesce(m.customer_uid, nullif(o.customer_uid, '')) AS customer_uid, o.agent_name, o.created_at, s.state
    FROM last_states s CROSS JOIN operations o ON o.seq = s.operation
      JOIN purchases p ON p.operation = o.id LEFT JOIN made m ON m.operation = o.id
    WHERE s.connection = @connection AND s.created_at >= @since AND p.inventory_item_id = @inventoryItemId
      AND s.state NOT IN (${withoutCredits})
      AND NOT EXISTS (SELECT 1 FROM operations b JOIN last_states r ON r.operation = b.seq
        WHERE b.item_uid = m.item_uid AND b.kind = ${quoted(['refund'])} AND r.state = ${confirmed} AND b.seq > o.seq
          AND r.operation NOT IN (SELECT operation FROM shown_otherwise))
    ORDER BY o.seq DESC`,
  )

  return {
    recentPurchases: (connection, inventoryItemId, since) =>
      z.array(RecentPurchase).parse(selectRecentPurchases.all({ connection, inventoryItemId, since })),
    refundsSince: (connection, since) => countIn(countRefunds.get({ connection, since })),
    sums: (connection, since) => z.array(OperationSum).parse(selectSums.all({ connection, since })),
    keptPurchases: (connection, since) => z.array(PurchaseSum).parse(selectKeptPurchases.all({ connection, since })),
    ownRefunds: (connection, since) => z.array(OwnRefund).parse(selectOwnRefunds.all({ connection, since })),
    refundReasons: (connection, since) => z.array(RefundSum).parse(selectRefundReasons.all({ connection, since })),
    countrySetsOf: (customerUid) =>
      z
        .array(valueRow(CountrySetId))
        .parse(selectCountrySetsOfCustomer.all(customerUid))
        .map(({ value }) => value),
    countrySetOf: (itemUid) =>
      valueRow(CountrySetId).optional().parse(selectCountrySetOfItem.get(itemUid))?.value ?? null,
    purchaseOf: (itemUid) => valueRow(z.string()).optional().parse(selectPurchaseOfItem.get(itemUid))?.value ?? null,
    buyersOf: (countrySets) =>
      z
        .array(valueRow(CustomerUid))
        .parse(selectBuyers.all(JSON.stringify(countrySets)))
        .map(({ value }) => value),
  }
}
