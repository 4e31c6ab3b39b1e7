/** Journal rows as the window gets them, in pages. */
import { describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { sandboxIdentity } from '../../../../../electron/connections/sandboxIdentity.ts'
import type { JournalRow } from '../../../../../electron/operations/journal/journal.ts'
import { allRows, journalFilter, listOperations, operationRow } from '../../../../../electron/operations/export/rows.ts'
import { journalInMemory } from '../reads.ts'
import { rowOf } from '../rowOf.ts'

const context = {
  personal: { email: null, reference: null },
  age: 0,
  identity: null,
  checkStatus: { nextCheck: null, checking: false },
}
const noon = Date.UTC(2026, 10, 21, 12)

describe('a row', () => {
  it('contains everything that the window shows', () => {
    const row = rowOf('top-up', {
      amount: '4.50',
      currency: 'USD',
      charged: '4.40',
      charged_currency: 'EUR',
      esim_uid: EsimUid.parse('e'),
      created_at: noon,
      updated_at: noon + 1000,
      checks: 3,
      retry_after: 5,
      ticket: 'T-1',
      duplicates: [{ customer_uid: CustomerUid.parse('u'), item_uid: ItemUid.parse('t'), at: noon + 2000 }],
    })
    const shown = operationRow(row, {
      personal: { email: 'ann@example.com', reference: 'order 7' },
      identity: 'c',
      checkStatus: { nextCheck: noon + 3000, checking: true },
    })
    expect(OperationRow.parse(shown)).toEqual(shown)
    expect(shown).toMatchObject({
      kind: 'top-up',
      customerEmail: 'ann@example.com',
      reference: 'order 7',
      amount: { amount: '4.50', currency: 'USD' },
      charged: { amount: '4.40', currency: 'EUR' },
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:01.000Z',
      current: true,
      sandbox: false,
      checks: 3,
      retryAfter: 5,
      ticket: 'T-1',
      nextCheck: '2026-11-21T12:00:03.000Z',
      checking: true,
      duplicates: [{ customerUid: 'u', itemUid: 't', foundAt: '2026-11-21T12:00:02.000Z' }],
    })
  })
  it('has no amount if amount or currency is missing, and is current only on its own connection', () => {
    for (const parts of [{ amount: '4.50' }, { currency: 'USD' }, {}])
      expect(operationRow(rowOf('refund', parts), context)).toMatchObject({
        amount: null,
        charged: null,
        current: false,
        nextCheck: null,
        checking: false,
        duplicates: [],
      })
    expect(operationRow(rowOf('refund'), { ...context, identity: 'another' }).current).toBe(false)
  })
  it('shows what was done in a sandbox, whatever its connection is called', () => {
    const sandboxOf = (connection: string): boolean =>
      operationRow(rowOf('refund', { connection, connection_name: 'Sandbox' }), context).sandbox
    expect([sandboxOf(sandboxIdentity('a')), sandboxOf('a')]).toEqual([true, false])
  })
})

const failure = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (thrown) {
    return thrown instanceof DeskError ? [thrown.code, thrown.message, thrown.details] : thrown
  }
}

describe('a filter', () => {
  it('contains its times as numbers', () => {
    expect(journalFilter({ kind: 'refund', from: '2026-11-21T12:00:00Z', to: '2026-11-21T12:00:01Z' })).toEqual({
      kind: 'refund',
      from: noon,
      to: noon + 1000,
    })
    expect(journalFilter({})).toEqual({ from: undefined, to: undefined })
  })
  it.each(['from', 'to'])('is refused if %s is not an instant', (path) => {
    expect(failure(() => journalFilter({ [path]: 'yesterday' }))).toEqual([
      'invalid_input',
      'The value is not an instant',
      { path },
    ])
  })
})

describe('pages', () => {
  const journal = journalInMemory()
  for (let n = 1; n <= 12; n += 1) {
    journal.begin({
      id: `op-${String(n)}`,
      kind: 'refund',
      lockKey: String(n),
      connection: 'c',
      connectionName: 'Shop',
      agent: { osUser: 'desk', displayName: 'Ann' },
      customerUid: CustomerUid.parse('u'),
      itemUid: ItemUid.parse('i'),
      packageName: null,
      amount: null,
      refundReason: null,
      ticket: null,
      purchase: null,
    })
  }
  const list = (input: Parameters<typeof listOperations>[0]) =>
    listOperations(input, journal, (row) => operationRow(row, context))
  const ids = ({ rows }: ReturnType<typeof list>) => rows.map(({ id }) => id)

  it('follow each other by cursor, and the last page has none', () => {
    const first = list({ limit: 10 })
    expect([ids(first).length, ids(first)[0], first.total, first.cursor]).toEqual([10, 'op-12', 12, '3'])
    const second = list({ limit: 10, cursor: first.cursor })
    expect([ids(second), second.total, 'cursor' in second]).toEqual([['op-2', 'op-1'], 12, false])
    expect('cursor' in list({ limit: 12 })).toBe(false)
    expect([ids(list({})).length, ids(list({ limit: 2, order: 'oldest' }))]).toEqual([12, ['op-1', 'op-2']])
    expect([ids(list({ cursor: '12' }))[0], ids(list({ state: 'SENDING' }))]).toEqual(['op-11', []])
  })

  it.each(['', 'x', '-1', '1.5', ' 3', '3 ', '1234567890123456'])('refuse the cursor %j', (cursor) => {
    expect(failure(() => list({ cursor }))).toEqual([
      'invalid_input',
      'The cursor is not valid for this list',
      { path: 'cursor' },
    ])
  })

  it('of all rows follow each other until one is not full, and contain each row once', async () => {
    const cursors: (number | null)[] = []
    const rows = (all: number) => ({
      rows: (_filter: unknown, limit: number, before: number | null): readonly JournalRow[] => {
        cursors.push(before)
        const from = before ?? all + 1
        return Array.from({ length: Math.min(limit, from - 1) }, (_, index) =>
          rowOf('refund', { seq: from - 1 - index }),
        )
      },
    })
    const read = async (all: number) => {
      cursors.length = 0
      const sizes: number[] = []
      for await (const page of allRows({}, rows(all))) sizes.push(page.length)
      return [sizes, [...cursors]]
    }
    expect(await read(1200)).toEqual([
      [500, 500, 200],
      [null, 701, 201],
    ])
    expect(await read(500)).toEqual([
      [500, 0],
      [null, 1],
    ])
    expect(await read(0)).toEqual([[0], [null]])
  })
})
