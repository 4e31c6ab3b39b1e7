import { describe, expect, it, test } from 'vitest'
import { allPairs, everyTriple, everyValue } from './pairs.ts'

const as = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const bs = [1, 2, 3, 4, 5] as const
const cs = ['x', 'y', 'z'] as const

describe('all pairs', () => {
  it('contain every pair of values of different lists', () => {
    const selected = allPairs(as, bs, cs)
    for (const a of as)
      for (const b of bs)
        expect(
          selected.some(([one, two]) => one === a && two === b),
          `${a} and ${String(b)}`,
        ).toBe(true)
    for (const a of as)
      for (const c of cs)
        expect(
          selected.some(([one, , three]) => one === a && three === c),
          `${a} and ${c}`,
        ).toBe(true)
    for (const b of bs)
      for (const c of cs)
        expect(
          selected.some(([, two, three]) => two === b && three === c),
          `${String(b)} and ${c}`,
        ).toBe(true)
  })

  it('are far fewer than all combinations, and contain none of them twice', () => {
    const selected = allPairs(as, bs, cs)
    expect(everyTriple(as, bs, cs)).toHaveLength(90)
    expect(selected.length).toBeLessThanOrEqual(36)
    expect(new Set(selected.map(String)).size).toBe(selected.length)
  })

  it('are empty if one list is empty', () => {
    expect(allPairs(as, bs, [])).toEqual([])
  })
})

test('every value is in a selection that is as short as the longest list', () => {
  const selected = everyValue(as, bs, cs)
  expect(selected).toHaveLength(as.length)
  for (const [at, list] of [as, bs, cs].entries())
    expect(new Set(selected.map((triple) => triple[at]))).toEqual(new Set<unknown>(list))
  expect(everyValue(as, [], cs)).toEqual([])
})
