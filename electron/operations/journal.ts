/**
 * Writes and reads the journal. Every write is one database transaction that is on the disk when the function returns. A
 * write that fails throws `journal_unwritable`, and the caller must not go on. This file makes no requests.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { StorageLoss } from '#shared/model/journalState.ts'
import {
  OperationKind,
  OperationState,
  type OperationAttempt,
  type OperationOrder,
  type OperationTransition,
} from '#shared/model/operation.ts'
import { creditDirection, statesWithoutCredits } from '#shared/model/operationStates.ts'
import { BuyingRules, MetatagTemplate, defaultRules } from '#shared/model/purchase.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { CountrySetId, ItemUid } from '#shared/wire/ids.ts'
import type { Clock } from '../clock.ts'
import { migrate, type Db } from '../storage/index.ts'
import { JournalRow, rowColumns, rowTables } from './journalRow.ts'
import { AcknowledgedMark, JournalRows, type Position } from './mark.ts'
import { journalMigrations } from './schema.ts'
import { quoted } from './sql.ts'
import type { Agent, Intent, PurchaseResult, Transition } from './types.ts'

export type { JournalRow } from './journalRow.ts'

const JournalTransition = z.object({
  at: z.number(),
  state: OperationState,
  cause: z.string(),
  detail: z.string().nullable(),
})
const CountRow = z.object({ count: z.number() })
const valueRow = <T extends z.ZodType>(value: T) => z.object({ value })
const OpenLock = z.object({ lock_key: z.string(), kind: OperationKind, item_uid: ItemUid.nullable() })
export type OpenLock = z.infer<typeof OpenLock>
const JournalAttempt = z.object({
  number: z.number(),
  route: z.string(),
  began: z.number(),
  ended: z.number().nullable(),
  outcome: z.string().nullable(),
})
const OperationSum = z.object({
  day: z.string(),
  kind: OperationKind,
  state: OperationState,
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  agreed: z.string().nullable(),
  agreed_currency: z.string().nullable(),
  count: z.number(),
})
/**
 * A group of equal operations of one day, by this machine's calendar. `amount` is what each of them moved: the charge, or
 * the agreed price if the charge is unknown.
 */
export type OperationSum = z.infer<typeof OperationSum>

/** The part of a stored acknowledgement that is read again. */
const AcknowledgementContent = z.object({ marks: z.array(AcknowledgedMark) })

/** A reference template that is no longer valid is replaced by the default one, so that the stored limit stays in force. */
const StoredRules = BuyingRules.extend({ metatag: MetatagTemplate.catch(defaultRules.metatag) })

export interface JournalFilter {
  readonly customerUid?: CustomerUid | undefined
  readonly state?: OperationState | undefined
  readonly kind?: OperationKind | undefined
  /** Epoch milliseconds. `from` is inclusive, `to` is exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const confirmed = quoted(['CONFIRMED'])
const unknown = quoted(['UNKNOWN'])
const notApplied = quoted(['NOT_APPLIED'])
const withoutCredits = quoted(statesWithoutCredits)
const kindsWithoutCredits = quoted(OperationKind.options.filter((kind) => creditDirection(kind) === null))

/** How each sort order compares rows with the last row of the previous page, and how it sorts them. */
const sortOrders: Readonly<
  Record<OperationOrder, { readonly comparison: string; readonly direction: string; readonly start: number }>
> = {
  newest: { comparison: '<', direction: 'DESC', start: Number.MAX_SAFE_INTEGER },
  oldest: { comparison: '>', direction: 'ASC', start: 0 },
}

export interface Attempt {
  readonly operation: string
  readonly number: number
  readonly route: string
}

export interface Journal {
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
  readonly row: (id: string) => JournalRow | undefined
  /** Returns one page. `last` is the `seq` of the last row of the previous page, or `null` for the first page. */
  readonly rows: (
    filter: JournalFilter,
    limit: number,
    last: number | null,
    order?: OperationOrder,
  ) => readonly JournalRow[]
  readonly count: (filter: JournalFilter) => number
  readonly transitions: (id: string) => readonly OperationTransition[]
  /** Returns when an operation first became UNKNOWN in epoch milliseconds, or `null` if it never did. */
  readonly unknownSince: (id: string) => number | null
  /** Returns the operations in this state that hold a lock, oldest first. */
  readonly openIn: (state: OperationState) => readonly JournalRow[]
  /** Returns the ids of the operations in this state, oldest first. */
  readonly idsIn: (state: OperationState) => readonly string[]
  readonly openLocks: () => readonly OpenLock[]
  readonly isLocked: (lockKey: string) => boolean
  /** Returns the `seq` of the newest operation with this lock key, or 0 if there is none. */
  readonly newestSeq: (lockKey: string) => number
  /** Counts the confirmed refunds of a connection since a time in epoch milliseconds. */
  readonly refundsSince: (connection: string, since: number) => number
  readonly attempts: (id: string) => readonly OperationAttempt[]
  /** Groups the operations since a time in epoch milliseconds that may have moved credits, including duplicates. */
  readonly sums: (connection: string, since: number) => readonly OperationSum[]
  /** Returns the country sets of the items that this desk bought for a customer, on any connection. */
  readonly countrySetsOf: (customerUid: CustomerUid) => readonly CountrySetId[]
  /** Returns the country set of an item that this desk bought, or `null` for any other item. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Whether the service changed the reference of the newest purchase of this connection. */
  readonly altersReferences: (connection: string) => boolean
  /** Returns the purchases of a connection since a time in epoch milliseconds that are NOT_APPLIED. */
  readonly deniedPurchases: (connection: string, since: number) => readonly JournalRow[]
  /** Returns the id of the journal, the highest row numbers and the acknowledged marks. */
  readonly position: () => Omit<Position, 'work'>
  /** Gives the journal a new id and stores what a person has acknowledged to be missing. */
  readonly acknowledge: (
    agent: Agent,
    what: { readonly losses: readonly StorageLoss[]; readonly marks: readonly AcknowledgedMark[] },
  ) => void
  /** Counts the operations that hold a lock, by connection identity. */
  readonly unresolvedByConnection: () => ReadonlyMap<string, number>
  /** Returns the newest rules of a connection, or `undefined` if none were ever set. */
  readonly rules: (connection: string) => BuyingRules | undefined
}

function writeFailure(thrown: unknown): DeskError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
  const locked =
    code.startsWith('SQLITE_CONSTRAINT') && thrown instanceof Error && thrown.message.includes('open_locks')
  if (locked)
    return new DeskError('operation_in_progress', 'Another operation on the same target is open', {}, { cause: thrown })
  return new DeskError('journal_unwritable', 'The journal could not be written', { sqlite: code }, { cause: thrown })
}

/**
 * Builds the condition for a set of filters, so that an index answers each set. A customer has few rows, so a filter by
 * customer uses its own index: the unary `+` keeps SQLite from using another one.
 */
function conditions({ customerUid, state, kind, from, to }: JournalFilter): string {
  const others = customerUid === undefined ? '' : '+'
  const result =
    'SELECT c.seq FROM made x CROSS JOIN operations c ON c.id = x.operation WHERE x.customer_uid = @customerUid'
  const clauses = [
    ...(customerUid === undefined ? [] : [`(s.customer_uid = @customerUid OR s.operation IN (${result}))`]),
    ...(state === undefined ? [] : [`${others}s.state = @state`]),
    ...(kind === undefined ? [] : [`${others}s.kind = @kind`]),
    ...(from === undefined ? [] : ['+s.created_at >= @from']),
    ...(to === undefined ? [] : ['+s.created_at < @to']),
  ]
  return ['TRUE', ...clauses].join(' AND ')
}

export function createJournal(db: Db, clock: Clock): Journal {
  migrate(db, journalMigrations)

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
  const selectRow = db.prepare(
    `SELECT ${rowColumns} FROM ${rowTables} WHERE s.operation = (SELECT seq FROM operations WHERE id = ?)`,
  )
  const selectTransitions = db.prepare(
    'SELECT at, state, cause, detail FROM transitions WHERE operation = ? ORDER BY seq',
  )
  const selectFirstUnknown = db.prepare(
    `SELECT min(at) AS count FROM transitions WHERE operation = ? AND state = ${unknown} HAVING count IS NOT NULL`,
  )
  const selectOpen = db.prepare(
    `SELECT ${rowColumns} FROM ${rowTables} WHERE s.operation IN (SELECT b.seq FROM open_locks l JOIN operations b ON b.id = l.operation) AND s.state = ? ORDER BY o.seq`,
  )
  const selectIds = db.prepare(
    'SELECT o.id AS value FROM last_states s CROSS JOIN operations o ON o.seq = s.operation WHERE s.state = ? ORDER BY s.operation',
  )
  const selectLocks = db.prepare(
    'SELECT l.lock_key, o.kind, o.item_uid FROM open_locks l JOIN operations o ON o.id = l.operation',
  )
  const selectNewestSeq = db.prepare('SELECT coalesce(max(seq), 0) AS count FROM operations WHERE lock_key = ?')
  const countLocks = db.prepare('SELECT count(*) AS count FROM open_locks WHERE lock_key = ?')
  const countRefunds = db.prepare(`SELECT count(*) AS count FROM last_states
    WHERE connection = @connection AND kind = ${quoted(['refund'])} AND state = ${confirmed} AND created_at >= @since`)
  const selectAttempts = db.prepare(`SELECT b.number, b.route, b.at AS began, e.at AS ended, e.outcome FROM attempts b
    LEFT JOIN attempts e ON e.operation = b.operation AND e.number = b.number AND e.event = 'ended' WHERE b.operation = ? AND b.event = 'began' ORDER BY b.number`)
  // A duplicate was created and charged as well, whatever the state of its operation is.
  const selectSums =
    db.prepare(`SELECT strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch', 'localtime') AS day, s.kind, iif(w.twins IS NULL, s.state, ${confirmed}) AS state,
      coalesce(m.charged, o.amount) AS amount, iif(m.charged IS NULL, o.currency, m.charged_currency) AS currency, o.amount AS agreed, o.currency AS agreed_currency,
      sum((s.state NOT IN (${withoutCredits})) + coalesce(w.twins, 0)) AS count
    FROM last_states s CROSS JOIN operations o ON o.seq = s.operation LEFT JOIN made m ON m.operation = o.id
      LEFT JOIN (SELECT operation, count(*) AS twins FROM twins GROUP BY operation) w ON w.operation = o.id
    WHERE s.connection = @connection AND s.created_at >= @since AND s.kind NOT IN (${kindsWithoutCredits}) AND (s.state NOT IN (${withoutCredits}) OR w.twins IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5, 6, 7`)
  const selectCountrySetsOfCustomer = db.prepare(
    `SELECT DISTINCT p.country_set AS value FROM made m JOIN purchases p ON p.operation = m.operation WHERE m.customer_uid = ?`,
  )
  const selectCountrySetOfItem = db.prepare(
    'SELECT p.country_set AS value FROM made m JOIN purchases p ON p.operation = m.operation WHERE m.item_uid = ?',
  )
  const selectLastEcho = db.prepare(
    'SELECT m.echoed AS value FROM made m JOIN operations o ON o.id = m.operation WHERE o.connection = ? ORDER BY o.seq DESC LIMIT 1',
  )
  const selectDenied =
    db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE s.connection = @connection AND s.created_at >= @since
    AND s.state = ${notApplied} AND p.operation IS NOT NULL ORDER BY o.seq`)
  const selectIdentity = db.prepare('SELECT id AS value FROM journal_identity ORDER BY seq DESC LIMIT 1')
  const selectHighest =
    db.prepare(`SELECT (SELECT coalesce(max(seq), 0) FROM operations) AS operations, (SELECT coalesce(max(seq), 0) FROM transitions) AS transitions,
    (SELECT coalesce(max(seq), 0) FROM buying_rules) AS rules`)
  const acknowledged = db.prepare(
    'SELECT acknowledged AS value FROM journal_identity WHERE acknowledged IS NOT NULL ORDER BY seq',
  )
  const insertIdentity = db.prepare(
    'INSERT INTO journal_identity (id, at, agent_user, agent_name, acknowledged) VALUES (@id, @at, @osUser, @displayName, @content)',
  )
  const countUnresolved = db.prepare(
    'SELECT o.connection AS value, count(*) AS count FROM open_locks l JOIN operations o ON o.id = l.operation GROUP BY o.connection',
  )
  const selectLastRules = db.prepare(
    'SELECT content AS value FROM buying_rules WHERE connection = ? ORDER BY seq DESC LIMIT 1',
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
  const countIn = (row: unknown): number => CountRow.parse(row).count

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
    row: (id) => JournalRow.optional().parse(selectRow.get(id)),
    rows: (filter, limit, last, order = 'newest') => {
      const { comparison, direction, start } = sortOrders[order]
      const page = db.prepare(
        `SELECT ${rowColumns} FROM ${rowTables} WHERE ${conditions(filter)} AND s.operation ${comparison} @last ORDER BY s.operation ${direction} LIMIT @limit`,
      )
      return z.array(JournalRow).parse(page.all({ ...filter, limit, last: last ?? start }))
    },
    count: (filter) =>
      countIn(db.prepare(`SELECT count(*) AS count FROM last_states s WHERE ${conditions(filter)}`).get(filter)),
    transitions: (id) =>
      z
        .array(JournalTransition)
        .parse(selectTransitions.all(id))
        .map(({ at, ...rest }) => ({ ...rest, at: toInstant(at) ?? '' })),
    unknownSince: (id) => CountRow.optional().parse(selectFirstUnknown.get(id))?.count ?? null,
    openIn: (state) => z.array(JournalRow).parse(selectOpen.all(state)),
    idsIn: (state) =>
      z
        .array(valueRow(z.string()))
        .parse(selectIds.all(state))
        .map(({ value }) => value),
    openLocks: () => z.array(OpenLock).parse(selectLocks.all()),
    isLocked: (lockKey) => countIn(countLocks.get(lockKey)) > 0,
    newestSeq: (lockKey) => countIn(selectNewestSeq.get(lockKey)),
    refundsSince: (connection, since) => countIn(countRefunds.get({ connection, since })),
    attempts: (id) =>
      z
        .array(JournalAttempt)
        .parse(selectAttempts.all(id))
        .map(({ began, ended, ...rest }) => ({ ...rest, began: toInstant(began) ?? '', ended: toInstant(ended) })),
    sums: (connection, since) => z.array(OperationSum).parse(selectSums.all({ connection, since })),
    countrySetsOf: (customerUid) =>
      z
        .array(valueRow(CountrySetId))
        .parse(selectCountrySetsOfCustomer.all(customerUid))
        .map(({ value }) => value),
    countrySetOf: (itemUid) =>
      valueRow(CountrySetId).optional().parse(selectCountrySetOfItem.get(itemUid))?.value ?? null,
    altersReferences: (connection) =>
      (valueRow(z.string()).optional().parse(selectLastEcho.get(connection))?.value ?? 'same') !== 'same',
    deniedPurchases: (connection, since) => z.array(JournalRow).parse(selectDenied.all({ connection, since })),
    position: () => ({
      id: valueRow(z.string()).parse(selectIdentity.get()).value,
      rows: JournalRows.parse(selectHighest.get()),
      acknowledged: z
        .array(valueRow(z.string()))
        .parse(acknowledged.all())
        .flatMap(({ value }) => AcknowledgementContent.parse(JSON.parse(value)).marks),
    }),
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
    unresolvedByConnection: () =>
      new Map(
        z
          .array(CountRow.extend({ value: z.string() }))
          .parse(countUnresolved.all())
          .map(({ value, count }) => [value, count]),
      ),
    rules: (connection) => {
      const stored = valueRow(z.string()).optional().parse(selectLastRules.get(connection))
      return stored === undefined ? undefined : StoredRules.parse(JSON.parse(stored.value))
    },
  }
}
