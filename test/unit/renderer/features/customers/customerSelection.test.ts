/** Selecting ranges of a list of which the window has loaded a part alone. */
import { expect, test } from 'vitest'
import { maxListedRows, maxSelected } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { createCustomerSelection } from '../../../../../renderer/features/customers/customerSelection.ts'
import { row } from '../../support/customers.ts'
import { at, flush, recordRequests } from '../../support/deferred.ts'

interface Read {
  readonly from: number
  readonly limit: number
}

/** A list of which the positions that `isLoaded` accepts are loaded. */
function selection(isLoaded: (index: number) => boolean) {
  const reads = recordRequests<Read, readonly CustomerRow[]>()
  const all = (from: number, limit: number) =>
    Array.from({ length: limit }, (_, each) => row(`c-${String(from + each)}`))
  const made = createCustomerSelection({
    rowAt: (index) => (isLoaded(index) ? row(`c-${String(index)}`) : undefined),
    reader: () => (from, limit) => reads.send({ from, limit }),
    isComplete: () => true,
  })
  async function answer(index: number): Promise<void> {
    const { input } = at(reads.requests, index)
    at(reads.requests, index).answer(all(input.from, input.limit))
    await flush()
  }
  const uids = () => [...made.selected.value].map((uid) => Number(uid.slice(2))).toSorted((one, other) => one - other)
  return { ...made, reads, answer, uids }
}
const to = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, each) => first + each)

test.each([
  ['alone', true, 'eve@example.org'],
  ['with the uid while the list is not complete', false, 'eve@example.org (c-4)'],
])('each line of a selection means one customer, and an e-mail address stands %s', (_how, isComplete, alone) => {
  const { toggle, selectedLines } = createCustomerSelection({
    rowAt: () => undefined,
    reader: () => () => Promise.resolve([]),
    isComplete: () => isComplete,
  })
  toggle({ ...row('c-1'), email: 'ada@example.org' })
  toggle({ ...row('c-2'), email: 'Ada@example.org' })
  toggle(row('c-3'))
  toggle({ ...row('c-4'), email: 'eve@example.org' })
  toggle({ ...row('c-5'), email: 'kim@example.org', sharedEmail: { reference: 'R-1' } })
  expect([...selectedLines.value]).toEqual([
    ['ada@example.org (c-1)', 'c-1'],
    ['Ada@example.org (c-2)', 'c-2'],
    ['c-3', 'c-3'],
    [alone, 'c-4'],
    ['kim@example.org (c-5)', 'c-5'],
  ])
})

test('rows that are loaded are selected at once', async () => {
  const { selectRange, uids, reads } = selection(() => true)
  const done = selectRange(2, 4, true)
  expect(uids()).toEqual([2, 3, 4])
  expect(await done).toBe(true)
  await selectRange(2, 2, false)
  expect(uids()).toEqual([2])
  expect(reads.requests).toHaveLength(0)
})

test('rows between that are not loaded are read, and the range is selected as a whole', async () => {
  const { selectRange, uids, reads, answer } = selection((index) => index < 50 || index >= 1300)
  const done = selectRange(48, 1301, true)
  await flush()
  expect(uids()).toEqual([])
  for (const index of [0, 1, 2]) await answer(index)
  expect(reads.requests.map(({ input }) => input)).toEqual([
    { from: 50, limit: maxListedRows },
    { from: 550, limit: maxListedRows },
    { from: 1050, limit: 250 },
  ])
  expect(await done).toBe(true)
  expect(uids()).toEqual(to(48, 1301))
})

test('ranges are read one after the other, and a later one that is loaded waits for them', async () => {
  const { selectRange, uids, reads, answer } = selection((index) => index < 10)
  void selectRange(8, 12, true)
  void selectRange(8, 10, false)
  void selectRange(7, 8, false)
  await flush()
  expect(reads.requests).toHaveLength(1)
  await answer(0)
  expect(uids()).toEqual(to(8, 12))
  await answer(1)
  expect(uids()).toEqual([7, 8])
})

test('a range has the customers that were shown when it was selected, although it is read later', async () => {
  let shown = 'c-'
  const reads = recordRequests<Read, readonly CustomerRow[]>()
  const { selectRange, selected } = createCustomerSelection({
    rowAt: (index) => (index === 0 ? row(`${shown}0`) : undefined),
    reader: () => {
      const read = shown
      return async (from, limit) => {
        await reads.send({ from, limit })
        return [row(`${read}${String(from)}`)]
      }
    },
    isComplete: () => true,
  })
  const done = [selectRange(0, 1, true), selectRange(0, 1, true)]
  shown = 'other-'
  await flush()
  at(reads.requests, 0).answer([])
  await flush()
  at(reads.requests, 1).answer([])
  await Promise.all(done)
  expect([...selected.value]).toEqual(['c-0', 'c-1'])
})

test('a selection that was ended stays so when its range arrives', async () => {
  const { selectRange, deselect, uids, reads, answer } = selection(() => false)
  const done = [selectRange(1, 2, true), selectRange(3, 4, true)]
  await flush()
  deselect()
  await answer(0)
  expect(await Promise.all(done)).toEqual([true, true])
  expect(uids()).toEqual([])
  expect(reads.requests).toHaveLength(1)
})

test('nothing is selected of a range that cannot be read, and the next one is', async () => {
  const { selectRange, uids, reads, answer } = selection((index) => index === 0)
  const done = selectRange(0, 2, true)
  await flush()
  at(reads.requests, 0).fail(new Error('no answer'))
  await expect(done).rejects.toThrow('no answer')
  expect(uids()).toEqual([])
  void selectRange(1, 1, true)
  await flush()
  await answer(1)
  expect(uids()).toEqual([1])
})

test('a range or a selection of more than the maximum is refused, without reading', async () => {
  const { selectRange, toggle, uids, reads } = selection((index) => index < maxSelected + 10)
  expect(await selectRange(0, 1_000_000, true)).toBe(false)
  expect(await selectRange(0, maxSelected, true)).toBe(false)
  expect(await selectRange(5, 1_000_000, false)).toBe(false)
  expect(uids()).toEqual([])
  expect(reads.requests).toHaveLength(0)
  expect(await selectRange(0, maxSelected - 1, true)).toBe(true)
  expect(toggle(row(`c-${String(maxSelected)}`))).toBe(false)
  expect(await selectRange(maxSelected - 1, maxSelected, true)).toBe(false)
  expect(uids()).toEqual(to(0, maxSelected - 1))
  expect(toggle(row('c-0'))).toBe(true)
  expect(uids()).toHaveLength(maxSelected - 1)
})

test('a range that is longer or shorter replaces the one before, also where that was refused or not read', async () => {
  const { selectRange, toggle, uids, reads } = selection((index) => index < maxSelected)
  toggle(row('c-9'))
  expect(await selectRange(0, maxSelected - 2, true)).toBe(true)
  expect(await selectRange(0, 1_000_000, false)).toBe(false)
  expect(uids()).toEqual(to(0, maxSelected - 2))
  expect(await selectRange(0, 3, false)).toBe(true)
  expect(uids()).toEqual([0, 1, 2, 3, 9])
  const done = selectRange(4990, maxSelected, true)
  await flush()
  at(reads.requests, 0).fail(new Error('no answer'))
  await expect(done).rejects.toThrow('no answer')
  expect(uids()).toEqual([0, 1, 2, 3, 9])
  expect(await selectRange(4990, 4991, false)).toBe(true)
  expect(uids()).toEqual([0, 1, 2, 3, 9, 4990, 4991])
})

test('a range is refused where the list became shorter, or has a customer twice', async () => {
  const { selectRange, uids, reads } = selection((index) => index === 0)
  for (const rows of [[row('c-1')], [row('c-0'), row('c-1')]]) {
    const done = selectRange(0, 2, true)
    await flush()
    at(reads.requests, reads.requests.length - 1).answer(rows)
    await expect(done).rejects.toThrow('The list')
    expect(uids()).toEqual([])
  }
})

test('no error is shown for a range of a selection that was ended before it could be read', async () => {
  const { selectRange, deselect, reads } = selection(() => false)
  const done = selectRange(1, 2, true)
  await flush()
  deselect()
  at(reads.requests, 0).fail(new Error('no answer'))
  expect(await done).toBe(true)
})
