/**
 * The index of names finds what a plain list of all names finds, however it was filled and changed.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { nameOf, type Name } from '../../../../electron/customers/directory/indexedNames.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn, storedNames } from './support.ts'

function open(location: Parameters<typeof openFile>[0] = { kind: 'memory' }): OpenFile {
  const file = openFile(location, [])
  onTestFinished(() => void file.db.close())
  return file
}

const runsOf = ({ db }: OpenFile): readonly unknown[] =>
  db.prepare('SELECT DISTINCT run FROM names ORDER BY run').pluck().all()

const merge = ({ writer, staging }: OpenFile): void => {
  while (writer.write(staging.mergeSome));
}

const sorted = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((one, other) => one - other)

/** Values with shared beginnings, and characters that UTF-8 orders otherwise than UTF-16 does. */
const value = fc.oneof(
  fc.stringMatching(/^[ab]{0,3}$/),
  fc.constantFrom('é', 'ﬀ', '\u{FF5E}a', '\u{1F600}', '\u{1F600}b', '\u{FFFD}', 'x'.repeat(3000)),
)
const name = fc.tuple(fc.constantFrom('email' as const, 'metatag' as const), value).map((given) => nameOf(...given))

type Step =
  | { readonly kind: 'insert' | 'delete'; readonly name: Name; readonly id: number }
  | { readonly kind: 'many'; readonly from: number }
  | { readonly kind: 'commit' | 'writeSome' | 'fill' | 'mergeSome' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), name, id: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), name, id: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), from: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'writeSome', 'fill', 'mergeSome') }) },
)

function take({ writer, staging }: OpenFile, one: Step, expected: Set<string>): void {
  const insert = (given: Name, id: number): void => {
    const entry = `${given}\t${id}`
    // A name that a customer has already is not inserted again: two runs would have it until they are merged.
    if (!expected.has(entry)) staging.insertNames([given], id)
    expected.add(entry)
  }
  writer.write(() => {
    if (one.kind === 'insert') insert(one.name, one.id)
    else if (one.kind === 'delete') {
      staging.deleteName(one.name, one.id)
      expected.delete(`${one.name}\t${one.id}`)
    } else if (one.kind === 'many')
      for (let n = 0; n < 1500; n += 1) insert(nameOf('email', `m${(n * 7919 + one.from) % 1500}`), one.from)
    else if (one.kind === 'writeSome' || one.kind === 'mergeSome') staging[one.kind]()
    else if (one.kind === 'fill') staging.fill()
  })
  if (one.kind === 'commit') writer.commit()
}

test('whatever is inserted, deleted, written and merged, each name is found with its customers and no others', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(name, { maxLength: 10 }), (steps, names) => {
      const file = openFile({ kind: 'memory' }, [])
      const expected = new Set<string>()
      for (const one of steps) take(file, one, expected)
      const drawn = steps.flatMap((one) => ('name' in one ? [one.name] : []))
      const ids = (fits: (entry: string) => boolean): readonly number[] =>
        sorted([...expected].filter(fits).map((entry) => Number(entry.slice(entry.indexOf('\t') + 1))))
      for (const wanted of [...names, ...drawn, nameOf('email', 'm'), nameOf('email', '')]) {
        const { equal, beginningWith } = file.staging.names
        expect(sorted(equal(wanted, 10_000))).toEqual(ids((entry) => entry.startsWith(`${wanted}\t`)))
        expect(sorted(beginningWith(wanted, 10_000))).toEqual(ids((entry) => entry.startsWith(wanted)))
      }
      file.writer.commit()
      expect(
        storedNames(file)
          .map((one) => `${one.name}\t${one.id}`)
          .toSorted(),
      ).toEqual([...expected].toSorted())
      file.db.close()
    }),
    { numRuns: 100 },
  )
})

test('no more customers of a name are found than asked for, and each once as soon as it is written', () => {
  const file = open()
  const shared = nameOf('metatag', 'campaign')
  file.writer.write(() => {
    for (let id = 1; id <= 500; id += 1) file.staging.insertNames([shared, shared], id)
  })
  file.writer.commit()
  file.writer.write(() => file.staging.insertNames([shared], 501))
  expect(file.staging.names.equal(shared, 1000)).toHaveLength(501)
  expect(file.staging.names.equal(shared, 20)).toHaveLength(20)
  expect(file.staging.names.beginningWith(nameOf('metatag', 'camp'), 20)).toHaveLength(20)
  expect(file.staging.names.equal(nameOf('metatag', 'camp'), 20)).toEqual([])
})

test('the runs of a directory that is filled are found, also between the parts of their merge, and found again', async () => {
  const location = locationIn(await temporaryFolder())
  const file = openFile(location, [])
  const count = 30_000
  const nameOfId = (id: number): Name => nameOf('email', `${(id * 7919) % count}@x`)
  for (const from of [0, 1, 2]) {
    file.writer.write(() => {
      file.staging.fill()
      for (let id = from; id < count; id += 3) file.staging.insertNames([nameOfId(id)], id)
    })
    file.writer.commit()
  }
  expect(runsOf(file)).toEqual([1, 2, 3])
  file.db.close()

  // The worker has ended before the runs were merged.
  const again = open(location)
  const { beginningWith, equal } = again.staging.names
  expect(sorted(beginningWith(nameOf('email', ''), 2 * count))).toHaveLength(count)
  let parts = 1
  for (; again.writer.write(again.staging.mergeSome); parts += 1) {
    const ids = beginningWith(nameOf('email', ''), 2 * count)
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
    for (let id = 0; id < count; id += 3000) expect(equal(nameOfId(id), 10)).toEqual([id])
  }
  again.writer.commit()
  expect(parts).toBeGreaterThan(3)
  expect(runsOf(again)).toEqual([0])
  for (let id = 0; id < count; id += 100) expect(equal(nameOfId(id), 10)).toEqual([id])
})

test('while a directory is filled, the next run begins once the current one has fifteen thousand names', () => {
  const file = open()
  file.writer.write(file.staging.fill)
  const add = (from: number, to: number): void => {
    file.writer.write(() => {
      for (let id = from; id < to; id += 1) file.staging.insertNames([nameOf('email', `${id}@x`)], id)
    })
    file.writer.commit()
  }
  for (let commit = 0; commit < 20; commit += 1) add(commit * 10, commit * 10 + 10)
  expect(runsOf(file)).toEqual([1])
  add(200, 14_999)
  add(14_999, 15_000)
  expect(runsOf(file)).toEqual([1])
  add(15_000, 15_001)
  expect(runsOf(file)).toEqual([1, 2])
  expect(file.staging.names.beginningWith(nameOf('email', ''), 200_000)).toHaveLength(15_001)
})

test('names that a customer has twice do not make the runs longer', () => {
  const file = open()
  const { writer, staging } = file
  writer.write(staging.fill)
  const names = (id: number) =>
    Array.from({ length: 10 }, (_, n) => nameOf('metatag', `${(id * 7919) % 10_007}-${n % 9}`))
  for (let id = 1; id <= 8000; id += 1) {
    writer.write(() => staging.insertNames(names(id), id))
    while (staging.isFull()) writer.write(staging.makeRoom)
  }
  writer.commit()
  expect(runsOf(file)).toHaveLength(5)
  expect(staging.names.beginningWith(nameOf('metatag', ''), 100_000)).toHaveLength(72_000)
})

test('of many runs few are merged at a time, so that no part writes much', () => {
  const file = open()
  const [runs, ofRun] = [100, 150]
  for (let run = 0; run < runs; run += 1) {
    file.writer.write(() => {
      file.staging.fill()
      for (let n = 0; n < ofRun; n += 1) file.staging.insertNames([nameOf('email', `${n}-${run}@x`)], run * ofRun + n)
    })
    file.writer.commit()
  }
  expect(runsOf(file)).toHaveLength(runs)
  const changes = file.db.prepare<[], number>('SELECT total_changes()').pluck()
  const written: number[] = []
  for (let isLeft = true; isLeft;) {
    const before = changes.get() ?? 0
    isLeft = file.writer.write(file.staging.mergeSome)
    written.push((changes.get() ?? 0) - before)
    expect(file.staging.names.beginningWith(nameOf('email', ''), 20_000)).toHaveLength(runs * ofRun)
  }
  expect(Math.max(...written)).toBeLessThan(200)
  file.writer.commit()
  expect(runsOf(file)).toEqual([0])
  expect(storedNames(file)).toHaveLength(runs * ofRun)
})

test('a rollback leaves the runs and the names of the last commit', () => {
  const file = open()
  file.writer.write(file.staging.fill)
  file.writer.write(() => file.staging.insertNames([nameOf('email', 'kept@x')], 1))
  file.writer.commit()
  file.writer.write(() => file.staging.insertNames([nameOf('email', 'lost@x')], 2))
  file.writer.write(file.staging.writeSome)
  expect(() =>
    file.writer.write(() => {
      file.staging.insertNames([nameOf('email', 'waits@x')], 3)
      throw new Error('The disk is full')
    }),
  ).toThrow('The disk is full')
  expect(file.staging.names.beginningWith(nameOf('email', ''), 10)).toEqual([1])
  merge(file)
  file.writer.commit()
  expect(storedNames(file)).toEqual([{ name: nameOf('email', 'kept@x'), id: 1 }])
})
