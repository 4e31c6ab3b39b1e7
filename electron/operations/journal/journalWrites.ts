/**
 * Writes to the journal. Every write is one database transaction that is on the disk when the function returns. A write
 * that fails throws `journal_unwritable`, and the caller must not go on.
 */
import { randomBytes } from 'node:crypto'
import { DeskError } from '#shared/errors.ts'
import type { StorageLoss } from '#shared/model/journalState.ts'
import type { BuyingRules } from '#shared/model/purchase.ts'
import type { Clock } from '../../base/clock.ts'
import { errorCode } from '../../base/errorCode.ts'
import type { Db } from '../../storage/index.ts'
import type { AcknowledgedMark } from './mark.ts'
import type { Agent, Intent, PurchaseResult, Transition } from '../types.ts'

export interface Attempt {
  readonly operation: string
  readonly number: number
  readonly route: string
}

export interface JournalWrites {
  /** Stores the intent with its first transition. Throws `operation_in_progress` while its lock is held. */
  readonly begin: (intent: Intent) => void
  /** Stores a transition, together with the result of the purchase if it is known now. */
  readonly move: (id: string, transition: Transition, result?: PurchaseResult) => void
  /** Stores the result of a purchase that was confirmed before its result was known. */
  readonly addPurchaseResult: (id: string, result: PurchaseResult) => void
  /** Stores a duplicate of a purchase. Returns `false` if the journal has it already. */
  readonly addDuplicate: (id: string, duplicate: Pick<PurchaseResult, 'customerUid' | 'itemUid'>) => boolean
  readonly addRules: (connection: string, rules: BuyingRules, agent: Agent) => void
  readonly attemptBegan: (attempt: Attempt) => void
  readonly attemptEnded: (attempt: Attempt, outcome: string) => void
  /** Gives the journal a new id and stores what a person has acknowledged to be missing. */
  readonly acknowledge: (
    agent: Agent,
    what: { readonly losses: readonly StorageLoss[]; readonly marks: readonly AcknowledgedMark[] },
  ) => void
}

function writeFailure(thrown: unknown): DeskError {
  const code = errorCode(thrown) ?? 'unknown'
  const locked =
    code.startsWith('SQLITE_CONSTRAINT') && thrown instanceof Error && thrown.message.includes('open_locks')
  if (locked)
    return new DeskError('operation_in_progress', 'Another operation on the same target is open', {}, { cause: thrown })
  return new DeskError('journal_unwritable', 'The journal could not be written', { sqlite: code }, { cause: thrown })
}

export function createJournalWrites(db: Db, clock: Clock): JournalWrites {
  const insertOperation = db.prepare(`INSERT INTO operations
    (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid, package_name, amount, currency, refund_reason, ticket, created_at)
    VALUES (@id, @kind, @lockKey, @connection, @connectionName, @osUser, @displayName, @customerUid, @itemUid, @packageName, @amount, @currency, @refundReason, @ticket, @at)`)
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
    db.prepare(`INSERT INTO made (operation, at, customer_uid, item_uid, esim_uid, charged, charged_currency, echoed)
    VALUES (@id, @at, @customerUid, @itemUid, @esimUid, @charged, @currency, @echoed)`)
  const insertDuplicate = db.prepare(
    'INSERT OR IGNORE INTO twins (operation, customer_uid, item_uid, at) VALUES (@id, @customerUid, @itemUid, @at)',
  )
  const insertRules = db.prepare(
    'INSERT INTO buying_rules (at, connection, agent_user, agent_name, content) VALUES (@at, @connection, @osUser, @displayName, @content)',
  )
  const insertIdentity = db.prepare(
    'INSERT INTO journal_identity (id, at, agent_user, agent_name, acknowledged) VALUES (@id, @at, @osUser, @displayName, @content)',
  )

  const addTransition = (id: string, transition: Transition): void => {
    insertTransition.run({
      id,
      at: clock.now(),
      state: transition.state,
      confirmedBy: transition.confirmedBy ?? null,
      cause: transition.cause,
      reason: transition.reason ?? null,
      retryAfter: transition.retryAfter ?? null,
      detail: transition.detail ?? null,
    })
  }
  const addIntent = db.transaction((intent: Intent) => {
    const { agent, amount, purchase, customerUid, ...facts } = intent
    insertOperation.run({
      ...facts,
      ...agent,
      customerUid: customerUid ?? '',
      amount: amount?.amount ?? null,
      currency: amount?.currency ?? null,
      at: clock.now(),
    })
    if (purchase !== null) {
      const { countryFixed, addressFixed, expectedPrice, ...what } = purchase
      insertPurchase.run({
        ...what,
        id: intent.id,
        expectedPrice: expectedPrice?.amount ?? null,
        countryFixed: Number(countryFixed),
        addressFixed: Number(addressFixed),
      })
    }
    addTransition(intent.id, { state: 'INTENT', cause: 'run' })
  })
  const addPurchaseResult = (id: string, { charged, customerUid, itemUid, esimUid, echoed }: PurchaseResult): void => {
    insertPurchaseResult.run({
      id,
      at: clock.now(),
      customerUid,
      itemUid,
      esimUid,
      echoed,
      charged: charged?.amount ?? null,
      currency: charged?.currency ?? null,
    })
  }
  const addMove = db.transaction((id: string, transition: Transition, result?: PurchaseResult) => {
    addTransition(id, transition)
    if (result !== undefined) addPurchaseResult(id, result)
  })
  const translateWriteErrors = (write: () => void): void => {
    try {
      write()
    } catch (thrown) {
      throw writeFailure(thrown)
    }
  }
  const recordAttempt = (event: 'began' | 'ended', facts: Attempt, outcome: string | null): void => {
    translateWriteErrors(() => insertAttempt.run({ ...facts, at: clock.now(), event, outcome }))
  }

  return {
    begin: (intent) => {
      translateWriteErrors(() => addIntent.immediate(intent))
    },
    move: (id, transition, result) => {
      translateWriteErrors(() => {
        addMove.immediate(id, transition, result)
      })
    },
    addPurchaseResult: (id, result) => {
      translateWriteErrors(() => {
        addPurchaseResult(id, result)
      })
    },
    addDuplicate: (id, { customerUid, itemUid }) => {
      let added = false
      translateWriteErrors(() => {
        added = insertDuplicate.run({ id, customerUid, itemUid, at: clock.now() }).changes > 0
      })
      return added
    },
    addRules: (connection, rules, agent) => {
      translateWriteErrors(() =>
        insertRules.run({ at: clock.now(), connection, ...agent, content: JSON.stringify(rules) }),
      )
    },
    attemptBegan: (facts) => {
      recordAttempt('began', facts, null)
    },
    attemptEnded: (facts, outcome) => {
      recordAttempt('ended', facts, outcome)
    },
    acknowledge: (agent, what) => {
      translateWriteErrors(() =>
        insertIdentity.run({
          id: randomBytes(16).toString('hex'),
          at: clock.now(),
          ...agent,
          content: JSON.stringify(what),
        }),
      )
    },
  }
}
