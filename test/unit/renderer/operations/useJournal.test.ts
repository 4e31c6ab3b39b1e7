import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { useJournal, type Journal, type JournalFilter } from '../../../../renderer/composables/operations/useJournal.ts'
import { questions, settle } from '../support/deferred.ts'
import { fakeEvents } from '../support/events.ts'
import { operation } from '../support/samples.ts'

type Page = OutputOf<'operations', 'list'>
let scope: EffectScope
let journal: Journal
let events = fakeEvents()
const filter = ref<JournalFilter>({ state: null, kind: null })
const list = questions<Exclude<InputOf<'operations', 'list'>, null | undefined>, Page>()
const answer = async (which: (input: { state?: string | undefined; cursor?: string | undefined }) => boolean, page: Page): Promise<void> => {
  const found = list.asked.findLast((question) => which(question.input))
  if (found === undefined) throw new Error('Not asked')
  found.answer(page)
  await settle()
}
const ids = (): string[] => journal.rows.value.map((row) => row.id)
const nothing: Page = { rows: [], total: 0 }

beforeEach(() => {
  list.asked.length = 0
  filter.value = { state: null, kind: null }
  events = fakeEvents()
  scope = effectScope()
  const made = scope.run(() => useJournal(() => filter.value, { list: (input) => list.ask(input ?? {}), on: events.on }))
  if (made === undefined) throw new Error('The scope is over')
  journal = made
})
afterEach(() => scope.stop())

async function firstPage(): Promise<void> {
  await answer((input) => input.state === 'NEEDS_HUMAN', { rows: [operation({ id: '02', state: 'NEEDS_HUMAN' })], total: 1 })
  await answer((input) => input.state === 'UNKNOWN', { rows: [operation({ id: '07', state: 'UNKNOWN' })], total: 1 })
  await answer((input) => input.state === undefined, { rows: [operation({ id: '09' }), operation({ id: '08' }), operation({ id: '07', state: 'UNKNOWN' })], total: 5, cursor: 'next' })
}

test('what waits for a person comes first, however old it is', async () => {
  await firstPage()
  expect(ids()).toEqual(['07', '02', '09', '08'])
  expect(journal.waiting.value).toBe(2)
  expect(journal.total.value).toBe(5)
})

test('the next page is added under the first', async () => {
  await firstPage()
  void journal.loadMore()
  void journal.loadMore()
  expect(list.asked.filter((question) => question.input.cursor === 'next')).toHaveLength(1)
  await answer((input) => input.cursor === 'next', { rows: [operation({ id: '03' }), operation({ id: '02', state: 'NEEDS_HUMAN' })], total: 5 })
  expect(ids()).toEqual(['07', '02', '09', '08', '03'])
  expect(journal.hasMore.value).toBe(false)
})

test('a pushed row replaces the one shown; one that is new comes on top', async () => {
  await firstPage()
  events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
  events.push('operation.changed', operation({ id: '10', state: 'SENDING' }))
  expect(ids()).toEqual(['02', '10', '09', '08', '07'])
  expect(journal.total.value).toBe(6)
})

test('a row that was pushed later than it was read is not taken back', async () => {
  events.push('operation.changed', operation({ id: '09', state: 'REJECTED', updatedAt: '2027-01-01T00:00:00Z' }))
  await firstPage()
  const row = journal.rows.value.find((each) => each.id === '09')
  expect(row?.state).toBe('REJECTED')
})

test('a filter asks for its rows alone, and an answer to the old filter is dropped', async () => {
  filter.value = { state: 'REJECTED', kind: 'refund' }
  await settle()
  await answer((input) => input.state === undefined, { rows: [operation({ id: '09' })], total: 1 })
  expect(ids()).toEqual([])
  expect(list.asked.at(-1)?.input).toMatchObject({ state: 'REJECTED', kind: 'refund' })
  await answer((input) => input.state === 'REJECTED', { rows: [operation({ id: '04', state: 'REJECTED' })], total: 1 })
  expect(ids()).toEqual(['04'])
})

test('a failure is said and a reload clears it', async () => {
  list.asked.at(0)?.fail(new DeskError('storage_unreadable', 'no'))
  await settle()
  expect(journal.error.value?.code).toBe('storage_unreadable')
  void journal.reload()
  for (const question of list.asked) question.answer(nothing)
  await settle()
  expect(journal.error.value).toBeNull()
})
