import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, shallowRef, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationFilter } from '#shared/model/operation/operation.ts'
import { useJournal, type Journal } from '../../../../../renderer/features/operations/useJournal.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { fakeEvents } from '../../support/events.ts'
import { operation } from '../../support/samples.ts'

type Page = OutputOf<'operations', 'list'>
let scope: EffectScope
let journal: Journal
let events = fakeEvents()
const filter = shallowRef<OperationFilter>({})
const list = recordRequests<Exclude<InputOf<'operations', 'list'>, null | undefined>, Page>()
const ids = (): string[] => journal.rows.value.map((row) => row.id)
const answer = async (index: number, page: Page): Promise<void> => {
  at(list.requests, index).answer(page)
  await flush()
}

beforeEach(() => {
  list.requests.length = 0
  filter.value = {}
  events = fakeEvents()
  scope = effectScope()
  const made = scope.run(() =>
    useJournal(() => filter.value, { list: (input) => list.send(input ?? {}), on: events.on }),
  )
  if (made === undefined) throw new Error('The scope is over')
  journal = made
})
afterEach(() => scope.stop())

const firstPage = (): Promise<void> =>
  answer(0, {
    rows: [operation({ id: '09' }), operation({ id: '08' }), operation({ id: '07', state: 'UNKNOWN' })],
    total: 5,
    cursor: 'next',
  })

test('the newest comes first, whatever its state', async () => {
  await firstPage()
  expect(ids()).toEqual(['09', '08', '07'])
  expect(journal.total.value).toBe(5)
})

test('the next page is added below the first, and requested once', async () => {
  await firstPage()
  void journal.loadMore()
  void journal.loadMore()
  expect(list.requests).toHaveLength(2)
  expect(at(list.requests, 1).input).toMatchObject({ cursor: 'next' })
  await answer(1, { rows: [operation({ id: '03' }), operation({ id: '02' })], total: 5 })
  expect(ids()).toEqual(['09', '08', '07', '03', '02'])
  expect(journal.hasMore.value).toBe(false)
})

test('a pushed row replaces the shown version, and a new one is added on top and counted', async () => {
  await firstPage()
  events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
  events.push('operation.changed', operation({ id: '10', state: 'SENDING' }))
  expect(ids()).toEqual(['10', '09', '08', '07'])
  expect(journal.rows.value.at(-1)?.state).toBe('CONFIRMED')
  expect(journal.total.value).toBe(6)
})

test('a pushed row whose page is not loaded waits for its page', async () => {
  await firstPage()
  events.push('operation.changed', operation({ id: '03', state: 'CONFIRMED' }))
  expect(ids()).toEqual(['09', '08', '07'])
  expect(journal.total.value).toBe(5)
})

test('a row that was pushed after it was read is not reverted', async () => {
  events.push('operation.changed', operation({ id: '09', state: 'REJECTED', updatedAt: '2027-01-01T00:00:00Z' }))
  await firstPage()
  expect(journal.rows.value.find((each) => each.id === '09')?.state).toBe('REJECTED')
})

test('a row that stops belonging to the filter leaves the list and the count', async () => {
  filter.value = { state: 'UNKNOWN' }
  await flush()
  await answer(1, { rows: [operation({ id: '07', state: 'UNKNOWN' })], total: 1 })
  events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
  expect(ids()).toEqual([])
  expect(journal.total.value).toBe(0)
})

test('a filter requests its rows only, and an answer to the old filter is dropped', async () => {
  filter.value = { state: 'REJECTED', kind: 'refund' }
  await flush()
  await firstPage()
  expect(ids()).toEqual([])
  expect(list.requests.at(-1)?.input).toMatchObject({ state: 'REJECTED', kind: 'refund' })
  await answer(1, { rows: [operation({ id: '04', state: 'REJECTED' })], total: 1 })
  expect(ids()).toEqual(['04'])
})

test('a failure is reported, and a reload clears it', async () => {
  at(list.requests, 0).fail(new DeskError('storage_unreadable', 'no'))
  await flush()
  expect(journal.error.value?.code).toBe('storage_unreadable')
  void journal.reload()
  await answer(1, { rows: [], total: 0 })
  expect(journal.error.value).toBeNull()
})
