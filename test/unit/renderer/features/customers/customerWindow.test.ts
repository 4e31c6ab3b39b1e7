/** The part of a list of a million customers that the window holds. */
import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { customerFilters, defaultListView } from '#shared/model/customer/customerList.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerWindow, maxPages, pageSize } from '../../../../../renderer/features/customers/customerWindow.ts'
import { at, flush, recordRequests } from '../../support/deferred.ts'

type Input = InputOf<'customers', 'browse'>
type Answer = OutputOf<'customers', 'browse'>

const million = 1_000_000

const rowOf = (uid: string): Answer['rows'][number] => ({
  uid: CustomerUid.parse(uid),
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
  packageNames: [],
  match: null,
})

/** The rows of a list whose customers have their positions in their names. */
function answerTo({ from, limit }: Input, matching = million, name = 'c'): Answer {
  const length = Math.max(0, Math.min(limit, matching - from))
  return {
    rows: Array.from({ length }, (_, n) => rowOf(`${name}-${from + n}`)),
    matching,
    counts: { ...Object.fromEntries(customerFilters.map((filter) => [filter, 0])), all: matching } as Answer['counts'],
    total: matching,
    unknownCoverage: 0,
    asOf: '2026-11-21T10:00:00Z',
  }
}

function windowOf() {
  const { send, requests } = recordRequests<Input, Answer>()
  const list = createCustomerWindow(send)
  const answer = async (index: number, matching = million, name = 'c'): Promise<void> => {
    const request = at(requests, index)
    request.answer(answerTo(request.input, matching, name))
    await flush()
  }
  const loaded = async (): Promise<void> => {
    void list.loadOnce()
    await flush()
    await answer(requests.length - 1)
  }
  return { list, requests, answer, loaded, uidAt: (index: number) => list.rowAt(index)?.uid }
}

test('a jump into the middle of a million customers loads the rows there and none in between', async () => {
  const { list, requests, answer, loaded, uidAt } = windowOf()
  await loaded()
  void list.show(500_010, 500_040)
  await flush()
  await answer(1)
  expect(requests.map(({ input }) => input.from)).toEqual([0, 500_000])
  expect([uidAt(500_010), uidAt(499_999), uidAt(0)]).toEqual(['c-500010', undefined, 'c-0'])
  expect(list.matching.value).toBe(million)
})

test('pages that were scrolled past while another one was loading are not requested', async () => {
  const { list, requests, answer, loaded } = windowOf()
  await loaded()
  for (let from = 1000; from <= 9000; from += 1000) {
    void list.show(from, from + 20)
    await flush()
  }
  await answer(1)
  await answer(2)
  expect(requests.map(({ input }) => input.from)).toEqual([0, 1000, 9000])
})

test('however far the list is scrolled, the window holds a bounded number of rows around what it shows', async () => {
  const { list, requests, answer, loaded, uidAt } = windowOf()
  await loaded()
  for (let page = 1; page < 40; page += 1) {
    void list.show(page * pageSize, page * pageSize + 20)
    await flush()
    await answer(requests.length - 1)
  }
  const held = Array.from({ length: 41 * pageSize }, (_, index) => index).filter((index) => uidAt(index) !== undefined)
  expect([held.length, held.at(-1)]).toEqual([maxPages * pageSize, 40 * pageSize - 1])
})

test('the rows of the previous order stay until the new ones arrive, and a late answer for it is dropped', async () => {
  const { list, requests, answer, loaded, uidAt } = windowOf()
  await loaded()
  void list.show(60, 80)
  await flush()
  void list.change({ sort: 'email', descending: false })
  await flush()
  expect([requests.length, at(requests, 2).input.view.sort, uidAt(0)]).toEqual([3, 'email', 'c-0'])
  await answer(1, million, 'late')
  expect(uidAt(60)).toBeUndefined()
  await answer(2, 3, 'e')
  expect([uidAt(0), uidAt(3), uidAt(60), list.matching.value]).toEqual(['e-0', undefined, undefined, 3])
})

test('while the new order is loading, scrolling requests nothing of the previous one', async () => {
  const { list, requests, answer, loaded } = windowOf()
  await loaded()
  void list.change({ filter: 'error' })
  void list.show(800, 820)
  await flush()
  expect(requests).toHaveLength(2)
  await answer(1)
  expect(requests.slice(1).every(({ input }) => input.view.filter === 'error')).toBe(true)
})

test('loading again replaces what is on the screen, also if a page was requested before', async () => {
  const { list, requests, answer, loaded, uidAt } = windowOf()
  await loaded()
  void list.show(100, 120)
  await flush()
  void list.reload()
  await flush()
  await answer(1, million, 'old')
  await answer(2, million, 'new')
  expect([requests.length, uidAt(100)]).toEqual([3, 'new-100'])
})

test('a failed request keeps the loaded rows, reports the failure, and the next one clears it', async () => {
  const { list, requests, answer, loaded, uidAt } = windowOf()
  await loaded()
  void list.reload()
  await flush()
  at(requests, 1).fail(new DeskError('storage_unreadable', ''))
  await flush()
  expect([uidAt(0), list.error.value?.code]).toEqual(['c-0', 'storage_unreadable'])
  void list.reload()
  await flush()
  await answer(2)
  expect(list.error.value).toBeNull()
})

test('a list that became shorter than what was on the screen ends where it ends', async () => {
  const { list, requests, answer, loaded } = windowOf()
  await loaded()
  void list.show(400, 430)
  await flush()
  await answer(1)
  void list.reload()
  await flush()
  await answer(2, 10)
  expect([list.matching.value, requests.length]).toEqual([10, 3])
})

test('no row of one connection is left in the next', async () => {
  const { list, answer, uidAt } = windowOf()
  void list.loadOnce()
  await flush()
  list.reset()
  await answer(0)
  expect([uidAt(0), list.matching.value, list.counts.value]).toEqual([undefined, null, null])
})

test('what ends soon begins with the soonest end, and all customers have the default order again', () => {
  const { list } = windowOf()
  const order = (): readonly [string, boolean] => [list.view.value.sort, list.view.value.descending]
  void list.change({ filter: 'ending' })
  expect(order()).toEqual(['expiry', false])
  void list.change({ days: 7 })
  void list.change({ country: 'JP' })
  expect(order()).toEqual(['expiry', false])
  for (const filter of ['all', 'error', 'expired'] as const) {
    void list.change({ filter: 'ending' })
    void list.change({ filter })
    expect(order()).toEqual(['sold', true])
  }
})

test('an order that was chosen stays with each filter, until all customers are asked for or another list is opened', () => {
  const { list } = windowOf()
  const chosen = { sort: 'email', descending: false } as const
  for (const end of [() => void list.restore(), () => list.reset()]) {
    void list.change(chosen)
    for (const filter of ['ending', 'all'] as const) {
      void list.change({ filter })
      expect(list.view.value).toMatchObject({ filter, ...chosen })
    }
    end()
    expect(list.view.value).toEqual(defaultListView)
    void list.change({ filter: 'ending' })
    expect(list.view.value).toMatchObject({ sort: 'expiry', descending: false })
  }
})

test('an order that is chosen again ends with the list of all customers, even where it is the default one', () => {
  const { list } = windowOf()
  void list.change({ sort: 'sold', descending: true })
  const { value } = list.view
  void list.restore()
  expect(list.view.value).toBe(value)
  void list.change({ filter: 'ending' })
  expect(list.view.value.sort).toBe('expiry')
})
