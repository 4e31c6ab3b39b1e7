import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerList } from '../../../../renderer/composables/customerList.ts'
import { at, questions, settle } from '../support/deferred.ts'

type Page = OutputOf<'customers', 'list'>
const page = (uids: readonly string[], total: number, cursor?: string): Page => ({
  rows: uids.map((uid) => ({
    uid: CustomerUid.parse(uid),
    email: null,
    esims: [],
    totalRemaining: null,
    nextExpiry: null,
    packages: { active: 0, waiting: 0, total: 0 },
    packageNames: [],
    match: null,
  })),
  total,
  asOf: '2026-11-21T10:00:00Z',
  ...(cursor === undefined ? {} : { cursor }),
})

function listing() {
  const { ask, asked } = questions<InputOf<'customers', 'list'>, Page>()
  const list = createCustomerList(ask)
  return { list, asked, shown: () => list.rows.value.map(({ uid }) => uid) }
}

test('pages follow one another by their cursor until there is none', async () => {
  const { list, asked, shown } = listing()
  void list.reload()
  at(asked, 0).answer(page(['a'], 2, 'next'))
  await settle()
  expect(list.hasMore.value).toBe(true)
  void list.more()
  void list.more()
  expect(asked).toHaveLength(2)
  at(asked, 1).answer(page(['b'], 2))
  await settle()
  expect(shown()).toEqual(['a', 'b'])
  expect(list.hasMore.value).toBe(false)
})

test('a page of the reading before is not added to the new one', async () => {
  const { list, asked, shown } = listing()
  void list.reload()
  at(asked, 0).answer(page(['a'], 2, 'next'))
  await settle()
  void list.more()
  void list.reload()
  at(asked, 2).answer(page(['z'], 1))
  await settle()
  at(asked, 1).answer(page(['b'], 2))
  await settle()
  expect(shown()).toEqual(['z'])
  expect(list.total.value).toBe(1)
})

test('a failed reading keeps the rows that are there and says so', async () => {
  const { list, asked, shown } = listing()
  void list.reload()
  at(asked, 0).answer(page(['a'], 1))
  await settle()
  void list.reload()
  at(asked, 1).fail(new DeskError('storage_unreadable', ''))
  await settle()
  expect(shown()).toEqual(['a'])
  expect(list.error.value?.code).toBe('storage_unreadable')
})

test('nothing of one connection is left in the next', async () => {
  const { list, asked, shown } = listing()
  void list.reload()
  list.reset()
  at(asked, 0).answer(page(['a'], 1))
  await settle()
  expect(shown()).toEqual([])
  expect(list.total.value).toBeNull()
})
