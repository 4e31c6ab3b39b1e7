/** Which outcomes a page shows. */
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { usePendingNavigation } from '../../../../../renderer/lib/pendingNavigation.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customerUid, itemUid, now, operation } from '../../support/samples.ts'

const ids = (rows: readonly OperationRow[]): string[] => rows.map(({ id, state }) => `${id} ${state}`)
const register = (changes: Partial<OperationRow>): OperationRow =>
  operation({ kind: 'register', customerUid: null, itemUid: null, ...changes })

beforeEach(() => setActivePinia(createPinia()))

test('an outcome that has ended is replaced by the next one, and an unknown one stays until it is known', () => {
  const store = useOutcomes()
  store.add(customerUid, [operation({ id: '1' })])
  store.add(customerUid, [operation({ id: '2', state: 'UNKNOWN' })])
  store.add(customerUid, [operation({ id: '3', state: 'REJECTED' })])
  expect(ids(store.of(customerUid))).toEqual(['3 REJECTED', '2 UNKNOWN'])
})

test('a purchase for an unknown customer is shown in the inventory, and stays there when the customer is found', () => {
  const store = useOutcomes()
  store.update(register({ id: '1', state: 'UNKNOWN' }))
  expect(ids(store.registers)).toEqual(['1 UNKNOWN'])
  store.update(
    register({
      id: '1',
      state: 'CONFIRMED',
      confirmedBy: 'reference',
      customerUid,
      updatedAt: '2026-11-21T10:00:09.000Z',
    }),
  )
  expect(ids(store.registers)).toEqual(['1 CONFIRMED'])
  store.dismissRegister('1')
  expect(store.registers).toEqual([])
})

test('a report of what is shown already renders nothing again', () => {
  const store = useOutcomes()
  store.add(customerUid, [operation({ id: '1' })])
  const shown = store.of(customerUid)
  store.update(operation({ id: '1' }))
  expect(store.of(customerUid)).toBe(shown)
})

test("an unknown outcome can't be dismissed", () => {
  const store = useOutcomes()
  store.update(register({ id: '1', state: 'NEEDS_HUMAN' }))
  store.dismissRegister('1')
  expect(ids(store.registers)).toEqual(['1 NEEDS_HUMAN'])
})

test('a late duplicate brings back an operation that had ended and left the page', () => {
  const store = useOutcomes()
  store.update(operation({ id: '1' }))
  expect(store.of(customerUid)).toEqual([])
  store.update(operation({ id: '1', duplicates: [{ customerUid, itemUid, foundAt: now }] }))
  expect(ids(store.of(customerUid))).toEqual(['1 CONFIRMED'])
})

test('an older version of a row never replaces a later one', () => {
  const store = useOutcomes()
  store.add(customerUid, [operation({ id: '1', updatedAt: '2026-11-21T10:00:09.000Z' })])
  store.add(customerUid, [operation({ id: '1', state: 'UNKNOWN' })])
  expect(ids(store.of(customerUid))).toEqual(['1 CONFIRMED'])
})

test('a pending navigation is carried out once, and only by the page of its own customer', () => {
  const pendingNavigation = usePendingNavigation()
  pendingNavigation.set({ what: 'refund', customerUid, itemUid, esimUid: null })
  expect(pendingNavigation.take(CustomerUid.parse('somebody else'))).toBeNull()
  expect(pendingNavigation.take(customerUid)).toMatchObject({ what: 'refund', itemUid })
  expect(pendingNavigation.take(customerUid)).toBeNull()
})

test('a success that was seen is gone when the customer is opened again later, and nothing else is', () => {
  const store = useOutcomes()
  const ended = Date.parse(now)
  const minutes = (count: number): number => ended + count * 60_000
  const shown = (): string[] => ids(store.of(customerUid))
  store.add(customerUid, [operation({ id: '1', updatedAt: now })])
  // Not seen yet: it arrived while another page was open.
  store.enter(customerUid, minutes(60))
  expect(shown()).toEqual(['1 CONFIRMED'])
  store.leave(customerUid)
  // In the same call.
  store.enter(customerUid, minutes(4))
  expect(shown()).toEqual(['1 CONFIRMED'])
  store.enter(customerUid, minutes(6))
  expect(shown()).toEqual([])
  for (const state of ['REJECTED', 'NOT_SENT', 'NOT_APPLIED', 'UNKNOWN', 'NEEDS_HUMAN'] as const) {
    const uid = CustomerUid.parse(`c-${state}`)
    store.add(uid, [operation({ id: state, state, customerUid: uid, updatedAt: now })])
    store.leave(uid)
    store.enter(uid, minutes(600))
    expect(ids(store.of(uid))).toEqual([`${state} ${state}`])
  }
  const duplicates = [{ customerUid, itemUid, foundAt: now }]
  // Of the first one a duplicate was found while no page listened.
  store.addFromJournal(customerUid, [operation({ id: '1', updatedAt: now }), operation({ id: '9', updatedAt: now })])
  expect(shown()).toEqual([])
  store.addFromJournal(customerUid, [operation({ id: '1', updatedAt: now, duplicates })])
  expect(shown()).toEqual(['1 CONFIRMED'])
  for (const special of [
    { duplicates },
    { confirmedBy: 'state' },
    { echoed: 'changed' },
    { amount: { amount: '5.00', currency: 'EUR' }, charged: { amount: '6.00', currency: 'EUR' } },
  ] satisfies Partial<OperationRow>[]) {
    const uid = CustomerUid.parse(`c-${Object.keys(special).join()}`)
    store.add(uid, [operation({ id: '2', customerUid: uid, updatedAt: now, ...special })])
    store.leave(uid)
    store.enter(uid, minutes(600))
    expect(ids(store.of(uid))).toEqual(['2 CONFIRMED'])
  }
})
