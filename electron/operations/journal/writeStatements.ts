/** The statements that write to the journal, and the rows that they store. */
import type { Db } from '../../storage/index.ts'
import type { Intent, PurchaseFacts, PurchaseResult, Transition } from '../types.ts'

/** Prepares the statements. The return type is inferred, because it only lists the statements. */
export function prepareWrites(db: Db) {
  const insertOperation = db.prepare(`INSERT INTO operations
    (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid, package_name,
      amount, currency, refund_reason, ticket, read_by, created_at)
    VALUES (@id, @kind, @lockKey, @connection, @connectionName, @osUser, @displayName, @customerUid, @itemUid,
      @packageName, @amount, @currency, @refundReason, @ticket, @readBy, @at)`)
  const insertTransition =
    db.prepare(`INSERT INTO transitions (operation, at, state, confirmed_by, cause, reason, retry_after, detail)
    VALUES (@id, @at, @state, @confirmedBy, @cause, @reason, @retryAfter, @detail)`)
  const insertAttempt = db.prepare(
    `INSERT INTO attempts (operation, number, at, event, route, outcome) VALUES (@operation, @number, @at, @event, @route, @outcome)`,
  )
  const insertPurchase =
    db.prepare(`INSERT INTO purchases (operation, inventory_item_id, country_set, mode, expected_price, country_fixed, address_fixed)
    VALUES (@id, @inventoryItemId, @countrySet, @mode, @expectedPrice, @countryFixed, @addressFixed)`)
  const insertPurchaseResult =
    db.prepare(`INSERT INTO made (operation, at, customer_uid, item_uid, esim_uid, charged, charged_currency, echoed,
      starts_differently)
    VALUES (@id, @at, @customerUid, @itemUid, @esimUid, @charged, @currency, @echoed, @startsDifferently)`)
  const insertDuplicate = db.prepare(
    'INSERT OR IGNORE INTO twins (operation, customer_uid, item_uid, at) VALUES (@id, @customerUid, @itemUid, @at)',
  )
  const insertLook = db.prepare('INSERT INTO looks (operation, at, shows, detail) VALUES (@id, @at, @shows, @detail)')
  const insertRules = db.prepare(
    'INSERT INTO buying_rules (at, connection, agent_user, agent_name, content) VALUES (@at, @connection, @osUser, @displayName, @content)',
  )
  const insertIdentity = db.prepare(
    'INSERT INTO journal_identity (id, at, agent_user, agent_name, acknowledged) VALUES (@id, @at, @osUser, @displayName, @content)',
  )
  return {
    insertOperation,
    insertTransition,
    insertAttempt,
    insertPurchase,
    insertPurchaseResult,
    insertDuplicate,
    insertLook,
    insertRules,
    insertIdentity,
  }
}

/** `at`: epoch milliseconds. */
export const operationRowOf = (
  { agent, amount, customerUid, readBy = null, ...intent }: Omit<Intent, 'purchase' | 'repeats' | 'isUnread'>,
  at: number,
) => ({
  ...intent,
  ...agent,
  customerUid: customerUid ?? '',
  readBy,
  amount: amount?.amount ?? null,
  currency: amount?.currency ?? null,
  at,
})

export const transitionRowOf = (id: string, transition: Transition, at: number) => ({
  id,
  at,
  state: transition.state,
  confirmedBy: transition.confirmedBy ?? null,
  cause: transition.cause,
  reason: transition.reason ?? null,
  retryAfter: transition.retryAfter ?? null,
  detail: transition.detail ?? null,
})

export const purchaseRowOf = (
  id: string,
  { countryFixed, addressFixed, expectedPrice, ...purchase }: PurchaseFacts,
) => ({
  ...purchase,
  id,
  expectedPrice: expectedPrice?.amount ?? null,
  countryFixed: Number(countryFixed),
  addressFixed: Number(addressFixed),
})

export const purchaseResultRowOf = (
  id: string,
  { charged, customerUid, itemUid, esimUid, echoed, startsDifferently = false }: PurchaseResult,
  at: number,
) => ({
  id,
  at,
  customerUid,
  itemUid,
  esimUid,
  echoed,
  startsDifferently: Number(startsDifferently),
  charged: charged?.amount ?? null,
  currency: charged?.currency ?? null,
})
