/**
 * The list in its order is that of a plain sorted list, however it was filled and changed.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginning, inListOrder, type Position } from '../../../../electron/customers/directory/cursor.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'

type Step =
  | { readonly kind: 'put'; readonly id: number; readonly soldAt: number; readonly word: string }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'many'; readonly from: number }
  | { readonly kind: 'commit' | 'rollback' }

const [id, soldAt] = [fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 3 })]
const word = fc.constantFrom('red', 'green', 'red green')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), id, soldAt, word }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), from: fc.nat(9) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('commit', 'rollback') }),
  },
)

type Expected = Map<number, Position & { readonly word: string }>

function take({ writer, search }: OpenFile, one: Step, expected: Expected, committed: Expected): void {
  const remove = (gone: number): void => {
    const before = expected.get(gone)
    if (before !== undefined) search.order.delete(before.soldAt, gone)
    expected.delete(gone)
  }
  const put = (given: Position, text: string): void => {
    remove(given.id)
    search.order.insert(given.soldAt, given.id, { words: text, uids: `u${given.id}`, numbers: '' })
    expected.set(given.id, { ...given, word: text })
  }
  const write = (): void => {
    if (one.kind === 'put') put(one, one.word)
    else if (one.kind === 'delete') remove(one.id)
    else if (one.kind === 'many')
      for (let n = 0; n < 2500; n += 1) put({ id: 100 + n, soldAt: (n * 7919 + one.from) % 900 }, `many ${n % 5}`)
    else if (one.kind === 'rollback') throw new Error('The disk is full')
  }
  if (one.kind === 'rollback') {
    expect(() => writer.write(write)).toThrow('The disk is full')
    expected.clear()
    for (const [key, kept] of committed) expected.set(key, kept)
    return
  }
  writer.write(write)
  if (one.kind !== 'commit') return
  writer.commit()
  committed.clear()
  for (const [key, kept] of expected) committed.set(key, kept)
}

function expectSame({ search }: OpenFile, expected: Expected): void {
  const all = [...expected.values()].toSorted(inListOrder)
  const plain = (some: readonly Position[]): readonly Position[] =>
    some.map((one) => ({ soldAt: one.soldAt, id: one.id }))
  const { order } = search
  expect(order.inOrder(beginning, 10_000)).toEqual(plain(all))
  const middle = all[Math.floor(all.length / 2)]
  if (middle !== undefined)
    expect(order.inOrder(middle, 3)).toEqual(plain(all.slice(all.indexOf(middle) + 1).slice(0, 3)))
  const condition = {
    all: [
      [{ column: 'words', text: 'red' } as const],
      [{ column: 'words', text: 'green' } as const, { column: 'uids', text: 'u1' } as const],
    ],
    none: [[{ column: 'uids', text: 'u3' } as const]],
  }
  const fitting = all.filter(
    (one) =>
      one.word.includes('red') &&
      (one.word.includes('green') || `u${one.id}`.includes('u1')) &&
      !`u${one.id}`.includes('u3'),
  )
  expect(order.inOrder(beginning, 4, condition)).toEqual(plain(fitting.slice(0, 4)))
  for (const one of all.slice(0, 20)) expect(order.textAt(one)?.words).toBe(one.word)
  expect(order.textAt({ soldAt: 1, id: 99 })).toBeUndefined()
}

test('whatever is put, deleted and rolled back, the order is that of a plain list', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const file = openFile({ kind: 'memory' }, [])
      const [expected, committed]: [Expected, Expected] = [new Map(), new Map()]
      for (const one of steps) take(file, one, expected, committed)
      expectSame(file, expected)
      file.writer.commit()
      expectSame(file, expected)
      expect(file.db.prepare('SELECT count(*) FROM sales').pluck().get()).toBe(expected.size)
      file.db.close()
    }),
    { numRuns: 100 },
  )
})
