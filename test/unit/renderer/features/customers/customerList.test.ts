import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerList } from '../../../../../renderer/features/customers/customerList.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'

type Page = OutputOf<'customers', 'list'>
const page = (uids: readonly string[], total: number, cursor?: string): Page => ({
  rows: uids.map((uid) => ({
    uid: CustomerUid.parse(uid),
    email: null,
    esims: [],
    totalRemaining: null,
    nextExpiry: null,
    lastSeen: null,
    soldAt: null,
    packages: { active: 0, waiting: 0, total: 0 },
    packageNames: [],
    match: null,
  })),
  total,
  asOf: '2026-11-21T10:00:00Z',
  ...(cursor === undefined ? {} : { cursor }),
})

function listing() {
  const { send, requests } = recordRequests<InputOf<'customers', 'list'>, Page>()
  const list = createCustomerList(send)
  return { list, requests, shown: () => list.rows.value.map(({ uid }) => uid) }
}

test('pages follow one another by their cursor until there is none', async () => {
  const { list, requests, shown } = listing()
  void list.reload()
  at(requests, 0).answer(page(['a'], 2, 'next'))
  await flush()
  expect(list.hasMore.value).toBe(true)
  void list.more()
  void list.more()
  expect(requests).toHaveLength(2)
  at(requests, 1).answer(page(['b'], 2))
  await flush()
  expect(shown()).toEqual(['a', 'b'])
  expect(list.hasMore.value).toBe(false)
})

test('a page of the previous list is not added to the new one', async () => {
  const { list, requests, shown } = listing()
  void list.reload()
  at(requests, 0).answer(page(['a'], 2, 'next'))
  await flush()
  void list.more()
  void list.reload()
  at(requests, 2).answer(page(['z'], 1))
  await flush()
  at(requests, 1).answer(page(['b'], 2))
  await flush()
  expect(shown()).toEqual(['z'])
  expect(list.total.value).toBe(1)
})

test('a failed request keeps the loaded rows and reports the failure', async () => {
  const { list, requests, shown } = listing()
  void list.reload()
  at(requests, 0).answer(page(['a'], 1))
  await flush()
  void list.reload()
  at(requests, 1).fail(new DeskError('storage_unreadable', ''))
  await flush()
  expect(shown()).toEqual(['a'])
  expect(list.error.value?.code).toBe('storage_unreadable')
})

test('no row of one connection is left in the next', async () => {
  const { list, requests, shown } = listing()
  void list.reload()
  list.reset()
  at(requests, 0).answer(page(['a'], 1))
  await flush()
  expect(shown()).toEqual([])
  expect(list.total.value).toBeNull()
})
