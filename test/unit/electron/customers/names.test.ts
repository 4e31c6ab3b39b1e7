/** The index of names finds what a plain list of all names finds, however it was filled and changed. */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { nameOf, type Name } from '#shared/model/indexedNames.ts'
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
    staging.insertNames([given], id)
    expected.add(`${given}\t${id}`)
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

test('while a directory is filled each commit is a run, and the runs are found, merged, and found again', async () => {
  const location = locationIn(await temporaryFolder())
  const file = openFile(location, [])
  const add = (from: number): void => {
    file.writer.write(() => {
      for (let id = from; id < 3000; id += 3) file.staging.insertNames([nameOf('email', `${(id * 7919) % 3000}@x`)], id)
    })
    file.writer.commit()
  }
  file.writer.write(file.staging.fill)
  add(0)
  add(1)
  add(2)
  expect(runsOf(file)).toEqual([1, 2, 3])
  file.db.close()

  // The worker has ended before the runs were merged.
  const again = open(location)
  expect(again.staging.names.beginningWith(nameOf('email', ''), 5000)).toHaveLength(3000)
  let parts = 0
  do {
    parts += 1
    expect(again.staging.names.beginningWith(nameOf('email', ''), 5000)).toHaveLength(3000)
  } while (again.writer.write(again.staging.mergeSome))
  again.writer.commit()
  expect(runsOf(again)).toEqual([0])
  for (let id = 0; id < 3000; id += 100)
    expect(again.staging.names.equal(nameOf('email', `${(id * 7919) % 3000}@x`), 10)).toEqual([id])
  expect(parts).toBeGreaterThan(0)
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
