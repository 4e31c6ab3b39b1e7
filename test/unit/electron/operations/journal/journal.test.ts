import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OperationState } from '#shared/model/operation/operation.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createJournal, type Journal } from '../../../../../electron/operations/journal/journal.ts'
import type { Intent } from '../../../../../electron/operations/types.ts'
import type { Db } from '../../../../../electron/storage/index.ts'
import { failure } from '../../../../support/failure.ts'

let folder: string
let db: Db
let journal: Journal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  db = new Database(join(folder, 'journal.db'))
  journal = createJournal(db, systemClock)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

function intent(id: string, item = 'i1', parts: Partial<Intent> = {}): Intent {
  return {
    id,
    kind: 'refund',
    lockKey: `item:${item}`,
    connection: 'c1',
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid: CustomerUid.parse('u1'),
    itemUid: ItemUid.parse(item),
    packageName: 'Europe 3 GB',
    amount: { amount: '4.50', currency: 'USD' },
    refundReason: 'not_needed',
    ticket: 'T-1',
    purchase: null,
    ...parts,
  }
}
const move = (id: string, ...states: OperationState[]): void => {
  for (const state of states) journal.move(id, { state, cause: 'test' })
}

describe('an intent', () => {
  it('is stored with its agent, target, amount and reason', () => {
    journal.begin(intent('a'))
    expect(journal.row('a')).toMatchObject({
      id: 'a',
      kind: 'refund',
      state: 'INTENT',
      agent_name: 'Ann',
      customer_uid: 'u1',
      item_uid: 'i1',
      amount: '4.50',
      currency: 'USD',
      refund_reason: 'not_needed',
      ticket: 'T-1',
    })
    expect(journal.transitions('a').map(({ state }) => state)).toEqual(['INTENT'])
  })

  it.each([
    ['INTENT', []],
    ['SENDING', ['SENDING']],
    ['UNKNOWN', ['SENDING', 'UNKNOWN']],
    ['NEEDS_HUMAN', ['SENDING', 'UNKNOWN', 'NEEDS_HUMAN']],
  ] as const)('locks its target while it is %s', (_state, states) => {
    journal.begin(intent('a'))
    move('a', ...states)
    expect(
      failure(() => {
        journal.begin(intent('b'))
      }),
    ).toMatchObject({ code: 'operation_in_progress' })
    expect(journal.row('b')).toBeUndefined()
    journal.begin(intent('c', 'i2'))
  })

  it.each([
    ['NOT_SENT', ['NOT_SENT']],
    ['CONFIRMED', ['SENDING', 'CONFIRMED']],
    ['REJECTED', ['SENDING', 'REJECTED']],
    ['NOT_APPLIED', ['SENDING', 'UNKNOWN', 'NOT_APPLIED']],
  ] as const)('releases its target when it is %s', (_state, states) => {
    journal.begin(intent('a'))
    move('a', ...states)
    expect(journal.isLocked('item:i1')).toBe(false)
    journal.begin(intent('b'))
    expect(journal.openLocks()).toEqual([{ lock_key: 'item:i1', kind: 'refund', item_uid: 'i1' }])
  })

  it('is refused without a lock key, and with an id that exists already', () => {
    expect(
      failure(() => {
        journal.begin(intent('a', 'i1', { lockKey: '' }))
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
    journal.begin(intent('a'))
    expect(
      failure(() => {
        journal.begin(intent('a', 'i2'))
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
    expect(journal.count({})).toBe(1)
  })
})

describe('the states', () => {
  const final = new Set<OperationState>(['CONFIRMED', 'REJECTED', 'NOT_SENT', 'NOT_APPLIED'])

  it('follow the state machine, whatever transitions are attempted', () => {
    let nth = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...OperationState.options), { maxLength: 12 }), (attempted) => {
        nth += 1
        const id = `op-${String(nth)}`
        journal.begin(intent(id, id))
        for (const state of attempted)
          failure(() => {
            move(id, state)
          })
        const passed = journal.transitions(id).map(({ state }) => state)
        const ends = passed.filter((state) => final.has(state))
        expect(passed[0]).toBe('INTENT')
        expect(passed.filter((state) => state === 'SENDING').length).toBeLessThanOrEqual(1)
        expect(ends.length).toBeLessThanOrEqual(1)
        expect(final.has(passed.at(-1) ?? 'INTENT')).toBe(ends.length === 1)
        expect(journal.isLocked(`item:${id}`)).toBe(ends.length === 0)
      }),
    )
  })
})

describe('history', () => {
  it.each([
    "UPDATE operations SET amount = '0'",
    'DELETE FROM operations',
    "UPDATE transitions SET state = 'NOT_SENT'",
    'DELETE FROM transitions',
    "UPDATE attempts SET outcome = ''",
    'DELETE FROM attempts',
    'DELETE FROM open_locks',
    "UPDATE open_locks SET lock_key = 'x'",
    'DELETE FROM last_states',
    "UPDATE last_states SET state = 'CONFIRMED'",
    "UPDATE last_states SET kind = 'activate'",
    'UPDATE last_states SET transition = 1',
    "INSERT OR REPLACE INTO last_states SELECT operation, transition, 'CONFIRMED', kind, customer_uid, " +
      'connection, created_at FROM last_states',
    'DELETE FROM moves',
    "INSERT INTO moves VALUES ('CONFIRMED', 'NOT_SENT')",
  ])('can not be changed: %s', (sql) => {
    journal.begin(intent('a'))
    move('a', 'SENDING')
    journal.attemptBegan({ operation: 'a', number: 1, route: '/refund' })
    expect(() => db.exec(sql)).toThrow()
    expect(journal.row('a')).toMatchObject({ state: 'SENDING', amount: '4.50' })
    expect(journal.isLocked('item:i1')).toBe(true)
  })

  it('contains each attempt once, with its beginning and its end', () => {
    journal.begin(intent('a'))
    const attempt = { operation: 'a', number: 1, route: '/refund' }
    journal.attemptBegan(attempt)
    journal.attemptEnded(attempt, 'answer 200')
    expect(
      failure(() => {
        journal.attemptBegan(attempt)
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
  })

  it('is complete after the file was opened again', () => {
    journal.begin(intent('a'))
    db.close()
    db = new Database(join(folder, 'journal.db'))
    expect(createJournal(db, systemClock).row('a')).toMatchObject({ state: 'INTENT' })
  })
})

describe('the file', () => {
  it('has no views', () => {
    expect(db.prepare("SELECT name FROM sqlite_master WHERE type = 'view'").all()).toEqual([])
  })
})

describe('reading', () => {
  it('returns pages, newest or oldest first, and counts by customer, state and kind', () => {
    for (let n = 1; n <= 5; n += 1)
      journal.begin(
        intent(
          `op-${String(n)}`,
          `i${String(n)}`,
          n === 3 ? { kind: 'activate', customerUid: CustomerUid.parse('u2') } : {},
        ),
      )
    move('op-4', 'NOT_SENT')
    const first = journal.rows({}, 2, null)
    expect(first.map(({ id }) => id)).toEqual(['op-5', 'op-4'])
    expect(journal.rows({}, 9, first.at(-1)?.seq ?? null).map(({ id }) => id)).toEqual(['op-3', 'op-2', 'op-1'])
    const oldest = journal.rows({ kind: 'refund' }, 2, null, 'oldest')
    expect(oldest.map(({ id }) => id)).toEqual(['op-1', 'op-2'])
    expect(journal.rows({ kind: 'refund' }, 9, oldest.at(-1)?.seq ?? null, 'oldest').map(({ id }) => id)).toEqual([
      'op-4',
      'op-5',
    ])
    expect(journal.rows({ customerUid: CustomerUid.parse('u2') }, 9, null).map(({ id }) => id)).toEqual(['op-3'])
    expect(journal.count({ kind: 'refund' })).toBe(4)
    expect(journal.count({ state: 'NOT_SENT' })).toBe(1)
    expect(journal.openIn('INTENT').map(({ id }) => id)).toEqual(['op-1', 'op-2', 'op-3', 'op-5'])
  })

  it('counts the confirmed refunds of a connection since a time', () => {
    journal.begin(intent('a', 'i1'))
    journal.begin(intent('b', 'i2'))
    journal.begin(intent('c', 'i3', { connection: 'c2' }))
    journal.begin(intent('d', 'i4', { kind: 'activate' }))
    for (const id of ['a', 'c', 'd']) move(id, 'SENDING', 'CONFIRMED')
    expect(journal.refundsSince('c1', Date.now() - 60_000)).toBe(1)
    expect(journal.refundsSince('c1', Date.now() + 60_000)).toBe(0)
  })
})

describe('a journal that can not be written', () => {
  it('reports a full disk and keeps its rows', () => {
    journal.begin(intent('a'))
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
    let full: unknown = null
    for (let n = 0; n < 500 && full === null; n += 1)
      full = failure(() => {
        journal.begin(intent(`full-${String(n)}`, `f${String(n)}`))
      })
    expect(full).toMatchObject({ code: 'journal_unwritable', details: { sqlite: 'SQLITE_FULL' } })
    expect(journal.row('a')).toMatchObject({ state: 'INTENT' })
  })

  it('reports a read-only database', () => {
    db.pragma('query_only = ON')
    expect(
      failure(() => {
        journal.begin(intent('a'))
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
  })
})
