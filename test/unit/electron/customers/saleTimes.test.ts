/** The positions of some customers are those of a plain sorted list, whatever was noted and forgotten. */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { beginning, inListOrder, isAfter, type Position } from '../../../../electron/customers/directory/cursor.ts'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { createSaleTimes } from '../../../../electron/customers/directory/saleTimes.ts'

type Step =
  | { readonly kind: 'put'; readonly id: number; readonly soldAt: number; readonly isNoted: boolean }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'rollback' | 'read' }

const id = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 65_530, max: 65_600 }))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      id,
      soldAt: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1_000 })),
      isNoted: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rollback' as const, 'read' as const) }) },
)

function openTimes() {
  const { db } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const times = createSaleTimes(db)
  const write = db.prepare('INSERT OR REPLACE INTO standing VALUES (?, ?, 0, 0, 0, 0, 0, 0, NULL)')
  const remove = db.prepare('DELETE FROM standing WHERE id = ?')
  return {
    times,
    put: (position: Position) => void write.run(position.id, position.soldAt),
    remove: (gone: number) => void remove.run(gone),
    empty: () => db.exec('DELETE FROM standing'),
  }
}

test('whatever is noted, forgotten, rolled back and read from the file, the order is that of a plain list', () => {
  const file = openTimes()
  const { times } = file
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), fc.nat(), fc.nat(), (steps, some, middle) => {
      file.empty()
      times.rolledBack()
      const expected = new Map<number, Position>()
      const asked = (): number[] => [...Array.from({ length: 300 }, (_, n) => n + 1), ...expected.keys()]
      for (const one of steps) {
        if (one.kind === 'put') {
          const { id: given, soldAt, isNoted } = one
          file.put({ id: given, soldAt })
          expected.set(given, { id: given, soldAt })
          if (isNoted) times.note(given, soldAt)
          else times.forget(given)
        } else if (one.kind === 'remove') {
          file.remove(one.id)
          expected.delete(one.id)
          times.forget(one.id)
        } else if (one.kind === 'rollback') times.rolledBack()
        else expect([...times.inOrder([...new Set(asked())], beginning)]).toHaveLength(expected.size)
      }
      const all = [...expected.values()].toSorted(inListOrder)
      const wanted = all.filter((_, n) => n % (1 + (some % 3)) === 0)
      const ids = wanted.map((one) => one.id).toSorted()
      expect([...times.inOrder(ids, beginning)]).toEqual(wanted)
      const after = all[middle % Math.max(1, all.length)] ?? beginning
      expect([...times.inOrder(ids, after)]).toEqual(wanted.filter((one) => isAfter(one, after)))
    }),
    { numRuns: 100 },
  )
})

test('many with the same time, or with none, come in the order of their ids', () => {
  const { times, put } = openTimes()
  for (let n = 1; n <= 500; n += 1) put({ id: n, soldAt: n <= 300 ? 0 : 7 })
  const ids = Array.from({ length: 600 }, (_, n) => n + 1)
  expect(Array.from(times.inOrder(ids, beginning), (one) => one.id)).toEqual([
    ...Array.from({ length: 200 }, (_, n) => 500 - n),
    ...Array.from({ length: 300 }, (_, n) => 300 - n),
  ])
})
