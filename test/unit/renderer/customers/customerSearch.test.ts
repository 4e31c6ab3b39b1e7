import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerSearch, insertedLength } from '../../../../renderer/composables/customerSearch.ts'
import { at, questions, settle } from '../support/deferred.ts'

type Page = OutputOf<'customers', 'search'>
const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: `${uid}@example.org`,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  packages: { active: 0, waiting: 0, total: 0 },
  packageNames: [],
  match: null,
})
const page = (uids: readonly string[], more: Partial<Page> = {}): Page => ({
  rows: uids.map(row),
  source: 'directory',
  exact: null,
  serviceProblem: null,
  asOf: '2026-11-21T10:00:00Z',
  ...more,
})

function searching() {
  const opened: string[] = []
  const { ask, asked } = questions<InputOf<'customers', 'search'>, Page>()
  const search = createCustomerSearch(ask, (uid) => opened.push(uid))
  const shown = (): readonly string[] => (search.answer.value?.rows ?? []).map(({ uid }) => uid)
  return { search, asked, opened, shown }
}

describe('search while typing', () => {
  test('asks at once, and while that is under way keeps the latest text alone for after it', async () => {
    const { search, asked, shown } = searching()
    search.type('a')
    search.type('an')
    search.type('ann')
    expect(asked.map(({ input }) => input.query)).toEqual(['a'])
    at(asked, 0).answer(page(['abel']))
    await settle()
    expect(shown()).toEqual([])
    expect(asked.map(({ input }) => input.query)).toEqual(['a', 'ann'])
    at(asked, 1).answer(page(['anna']))
    await settle()
    expect(shown()).toEqual(['anna'])
    expect(search.searching.value).toBe(false)
  })

  test('a question that takes long holds the next up no longer, and its late answer replaces nothing', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { search, asked, shown } = searching()
    search.type('a')
    search.type('an')
    await vi.advanceTimersByTimeAsync(150)
    expect(asked.map(({ input }) => input.query)).toEqual(['a', 'an'])
    at(asked, 1).answer(page(['anna']))
    await settle()
    at(asked, 0).answer(page(['abel']))
    await settle()
    expect(shown()).toEqual(['anna'])
    expect(asked).toHaveLength(2)
  })

  test('a late failure says nothing about the present text', async () => {
    const { search, asked, shown } = searching()
    search.type('a')
    search.type('an', { pasted: true })
    at(asked, 1).answer(page(['anna']))
    await settle()
    at(asked, 0).fail(new DeskError('bridge_timeout', ''))
    await settle()
    expect(search.error.value).toBeNull()
    expect(shown()).toEqual(['anna'])
  })

  test('rows of the text before stay until the new ones are there', async () => {
    const { search, asked, shown } = searching()
    search.type('a')
    at(asked, 0).answer(page(['anna']))
    await settle()
    search.type('ab')
    expect(shown()).toEqual(['anna'])
    expect(search.searching.value).toBe(true)
  })

  test('an emptied field asks nothing, and what was asked before comes to nothing', async () => {
    const { search, asked } = searching()
    search.type('a')
    search.type('  ')
    at(asked, 0).answer(page(['anna']))
    await settle()
    expect(asked).toHaveLength(1)
    expect(search.active.value).toBe(false)
    expect(search.answer.value).toBeNull()
  })

  test('a failure is kept for the page to say', async () => {
    const { search, asked } = searching()
    search.type('a')
    at(asked, 0).fail(new DeskError('storage_unreadable', ''))
    await settle()
    expect(search.error.value?.code).toBe('storage_unreadable')
  })
})

describe('opening', () => {
  test('a pasted identifier of one customer opens at once, a typed one does not', async () => {
    const { search, asked, opened } = searching()
    search.type('c-1')
    at(asked, 0).answer(page(['c-1'], { exact: CustomerUid.parse('c-1') }))
    await settle()
    expect(opened).toEqual([])
    search.type('c-2', { pasted: true })
    at(asked, 1).answer(page(['c-2'], { exact: CustomerUid.parse('c-2') }))
    await settle()
    expect(opened).toEqual(['c-2'])
  })

  test('Enter before the answer opens the first row when it comes, as scanners need it', async () => {
    const { search, asked, opened } = searching()
    search.type('8948')
    search.choose(0)
    expect(opened).toEqual([])
    at(asked, 0).answer(page(['c-7', 'c-8']))
    await settle()
    expect(opened).toEqual(['c-7'])
  })

  test('Enter waits for nothing once another key is pressed', async () => {
    const { search, asked, opened } = searching()
    search.type('8948')
    search.choose(0)
    search.type('89480')
    at(asked, 0).answer(page(['c-7']))
    await settle()
    at(asked, 1).answer(page(['c-7']))
    await settle()
    expect(opened).toEqual([])
  })

  test('a chosen row opens, not the first', async () => {
    const { search, asked, opened } = searching()
    search.type('a')
    at(asked, 0).answer(page(['c-1', 'c-2', 'c-3']))
    await settle()
    search.choose(2)
    expect(opened).toEqual(['c-3'])
  })

  test('nothing opens where nobody was found', async () => {
    const { search, asked, opened } = searching()
    search.type('a', { pasted: true })
    search.choose(0)
    at(asked, 0).answer(page([]))
    await settle()
    search.choose(0)
    expect(opened).toEqual([])
  })
})

describe('further pages', () => {
  test('are added once, with the cursor of the one before', async () => {
    const { search, asked, shown } = searching()
    search.type('a')
    at(asked, 0).answer(page(['c-1'], { cursor: 'next' }))
    await settle()
    void search.more()
    void search.more()
    expect(asked).toHaveLength(2)
    expect(at(asked, 1).input.cursor).toBe('next')
    at(asked, 1).answer(page(['c-2']))
    await settle()
    expect(shown()).toEqual(['c-1', 'c-2'])
    await search.more()
    expect(asked).toHaveLength(2)
  })

  test('of an earlier text are dropped', async () => {
    const { search, asked, shown } = searching()
    search.type('a')
    at(asked, 0).answer(page(['c-1'], { cursor: 'next' }))
    await settle()
    void search.more()
    search.type('ab')
    at(asked, 2).answer(page(['c-9']))
    await settle()
    at(asked, 1).answer(page(['c-2']))
    await settle()
    expect(shown()).toEqual(['c-9'])
  })
})

test.each([
  ['', 'a', 1],
  ['ann', 'anna', 1],
  ['anna', 'ann', 0],
  ['', '8948010000012345678', 19],
  ['8948010000012345678', '8948 0100 0001 2345 678', 16],
  ['same', 'same', 0],
])('from "%s" to "%s" %d characters came in', (before, after, length) => {
  expect(insertedLength(before, after)).toBe(length)
})
