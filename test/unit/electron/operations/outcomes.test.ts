/**
 * What an answer and a read of the customer mean together. The expected states stand here a second time, as a table of
 * classes and reads; the operations go through a real journal.
 *
 * @module-tag long
 */
import Database from 'better-sqlite3-multiple-ciphers'
import { beforeEach, describe, expect, it } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { operationRow } from '../../../../electron/operations/export/rows.ts'
import { operationTotals } from '../../../../electron/operations/export/totals.ts'
import { createJournal, type Journal } from '../../../../electron/operations/journal/journal.ts'
import { hasSeveralRoutes } from '../../../../electron/operations/kinds.ts'
import { answerIn, causeOf, stateByAnswer, type AnswerClass } from '../../../../electron/operations/outcomes.ts'
import { itemOutcome, shownOfItem } from '../../../../electron/operations/reconcile/checkOutcome.ts'
import { classify } from '../../../../electron/operations/send/classify.ts'
import { entry, item, waiting } from '../../shared/model/things.ts'
import { answer, answerForms } from './send/answerForms.ts'
import { rowOf } from './rowOf.ts'

const day = 24 * 3_600_000
const start = Date.UTC(2026, 10, 21, 12)
const customerUid = CustomerUid.parse('customer-1')
const itemUid = ItemUid.parse('item-1')
let now: number
let journal: Journal
beforeEach(() => {
  now = start
  journal = createJournal(new Database(':memory:'), { now: () => now, monotonic: () => now })
})

type Kind = 'activate' | 'refund'
type Read = 'change' | 'none' | 'incomplete'
const isActive = item({ balance: { activatedAt: '2026-11-21T11:00:00Z' } })
const reads: Readonly<Record<Kind, Readonly<Record<Read, WireCustomerEntry>>>> = {
  activate: {
    change: entry([isActive]),
    none: entry([waiting('ON_DEMAND')]),
    incomplete: entry([], { totalAvailableBalance: null, relatedEsims: null }),
  },
  refund: {
    change: entry([item({ status: 'Refunded' })]),
    none: entry([item()]),
    incomplete: entry([], { totalAvailableBalance: null, relatedEsims: null }),
  },
}

let operations = 0
/** Writes an operation whose request ended with this class and cause, and returns its id. */
function ended(kind: Kind, answerClass: AnswerClass, cause: string, reason: string | null = null): string {
  operations += 1
  const id = `operation-${String(operations)}`
  journal.begin({
    id,
    kind,
    lockKey: `item:${id}`,
    connection: 'c',
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid,
    itemUid,
    packageName: 'Europe 3 GB',
    amount: { amount: '4.50', currency: 'USD' },
    refundReason: null,
    ticket: null,
    purchase: null,
  })
  const state = stateByAnswer[answerClass]
  if (state !== 'NOT_SENT') journal.move(id, { state: 'SENDING', cause: 'send' })
  const attempt = { operation: id, number: 1, route: '/refund' }
  journal.attemptBegan(attempt)
  journal.attemptEnded(attempt, cause)
  journal.move(id, { state, cause, reason, ...(answerClass === 'accepted' && { confirmedBy: 'answer' }) })
  return id
}

const rowIn = (id: string) => journal.row(id) ?? expect.fail('the journal has no such operation')
const viewOf = (id: string) =>
  operationRow(rowIn(id), {
    personal: { email: null, reference: null },
    identity: 'c',
    checkStatus: { nextCheck: null, checking: false },
  })

/** Applies a read as the checks do. */
function look(id: string, kind: Kind, read: WireCustomerEntry): void {
  const row = rowIn(id)
  if (row.state === 'UNKNOWN' || row.state === 'NEEDS_HUMAN') journal.move(id, itemOutcome(row, kind, read, false))
  else if (row.state === 'CONFIRMED' && row.confirmed_by === 'answer') {
    const shown = shownOfItem(row, kind, read, null)
    if (shown !== 'incomplete') journal.addLook(id, shown)
  }
}

/** The state that the desk shows, and whether the service's words stay with it. */
const expected: Readonly<Record<AnswerClass, Readonly<Record<Read, string>>>> = {
  accepted: { change: 'CONFIRMED by answer', none: 'UNKNOWN by answer', incomplete: 'CONFIRMED by answer' },
  refused: { change: 'REJECTED', none: 'REJECTED', incomplete: 'REJECTED' },
  denied: { change: 'REJECTED', none: 'REJECTED', incomplete: 'UNKNOWN' },
  open: { change: 'CONFIRMED by state', none: 'UNKNOWN', incomplete: 'UNKNOWN' },
  unclear: { change: 'CONFIRMED by state', none: 'UNKNOWN', incomplete: 'UNKNOWN' },
  notSent: { change: 'NOT_SENT', none: 'NOT_SENT', incomplete: 'NOT_SENT' },
}

describe.each(['activate', 'refund'] as const)('an answer to %s and a read', (kind) => {
  const forms = answerForms.filter(({ meaning }) => meaning in expected)
  it.each(forms.flatMap((form) => (['change', 'none', 'incomplete'] as const).map((read) => ({ ...form, read }))))(
    '$what, and a read that shows $read',
    ({ evidence, read }) => {
      const found = classify({ kind, itemUid, customerUid, severalRoutes: hasSeveralRoutes(kind) }, evidence)
      if ('resend' in found) return expect.fail('this form is not sent again')
      const id = ended(kind, found.class, found.cause, found.reason)
      look(id, kind, reads[kind][read])
      const { state, confirmedBy, reason } = viewOf(id)
      expect(confirmedBy === null ? state : `${state} by ${confirmedBy}`).toBe(expected[found.class][read])
      // The words of the service stay, unless it happened.
      expect(reason).toBe(confirmedBy === 'state' ? null : found.reason)
      return undefined
    },
  )
})

it('the class of an answer is known from the journal again', () => {
  for (const cause of [causeOf(200, 'denied'), causeOf(202, 'open'), causeOf(503, 'unclear'), 'reset', null])
    expect(answerIn(cause)).toBe(
      cause === null || cause === 'reset'
        ? 'lost'
        : (/ (\w+)$/.exec(cause.replace('answer ', ' '))?.[1] ?? '').replace(/^\d+$/, 'unclear'),
    )
  expect(viewOf(ended('refund', 'denied', 'answer 200 denied')).answer).toBe('denied')
  expect(viewOf(ended('refund', 'unclear', 'answer 502')).answer).toBe('unclear')
  expect(viewOf(ended('refund', 'unclear', 'timeout headers')).answer).toBe('lost')
  expect(viewOf(ended('refund', 'accepted', 'answer 200')).answer).toBe('accepted')
})

it('a denied operation whose change is shown later stays rejected, and is released', () => {
  const id = ended('refund', 'denied', 'answer 200 denied', 'Used')
  expect(journal.isLocked(`item:${id}`)).toBe(true)
  look(id, 'refund', reads.refund.change)
  expect(journal.isLocked(`item:${id}`)).toBe(false)
  expect(viewOf(id)).toMatchObject({ state: 'REJECTED', reason: 'Used', changedAnyway: true })
  expect(journal.transitions(id).at(-1)).toMatchObject({ state: 'NOT_APPLIED', cause: 'read: denied, changed' })
})

describe('an accepted operation that is not shown', () => {
  const accepted = (): string => {
    const id = ended('refund', 'accepted', 'answer 200')
    look(id, 'refund', reads.refund.none)
    return id
  }

  it('is unconfirmed and locked while the desk looks for it, and then needs a person', () => {
    const id = accepted()
    expect(journal.isLocked(`item:${id}`)).toBe(true)
    expect(journal.awaitedLocks()).toEqual([{ lock_key: `item:${id}`, kind: 'refund', item_uid: 'item-1' }])
    now += 400 * day
    expect(viewOf(id)).toMatchObject({ state: 'UNKNOWN', checks: 1 })
    expect(journal.isLocked(`item:${id}`)).toBe(true)
    journal.addLook(id, 'overdue', 'looks ended')
    expect(viewOf(id)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 1 })
    expect(journal.looks(id).at(-1)).toMatchObject({ state: 'NEEDS_HUMAN', cause: 'looks ended', detail: null })
    expect(journal.isLocked(`item:${id}`)).toBe(false)
    expect(journal.awaitedLocks()).toEqual([])
    expect(journal.acceptedAt(`item:${id}`, 'refund')).toBe(start)
    expect(journal.acceptedAt(`item:${id}`, 'activate')).toBeNull()
  })

  it('is confirmed once a read shows it', () => {
    const id = accepted()
    look(id, 'refund', reads.refund.change)
    expect(viewOf(id).state).toBe('CONFIRMED')
    expect(journal.isLocked(`item:${id}`)).toBe(false)
  })

  it('is listed and counted under the state that is shown', () => {
    const id = accepted()
    const shown = ended('refund', 'accepted', 'answer 200')
    look(shown, 'refund', reads.refund.change)
    const denied = ended('refund', 'denied', 'answer 200 denied')
    look(denied, 'refund', reads.refund.none)
    const listed = (state: ReturnType<typeof viewOf>['state']): unknown => {
      const rows = journal.rows({ state }, 10, null).map((row) => row.id)
      expect(journal.count({ state })).toBe(rows.length)
      return rows
    }
    expect([listed('CONFIRMED'), listed('UNKNOWN'), listed('NEEDS_HUMAN')]).toEqual([[shown], [id], []])
    expect([listed('REJECTED'), listed('NOT_APPLIED')]).toEqual([[denied], []])
    journal.addLook(id, 'overdue', 'looks ended')
    expect([listed('UNKNOWN'), listed('NEEDS_HUMAN')]).toEqual([[], [id]])
    journal.addLook(id, 'notDone', 'Ann: not there')
    expect([listed('CONFIRMED'), listed('NEEDS_HUMAN'), listed('NOT_APPLIED')]).toEqual([[shown], [], [id]])
  })

  it('is in the totals as unresolved until it is shown, and never after a person recorded that it did not happen', () => {
    const id = accepted()
    const today = () => operationTotals(journal, 'c', now, null).today
    expect(today()).toMatchObject({ refunds: 0, unresolved: [{ amount: '4.50', currency: 'USD' }] })
    journal.addLook(id, 'notDone')
    expect(today()).toMatchObject({ refunds: 0, unresolved: [] })
    journal.addLook(id, 'done')
    expect(today()).toMatchObject({ refunds: 1, refunded: [{ amount: '4.50', currency: 'USD' }], unresolved: [] })
  })

  it('is found by its customer and its connection while nobody has seen it', () => {
    const id = accepted()
    const found = (connection: string, uid?: string): unknown =>
      journal
        .acceptedUnseen(connection, start, uid === undefined ? undefined : CustomerUid.parse(uid))
        .map((row) => row.id)
    expect([found('c'), found('c', 'customer-1'), found('c', 'customer-2'), found('d')]).toEqual([[id], [id], [], []])
    journal.addLook(id, 'done')
    expect(found('c')).toEqual([])
  })
})

it('three refunds that persons recorded as done without their being shown prove that the service hides them', () => {
  for (const hides of [false, false, true]) {
    const id = ended('refund', 'accepted', 'answer 200')
    look(id, 'refund', reads.refund.none)
    journal.addLook(id, 'done')
    expect(journal.hidesRefunds('c')).toBe(hides)
  }
  expect(journal.hidesRefunds('d')).toBe(false)
  const id = ended('refund', 'accepted', 'answer 200')
  journal.addLook(id, 'notOffered')
  expect(viewOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer', isShown: false })
  look(id, 'refund', reads.refund.change)
  expect(journal.hidesRefunds('c')).toBe(false)
})

it('refunds that are known by a read alone have a line of their own in the totals', () => {
  const seen = ended('refund', 'open', 'answer 202 open')
  look(seen, 'refund', reads.refund.change)
  ended('refund', 'accepted', 'answer 200')
  expect(operationTotals(journal, 'c', now, null).today).toMatchObject({
    refunds: 1,
    refunded: [{ amount: '4.50', currency: 'USD' }],
    seenRefunds: 1,
    seenRefunded: [{ amount: '4.50', currency: 'USD' }],
  })
})

it('an item that is missing proves a refund only where the same way of reading had shown it', () => {
  const gone = entry([item({ uid: 'item-2' })])
  const row = (readBy: string | null) => rowOf('refund', { read_by: readBy })
  expect(itemOutcome(row('path entry'), 'refund', gone, true, 'path entry')).toMatchObject({ cause: 'read: gone' })
  expect(itemOutcome(row('path entry'), 'refund', gone, true, 'search')).toMatchObject({
    state: 'UNKNOWN',
    cause: 'read: item gone',
  })
  expect(itemOutcome(row(null), 'refund', gone, true, 'search')).toMatchObject({ state: 'CONFIRMED' })
  expect(itemOutcome(row('list'), 'refund', entry([item({ status: 'Refunded' })]), true, 'search')).toMatchObject({
    state: 'CONFIRMED',
  })
})

it('the words of an answer cross no secret', () => {
  const code = 'LPA:1$rsp.example.com$K2-ABCDEF'
  const found = classify(
    { kind: 'refund', itemUid, customerUid, severalRoutes: true },
    answer(200, JSON.stringify({ success: false, message: `The code ${code} of ann@example.com is in use` })),
  )
  expect(found.reason).not.toMatch(/K2-ABCDEF|ann@/)
})
