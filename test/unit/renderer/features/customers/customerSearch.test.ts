import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerSearch, insertedLength } from '../../../../../renderer/features/customers/customerSearch.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'

type Page = OutputOf<'customers', 'search'>
const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: `${uid}@example.org`,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
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
  const { send, requests } = recordRequests<InputOf<'customers', 'search'>, Page>()
  const search = createCustomerSearch(send, (uid) => opened.push(uid))
  const shown = (): readonly string[] => (search.answer.value?.rows ?? []).map(({ uid }) => uid)
  return { search, requests, opened, shown }
}

describe('search while typing', () => {
  test('sends a request at once, and afterwards only one for the latest text', async () => {
    const { search, requests, shown } = searching()
    search.type('a')
    search.type('an')
    search.type('ann')
    expect(requests.map(({ input }) => input.query)).toEqual(['a'])
    at(requests, 0).answer(page(['abel']))
    await flush()
    expect(shown()).toEqual([])
    expect(requests.map(({ input }) => input.query)).toEqual(['a', 'ann'])
    at(requests, 1).answer(page(['anna']))
    await flush()
    expect(shown()).toEqual(['anna'])
    expect(search.searching.value).toBe(false)
  })

  test('a slow request stops delaying the next one, and its late answer replaces nothing', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { search, requests, shown } = searching()
    search.type('a')
    search.type('an')
    await vi.advanceTimersByTimeAsync(150)
    expect(requests.map(({ input }) => input.query)).toEqual(['a', 'an'])
    at(requests, 1).answer(page(['anna']))
    await flush()
    at(requests, 0).answer(page(['abel']))
    await flush()
    expect(shown()).toEqual(['anna'])
    expect(requests).toHaveLength(2)
  })

  test('a late failure does not affect the present text', async () => {
    const { search, requests, shown } = searching()
    search.type('a')
    search.type('an', { pasted: true })
    at(requests, 1).answer(page(['anna']))
    await flush()
    at(requests, 0).fail(new DeskError('bridge_timeout', ''))
    await flush()
    expect(search.error.value).toBeNull()
    expect(shown()).toEqual(['anna'])
  })

  test('rows of the previous text stay until the new ones arrive', async () => {
    const { search, requests, shown } = searching()
    search.type('a')
    at(requests, 0).answer(page(['anna']))
    await flush()
    search.type('ab')
    expect(shown()).toEqual(['anna'])
    expect(search.searching.value).toBe(true)
  })

  test('an emptied field sends no request, and earlier answers are dropped', async () => {
    const { search, requests } = searching()
    search.type('a')
    search.type('  ')
    at(requests, 0).answer(page(['anna']))
    await flush()
    expect(requests).toHaveLength(1)
    expect(search.active.value).toBe(false)
    expect(search.answer.value).toBeNull()
  })

  test('a failure is stored for the page', async () => {
    const { search, requests } = searching()
    search.type('a')
    at(requests, 0).fail(new DeskError('storage_unreadable', ''))
    await flush()
    expect(search.error.value?.code).toBe('storage_unreadable')
  })
})

describe('opening', () => {
  test('a pasted identifier of one customer opens at once, a typed one does not', async () => {
    const { search, requests, opened } = searching()
    search.type('c-1')
    at(requests, 0).answer(page(['c-1'], { exact: CustomerUid.parse('c-1') }))
    await flush()
    expect(opened).toEqual([])
    search.type('c-2', { pasted: true })
    at(requests, 1).answer(page(['c-2'], { exact: CustomerUid.parse('c-2') }))
    await flush()
    expect(opened).toEqual(['c-2'])
  })

  test('Enter before the answer opens the first row when it arrives, as scanners need', async () => {
    const { search, requests, opened } = searching()
    search.type('8948')
    search.choose(0)
    expect(opened).toEqual([])
    at(requests, 0).answer(page(['c-7', 'c-8']))
    await flush()
    expect(opened).toEqual(['c-7'])
  })

  test('another key cancels a waiting Enter', async () => {
    const { search, requests, opened } = searching()
    search.type('8948')
    search.choose(0)
    search.type('89480')
    at(requests, 0).answer(page(['c-7']))
    await flush()
    at(requests, 1).answer(page(['c-7']))
    await flush()
    expect(opened).toEqual([])
  })

  test('a chosen row opens, not the first', async () => {
    const { search, requests, opened } = searching()
    search.type('a')
    at(requests, 0).answer(page(['c-1', 'c-2', 'c-3']))
    await flush()
    search.choose(2)
    expect(opened).toEqual(['c-3'])
  })

  test('nothing opens if nobody was found', async () => {
    const { search, requests, opened } = searching()
    search.type('a', { pasted: true })
    search.choose(0)
    at(requests, 0).answer(page([]))
    await flush()
    search.choose(0)
    expect(opened).toEqual([])
  })
})

describe('further pages', () => {
  test('are added once, with the cursor of the one before', async () => {
    const { search, requests, shown } = searching()
    search.type('a')
    at(requests, 0).answer(page(['c-1'], { cursor: 'next' }))
    await flush()
    void search.more()
    void search.more()
    expect(requests).toHaveLength(2)
    expect(at(requests, 1).input.cursor).toBe('next')
    at(requests, 1).answer(page(['c-2']))
    await flush()
    expect(shown()).toEqual(['c-1', 'c-2'])
    await search.more()
    expect(requests).toHaveLength(2)
  })

  test('of an earlier text are dropped', async () => {
    const { search, requests, shown } = searching()
    search.type('a')
    at(requests, 0).answer(page(['c-1'], { cursor: 'next' }))
    await flush()
    void search.more()
    search.type('ab')
    at(requests, 2).answer(page(['c-9']))
    await flush()
    at(requests, 1).answer(page(['c-2']))
    await flush()
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
])('from "%s" to "%s" %d characters were inserted', (before, after, length) => {
  expect(insertedLength(before, after)).toBe(length)
})
