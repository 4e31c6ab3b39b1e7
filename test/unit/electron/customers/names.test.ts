/**
 * The index of names finds what a plain list of all names finds, however it was filled and changed.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { nameOf, type Name } from '../../../../electron/customers/directory/indexedNames.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { headOf, prepareCustomer, readHead } from '../../../../electron/customers/directory/preparedCustomer.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'

function open(): OpenFile {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  return file
}

const ascending = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((one, other) => one - other)

/** Values with shared beginnings, with all characters between which names could be divided, and with other letters. */
const value = fc.oneof(
  fc.stringMatching(/^[ab]{0,3}$/),
  fc.stringMatching(/^[ -@[-~]{1,4}$/),
  fc.constantFrom('é', 'ﬀ', '\u{FF5E}a', '\u{1F600}', '\u{1F600}b', '\u{FFFD}', 'order 17', 'x'.repeat(3000)),
)
const name = fc.tuple(fc.constantFrom('email' as const, 'uid' as const), value).map((given) => nameOf(...given))

type Step =
  | { readonly kind: 'change'; readonly id: number; readonly names: readonly Name[] }
  | { readonly kind: 'many'; readonly from: number }
  | { readonly kind: 'commit' | 'rollback' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      id: fc.integer({ min: 1, max: 3 }),
      names: fc.array(name, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), from: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'rollback') }) },
)

/** The names of each customer. */
type Customers = Map<number, readonly Name[]>

function take({ writer, search }: OpenFile, one: Step, customers: Customers, committed: Customers): void {
  const change = (id: number, names: readonly Name[]): void => {
    search.names.change(id, customers.get(id) ?? [], names)
    customers.set(id, names)
  }
  const write = (): void => {
    if (one.kind === 'change') change(one.id, one.names)
    else if (one.kind === 'many')
      for (let n = 0; n < 1500; n += 1) change(100 + n, [nameOf('email', `m${(n * 7919 + one.from) % 1500}`)])
    else if (one.kind === 'rollback') throw new Error('The disk is full')
  }
  if (one.kind === 'rollback') {
    expect(() => writer.write(write)).toThrow('The disk is full')
    customers.clear()
    for (const [id, names] of committed) customers.set(id, names)
    return
  }
  writer.write(write)
  if (one.kind !== 'commit') return
  writer.commit()
  committed.clear()
  for (const [id, names] of customers) committed.set(id, names)
}

test('whatever is changed, committed and rolled back, each name is found with its customers and no others', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.array(name, { maxLength: 10 }), (steps, drawn) => {
      const file = openFile({ kind: 'memory' }, [])
      const [customers, committed]: [Customers, Customers] = [new Map(), new Map()]
      for (const one of steps) take(file, one, customers, committed)
      const ids = (fits: (one: Name) => boolean): readonly number[] =>
        ascending([...customers].filter(([, names]) => names.some(fits)).map(([id]) => id))
      const known = [...customers.values()].flat().slice(0, 30)
      for (const wanted of [...drawn, ...known, nameOf('email', 'm'), nameOf('email', '')]) {
        const { equal, beginningWith } = file.search.names
        expect(ascending(equal([wanted], 10_000))).toEqual(ids((one) => one === wanted))
        expect(ascending(beginningWith(wanted, 10_000))).toEqual(ids((one) => one.startsWith(wanted)))
      }
      file.db.close()
    }),
    { numRuns: 100 },
  )
})

test('no more customers of a name are found than asked for, and each once', () => {
  const { writer, search } = open()
  const shared = nameOf('email', 'campaign')
  writer.write(() => {
    for (let id = 1; id <= 500; id += 1) search.names.change(id, [], [shared, shared])
  })
  writer.commit()
  writer.write(() => search.names.change(501, [], [shared]))
  expect(search.names.equal([shared], 1000)).toHaveLength(501)
  expect(search.names.equal([shared], 20)).toHaveLength(20)
  expect(search.names.beginningWith(nameOf('email', 'camp'), 20)).toHaveLength(20)
  expect(search.names.equal([nameOf('email', 'camp')], 20)).toEqual([])
  const several = ['a', 'b', 'c'].map((end) => nameOf('email', `camp${end}`))
  writer.write(() => search.names.change(7, [shared, shared], several))
  expect(search.names.beginningWith(nameOf('email', 'camp'), 1000)).toHaveLength(501)
})

/** What a folding changes, what divides names and texts, what looks like a code, and what is no character. */
const awkward = fc.oneof(
  fc.stringMatching(/^[\0\n\t\u0001\u007f\u0085"'\\,%$|ßİẞﷺ１K\ud800\udc00Aa1 ]{1,12}$/),
  fc.constantFrom('lpa:1$smdp.example.com$ABC', '%6cpa:1', 'e\u0301É', '\u00ad\u200b', '8901-23 45.67F'),
)

test('of whoever was changed and removed nothing is left in the indexes, whatever the texts hold', () => {
  const entry = fc
    .record({ email: awkward, metatags: fc.array(awkward, { maxLength: 3 }), imsi: awkward, uid: awkward })
    .map(({ email, metatags, imsi, uid }) =>
      customer('c', `ann${email}`, {
        activatedItems: metatags.map((metatag) => item(uid.toWellFormed(), { metatag })),
        relatedEsims: [esim('8937002512345678905', { imsi })],
      }),
    )
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
      const { db, writer, store } = openFile({ kind: 'memory' }, [])
      for (const [askedAt, one] of entries.entries()) {
        const { copy, ...head } = prepareCustomer(one, (code) => store.hash('code', code))
        const bytes = (text: string): Buffer => Buffer.from(text)
        const given = {
          ...readHead(bytes(headOf(head)).toString()),
          copy: bytes(copy),
          raw: null,
          digest: `${askedAt}`,
        }
        writer.write(() => store.put([given], { askedAt, fetchedAt: askedAt }, 9, () => false))
      }
      const rows = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
      const tables = ['temp.single_names', 'temp.trigrams', 'sales', 'customers']
      expect(tables.map(rows)).not.toContain(0)
      writer.write(() => store.remove(CustomerUid.parse('c'), 9))
      expect(tables.map(rows)).toEqual([0, 0, 0, 0])
      db.close()
    }),
    { numRuns: 200 },
  )
})
