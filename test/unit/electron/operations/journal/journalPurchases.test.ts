/** The purchases in the journal, with a real file and a manual clock. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationState } from '#shared/model/operation/operation.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { CountrySetId, CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { createJournal, type Journal } from '../../../../../electron/operations/journal/journal.ts'
import type { Intent, PurchaseResult, PurchaseFacts } from '../../../../../electron/operations/types.ts'
import type { Db } from '../../../../../electron/storage/index.ts'
import { failure } from '../../../../support/failure.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000
const agent = { osUser: 'desk', displayName: 'Ann' }
const uid = (of: string) => CustomerUid.parse(of)

let folder: string
let db: Db
let journal: Journal
let now: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  db = new Database(join(folder, 'journal.db'))
  now = noon
  journal = createJournal(db, { now: () => now, monotonic: () => now })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const facts = (parts: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  inventoryItemId: InventoryItemId.parse('package-1'),
  countrySet: CountrySetId.parse('EUROPE'),
  mode: 'NOW',
  expectedPrice: { amount: '6.00', currency: 'USD' },
  countryFixed: false,
  addressFixed: true,
  ...parts,
})
const purchase = (id: string, parts: Partial<Intent> = {}): Intent => ({
  id,
  kind: 'top-up',
  lockKey: `customer:${id}`,
  connection: 'c1',
  connectionName: 'Shop',
  agent,
  customerUid: uid('u1'),
  itemUid: null,
  packageName: 'Europe 3 GB',
  amount: { amount: '4.50', currency: 'USD' },
  refundReason: null,
  ticket: null,
  purchase: facts(),
  ...parts,
})
const resultOf = (of: string, parts: Partial<PurchaseResult> = {}): PurchaseResult => ({
  customerUid: uid('u1'),
  itemUid: ItemUid.parse(of),
  esimUid: EsimUid.parse('e1'),
  charged: { amount: '4.40', currency: 'USD' },
  echoed: 'same',
  ...parts,
})
function move(id: string, ...states: readonly OperationState[]): void {
  for (const state of states) journal.move(id, { state, cause: 'test' })
}

describe('a purchase', () => {
  it('is stored with its package, and later with its result', () => {
    journal.begin(purchase('a'))
    expect(journal.row('a')).toMatchObject({
      customer_uid: 'u1',
      item_uid: null,
      inventory_item_id: 'package-1',
      country_set: 'EUROPE',
      mode: 'NOW',
      amount: '4.50',
      charged: null,
      echoed: null,
      duplicates: [],
    })
    expect(db.prepare('SELECT expected_price, country_fixed, address_fixed FROM purchases').get()).toEqual({
      expected_price: '6.00',
      country_fixed: 0,
      address_fixed: 1,
    })
    move('a', 'SENDING')
    journal.move('a', { state: 'CONFIRMED', cause: 'answer 200', confirmedBy: 'answer' }, resultOf('i1'))
    expect(journal.row('a')).toMatchObject({
      state: 'CONFIRMED',
      confirmed_by: 'answer',
      item_uid: 'i1',
      esim_uid: 'e1',
      charged: '4.40',
      charged_currency: 'USD',
      echoed: 'same',
    })
    expect(db.prepare('SELECT at FROM made').get()).toEqual({ at: noon })
  })

  it('may have an unknown customer, an unknown price and an unknown charge', () => {
    journal.begin(
      purchase('a', {
        kind: 'register',
        customerUid: null,
        amount: null,
        purchase: facts({ expectedPrice: null, countryFixed: true, addressFixed: false }),
      }),
    )
    expect(journal.row('a')).toMatchObject({ customer_uid: null, amount: null, currency: null })
    expect(db.prepare('SELECT expected_price, country_fixed, address_fixed FROM purchases').get()).toEqual({
      expected_price: null,
      country_fixed: 1,
      address_fixed: 0,
    })
    move('a', 'SENDING', 'UNKNOWN', 'CONFIRMED')
    journal.addPurchaseResult('a', resultOf('i1', { esimUid: null, charged: null, customerUid: uid('new') }))
    expect(journal.row('a')).toMatchObject({
      customer_uid: 'new',
      item_uid: 'i1',
      esim_uid: null,
      charged: null,
      charged_currency: null,
    })
  })

  it('has one result', () => {
    journal.begin(purchase('a'))
    journal.addPurchaseResult('a', resultOf('i1'))
    expect(
      failure(() => {
        journal.addPurchaseResult('a', resultOf('i2'))
      }),
    ).toMatchObject({
      code: 'journal_unwritable',
      details: { sqlite: expect.stringContaining('SQLITE_CONSTRAINT') as unknown },
    })
    expect(journal.row('a')).toMatchObject({ item_uid: 'i1' })
  })

  it('stores each duplicate once, and returns whether it is new', () => {
    journal.begin(purchase('a'))
    expect(journal.addDuplicate('a', resultOf('t1'))).toBe(true)
    now += hour
    expect([
      journal.addDuplicate('a', resultOf('t1')),
      journal.addDuplicate('a', resultOf('t2', { customerUid: uid('u2') })),
    ]).toEqual([false, true])
    expect(journal.row('a')?.duplicates).toEqual([
      { customer_uid: 'u1', item_uid: 't1', at: noon },
      { customer_uid: 'u2', item_uid: 't2', at: noon + hour },
    ])
    db.pragma('query_only = ON')
    expect(
      failure(() => {
        journal.addDuplicate('a', resultOf('t3'))
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
    expect(
      failure(() => {
        journal.addPurchaseResult('a', resultOf('i1'))
      }),
    ).toMatchObject({ code: 'journal_unwritable' })
  })
})

describe('the error of a failed write', () => {
  it('is operation_in_progress for a held lock, and else has the code of SQLite', () => {
    journal.begin(purchase('a'))
    expect(
      failure(() => {
        journal.begin(purchase('b', { lockKey: 'customer:a' }))
      }),
    ).toMatchObject({
      code: 'operation_in_progress',
      message: 'Another operation on the same target is open',
      cause: { code: expect.stringContaining('SQLITE_CONSTRAINT') as unknown },
    })
    expect(
      failure(() => {
        journal.begin(purchase('a', { lockKey: 'another' }))
      }),
    ).toMatchObject({
      code: 'journal_unwritable',
      message: 'The journal could not be written',
      details: { sqlite: 'SQLITE_CONSTRAINT_UNIQUE' },
      cause: { code: 'SQLITE_CONSTRAINT_UNIQUE' },
    })
  })
  it('has the code `unknown` if there is none', () => {
    db.close()
    expect(
      failure(() => {
        journal.begin(purchase('a'))
      }),
    ).toMatchObject({ code: 'journal_unwritable', details: { sqlite: 'unknown' } })
  })
})

describe('the history of an operation', () => {
  it('contains the time when it first became UNKNOWN', () => {
    journal.begin(purchase('a'))
    journal.begin(purchase('b'))
    expect(journal.unknownSince('a')).toBeNull()
    now += hour
    move('a', 'SENDING', 'UNKNOWN')
    now += hour
    move('a', 'UNKNOWN', 'NEEDS_HUMAN')
    expect([journal.unknownSince('a'), journal.unknownSince('b'), journal.unknownSince('c')]).toEqual([
      noon + hour,
      null,
      null,
    ])
    expect(journal.transitions('a').map(({ at, state }) => [at, state])).toEqual([
      [new Date(noon).toISOString(), 'INTENT'],
      [new Date(noon + hour).toISOString(), 'SENDING'],
      [new Date(noon + hour).toISOString(), 'UNKNOWN'],
      [new Date(noon + 2 * hour).toISOString(), 'UNKNOWN'],
      [new Date(noon + 2 * hour).toISOString(), 'NEEDS_HUMAN'],
    ])
  })

  it('is listed by the ids of its state', () => {
    for (const id of ['a', 'b', 'c']) journal.begin(purchase(id))
    for (const id of ['c', 'a']) move(id, 'SENDING', 'UNKNOWN')
    expect([journal.idsIn('UNKNOWN'), journal.idsIn('INTENT'), journal.idsIn('SENDING')]).toEqual([
      ['a', 'c'],
      ['b'],
      [],
    ])
  })

  it('contains each request with its beginning and its end', () => {
    journal.begin(purchase('a'))
    const attempt = { operation: 'a', number: 1, route: '/topUp' }
    journal.attemptBegan(attempt)
    expect(journal.attempts('a')).toEqual([
      { number: 1, route: '/topUp', began: new Date(noon).toISOString(), ended: null, outcome: null },
    ])
    now += hour
    journal.attemptEnded(attempt, 'answer 200')
    expect(journal.attempts('a')).toEqual([
      {
        number: 1,
        route: '/topUp',
        began: new Date(noon).toISOString(),
        ended: new Date(noon + hour).toISOString(),
        outcome: 'answer 200',
      },
    ])
  })
})

describe('rows', () => {
  it('are filtered by the customer who was topped up or created, by time, and by both', () => {
    journal.begin(purchase('a', { kind: 'register', customerUid: null }))
    now += hour
    journal.begin(purchase('b'))
    now += hour
    journal.begin(purchase('c', { customerUid: uid('u2') }))
    journal.addPurchaseResult('a', resultOf('i1'))
    const ids = (filter: Parameters<Journal['rows']>[0]) => journal.rows(filter, 9, null).map(({ id }) => id)
    expect(ids({ customerUid: uid('u1') })).toEqual(['b', 'a'])
    expect(ids({ customerUid: uid('u1'), kind: 'top-up', state: 'INTENT' })).toEqual(['b'])
    expect(ids({ customerUid: uid('u1'), state: 'SENDING' })).toEqual([])
    expect(ids({ from: noon + hour })).toEqual(['c', 'b'])
    expect(ids({ to: noon + hour })).toEqual(['a'])
    expect(ids({ from: noon + 1, to: noon + 2 * hour })).toEqual(['b'])
    expect([journal.count({ to: noon + hour }), journal.count({}), journal.count({ customerUid: uid('u1') })]).toEqual([
      1, 3, 2,
    ])
  })
})

describe('the sums', () => {
  it('are grouped by day, kind, state, amount and currency, with charges and duplicates, without NOT_APPLIED', () => {
    for (const id of ['charged', 'same', 'open', 'no']) journal.begin(purchase(id))
    journal.begin(purchase('refund', { kind: 'refund', itemUid: ItemUid.parse('i9'), purchase: null }))
    journal.begin(purchase('activation', { kind: 'activate', itemUid: ItemUid.parse('i8'), purchase: null }))
    journal.begin(purchase('elsewhere', { connection: 'c2' }))
    for (const id of ['charged', 'same', 'refund', 'activation', 'elsewhere']) move(id, 'SENDING', 'CONFIRMED')
    journal.addPurchaseResult('charged', resultOf('i1'))
    move('no', 'SENDING', 'UNKNOWN', 'NOT_APPLIED')
    const one = {
      day: '2026-11-21',
      kind: 'top-up',
      state: 'CONFIRMED',
      amount: '4.50',
      currency: 'USD',
      agreed: '4.50',
      agreed_currency: 'USD',
      by_state: false,
      count: 1,
    }
    const sums = () =>
      journal
        .sums('c1', noon)
        .toSorted((a, b) =>
          `${a.kind} ${a.state} ${String(a.amount)}`.localeCompare(`${b.kind} ${b.state} ${String(b.amount)}`),
        )
    expect(sums()).toEqual([{ ...one, kind: 'refund' }, { ...one, amount: '4.40' }, one, { ...one, state: 'INTENT' }])
    journal.addDuplicate('no', resultOf('t1'))
    journal.addDuplicate('charged', resultOf('t2'))
    expect(sums()).toEqual([
      { ...one, kind: 'refund' },
      { ...one, amount: '4.40', count: 2 },
      { ...one, count: 2 },
      { ...one, state: 'INTENT' },
    ])
    expect(journal.sums('c1', noon + 1)).toEqual([])
  })
})

describe('the purchases that were kept', () => {
  it('are grouped with their charges and retail prices, without refunded ones, those that are open, and other connections', () => {
    for (const id of ['kept', 'same', 'refunded', 'open', 'no']) journal.begin(purchase(id))
    journal.begin(purchase('unpriced', { purchase: facts({ expectedPrice: null }) }))
    journal.begin(purchase('elsewhere', { connection: 'c2' }))
    journal.begin(purchase('refund', { kind: 'refund', itemUid: ItemUid.parse('i2'), purchase: null }))
    for (const id of ['kept', 'same', 'refunded', 'unpriced', 'elsewhere', 'refund']) move(id, 'SENDING', 'CONFIRMED')
    move('no', 'SENDING', 'UNKNOWN', 'NOT_APPLIED')
    journal.addPurchaseResult('kept', resultOf('i1'))
    journal.addPurchaseResult('refunded', resultOf('i2'))
    journal.addDuplicate('no', resultOf('t1'))
    const one = {
      day: '2026-11-21',
      inventory_item_id: 'package-1',
      package_name: 'Europe 3 GB',
      amount: '4.50',
      currency: 'USD',
      retail: '6.00',
      count: 1,
      duplicates: 0,
    }
    const kept = () =>
      journal
        .keptPurchases('c1', noon)
        .toSorted((a, b) =>
          `${String(a.retail)} ${String(a.amount)}`.localeCompare(`${String(b.retail)} ${String(b.amount)}`),
        )
    // The one that was refunded has the charge of the first one.
    expect(kept()).toEqual([
      { ...one, amount: '4.40' },
      { ...one, duplicates: 1 },
      { ...one, retail: null },
    ])
    expect(journal.keptPurchases('c1', noon + 1)).toEqual([])
  })
})

describe('the purchases of this desk', () => {
  it('prove the country sets of a customer and of an item', () => {
    for (const id of ['a', 'b']) journal.begin(purchase(id))
    journal.begin(purchase('c', { purchase: facts({ countrySet: CountrySetId.parse('ASIA') }) }))
    for (const id of ['a', 'b', 'c']) journal.addPurchaseResult(id, resultOf(`i-${id}`))
    expect(journal.countrySetsOf(uid('u1')).toSorted()).toEqual(['ASIA', 'EUROPE'])
    expect(journal.countrySetsOf(uid('u2'))).toEqual([])
    expect([journal.countrySetOf(ItemUid.parse('i-c')), journal.countrySetOf(ItemUid.parse('i-x'))]).toEqual([
      'ASIA',
      null,
    ])
  })

  it('show who has bought a country set, unless it was refunded', () => {
    const asia = CountrySetId.parse('ASIA')
    const buys = (id: string, customer: string, countrySet: string): void => {
      journal.begin(
        purchase(id, { customerUid: uid(customer), purchase: facts({ countrySet: CountrySetId.parse(countrySet) }) }),
      )
      journal.addPurchaseResult(id, { ...resultOf(`i-${id}`), customerUid: uid(customer) })
    }
    for (const [id, customer] of [
      ['a', 'u1'],
      ['b', 'u2'],
      ['c', 'u2'],
    ] as const)
      buys(id, customer, 'ASIA')
    buys('d', 'u3', 'EUROPE')
    expect(journal.buyersOf([asia]).toSorted()).toEqual(['u1', 'u2'])
    expect(journal.buyersOf([asia, CountrySetId.parse('EUROPE')]).toSorted()).toEqual(['u1', 'u2', 'u3'])
    expect(journal.buyersOf([])).toEqual([])
    const refunds = (id: string, itemUid: string): void => {
      journal.begin(purchase(id, { kind: 'refund', itemUid: ItemUid.parse(itemUid), purchase: null }))
    }
    refunds('r1', 'i-a')
    refunds('r2', 'i-b')
    expect(journal.buyersOf([asia]).toSorted()).toEqual(['u1', 'u2'])
    for (const id of ['r1', 'r2']) move(id, 'SENDING', 'CONFIRMED')
    expect(journal.buyersOf([asia])).toEqual(['u2'])
  })

  it.each([
    ['same', false],
    ['shortened', true],
    ['changed', true],
  ] as const)('show by the newest one of the connection that references come back %s', (echoed, alters) => {
    journal.begin(purchase('old'))
    journal.begin(purchase('new'))
    journal.begin(purchase('elsewhere', { connection: 'c2' }))
    expect(journal.altersReferences('c1')).toBe(false)
    journal.addPurchaseResult('old', resultOf('i1', { echoed: alters ? 'same' : 'changed' }))
    journal.addPurchaseResult('new', resultOf('i2', { echoed }))
    journal.addPurchaseResult('elsewhere', resultOf('i3', { echoed: alters ? 'same' : 'changed' }))
    expect(journal.altersReferences('c1')).toBe(alters)
  })

  it.each(['reference', 'person'] as const)(
    'show nothing about references if they were confirmed by a %s, because those were not compared',
    (confirmedBy) => {
      journal.begin(purchase('answered'))
      journal.addPurchaseResult('answered', resultOf('i1', { echoed: 'shortened' }))
      journal.begin(purchase('found'))
      move('found', 'SENDING', 'UNKNOWN')
      journal.move('found', { state: 'CONFIRMED', confirmedBy, cause: 'test' })
      journal.addPurchaseResult('found', resultOf('i2'))
      expect(journal.altersReferences('c1')).toBe(true)
    },
  )

  it('that are NOT_APPLIED are returned by connection and time', () => {
    for (const id of ['a', 'b', 'open']) journal.begin(purchase(id))
    journal.begin(purchase('elsewhere', { connection: 'c2' }))
    journal.begin(purchase('refund', { kind: 'refund', itemUid: ItemUid.parse('i9'), purchase: null }))
    now += hour
    journal.begin(purchase('later'))
    for (const id of ['b', 'a', 'elsewhere', 'refund', 'later']) move(id, 'SENDING', 'UNKNOWN', 'NOT_APPLIED')
    expect(journal.notAppliedPurchases('c1', noon).map(({ id }) => id)).toEqual(['a', 'b', 'later'])
    expect(journal.notAppliedPurchases('c1', noon + hour).map(({ id }) => id)).toEqual(['later'])
  })
})

describe('buying rules', () => {
  it('are the newest ones of their connection, or none', () => {
    expect(journal.rules('c1')).toBeUndefined()
    journal.addRules('c1', { ...defaultRules, dailyLimit: '10' }, agent)
    journal.addRules('c1', { ...defaultRules, dailyLimit: '20' }, agent)
    journal.addRules('c2', defaultRules, agent)
    expect(journal.rules('c1')).toEqual({ ...defaultRules, dailyLimit: '20' })
    expect(db.prepare('SELECT count(*) AS rows FROM buying_rules').get()).toEqual({ rows: 3 })
  })

  it('with an invalid template of the reference get the default one and keep their limit', () => {
    db.prepare(
      "INSERT INTO buying_rules (at, connection, agent_user, agent_name, content) VALUES (0, 'c1', 'desk', 'Ann', ?)",
    ).run(JSON.stringify({ ...defaultRules, metatag: 'order{id}', dailyLimit: '10' }))
    expect(journal.rules('c1')).toEqual({ ...defaultRules, dailyLimit: '10' })
  })
})
