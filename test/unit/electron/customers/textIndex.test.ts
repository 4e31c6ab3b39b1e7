/**
 * The index of trigrams finds what a plain comparison of all texts finds, however it was filled and changed.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { trigramsOf } from '../../../../electron/customers/directory/trigrams.ts'

type Step =
  | { readonly kind: 'put'; readonly id: number; readonly text: string }
  | { readonly kind: 'many'; readonly text: string }
  | { readonly kind: 'commit' | 'rollback' }

/** The texts that are indexed have no NUL character, at which SQLite's would end. */
const characters = ['a', 'b', '@', '\n', '\u0001', '"', 'ß', '日', '😀', '\ud800']
const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((all) => all.join(''))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), id: fc.integer({ min: 1, max: 12 }), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'rollback') }) },
)

/** The texts of all customers. */
type Texts = Map<number, string>

function take({ writer, search }: OpenFile, one: Step, texts: Texts, committed: Texts): void {
  const change = (id: number, wanted: string): void => {
    search.texts.change(id, texts.get(id) ?? '', wanted)
    texts.set(id, wanted)
  }
  const add = (wanted: string): void => change(Math.max(0, ...texts.keys()) + 1, wanted)
  const write = (): void => {
    if (one.kind === 'put') change(one.id, one.text)
    else if (one.kind === 'many') for (let n = 0; n < 3000; n += 1) add(`${one.text}${n % 7}`)
    else if (one.kind === 'rollback') throw new Error('The disk is full')
  }
  if (one.kind === 'rollback') {
    expect(() => writer.write(write)).toThrow('The disk is full')
    texts.clear()
    for (const [id, kept] of committed) texts.set(id, kept)
    return
  }
  writer.write(write)
  if (one.kind !== 'commit') return
  writer.commit()
  committed.clear()
  for (const [id, kept] of texts) committed.set(id, kept)
}

/** The trigrams of each text, of which many customers have the same. */
const knownTrigrams = new Map<string, ReadonlySet<string>>()

function trigramsIn(one: string): ReadonlySet<string> {
  const trigrams = knownTrigrams.get(one) ?? new Set(trigramsOf(one))
  knownTrigrams.set(one, trigrams)
  return trigrams
}

const idsWith = (texts: Texts, clauses: readonly (readonly string[])[]): readonly number[] =>
  [...texts]
    .filter(([, one]) => clauses.every((clause) => clause.some((trigram) => trigramsIn(one).has(trigram))))
    .map(([id]) => id)
    .toSorted((one, other) => other - one)

test('whatever is added, changed and rolled back, each trigram is found with its customers', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.array(text, { minLength: 1, maxLength: 4 }), (steps, drawn) => {
      const file = openFile({ kind: 'memory' }, [])
      const [texts, committed]: [Texts, Texts] = [new Map(), new Map()]
      for (const one of steps) take(file, one, texts, committed)
      const known = [...texts.values()].slice(0, 50).flatMap(trigramsOf)
      const wanted = [...drawn.flatMap(trigramsOf), ...known]
      const clauses = [
        ...wanted.slice(0, 20).map((trigram) => [[trigram]]),
        wanted.slice(0, 2).map((trigram) => [trigram]),
        [wanted.slice(0, 3), wanted.slice(1, 4)].filter((clause) => clause.length > 0),
      ].filter((one) => one.length > 0)
      for (const one of clauses) {
        expect(file.search.texts.find(one, 100_000)).toEqual(idsWith(texts, one))
        expect(file.search.texts.find(one, 2)).toEqual(idsWith(texts, one).slice(0, 2))
      }
      const all = new Set([...new Set(texts.values())].flatMap(trigramsOf))
      for (const beginning of ['a', 'b@', '\u0001', '日'])
        expect(new Set(file.search.texts.beginningWith(beginning, 1000))).toEqual(
          new Set([...all].filter((trigram) => trigram.startsWith(beginning))),
        )
      file.db.close()
    }),
    { numRuns: 60 },
  )
})

test('what is added is found at once, and no row is left of what was taken away', () => {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const { writer, search } = file
  writer.write(() => search.texts.change(7, '', 'order'))
  expect(search.texts.find([['ord']], 9)).toEqual([7])
  expect(search.texts.beginningWith('or', 9)).toEqual(['ord'])
  writer.commit()
  writer.write(() => search.texts.change(7, 'order', ''))
  writer.commit()
  expect(search.texts.find([['ord']], 9)).toEqual([])
  expect(search.texts.beginningWith('or', 9)).toEqual([])
})

test('a text that is millions of characters when it is folded is indexed', () => {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const { writer, search } = file
  const long = '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 '.repeat(400_000)
  writer.write(() => search.texts.change(1, '', long))
  writer.commit()
  expect(search.texts.find([[long.slice(3, 6)], [long.slice(5, 8)]], 9)).toEqual([1])
})

test('an id that another customer gets has the trigrams of that one alone', () => {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const { writer, search } = file
  for (const isCommitted of [false, true]) {
    writer.write(() => search.texts.change(1, '', 'before'))
    if (isCommitted) writer.commit()
    writer.write(() => search.texts.change(1, 'before', ''))
    writer.write(() => search.texts.change(1, '', 'after'))
    writer.commit()
    expect([search.texts.find([['bef']], 9), search.texts.find([['aft']], 9)]).toEqual([[], [1]])
    writer.write(() => search.texts.change(1, 'after', ''))
    writer.commit()
  }
})
