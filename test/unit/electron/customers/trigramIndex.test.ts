/**
 * The index of trigrams finds what a plain comparison of all texts finds, however it was filled and changed.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { blocksOf, idsIn, joined, lastAtOrBelow } from '../../../../electron/customers/directory/postings.ts'
import { trigramsOf } from '../../../../electron/customers/directory/trigrams.ts'

const ascending = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((one, other) => one - other)

describe('the blocks of ids', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 400 }).map(ascending)

  test('have the ids that they were made of, each once', () => {
    fc.assert(
      fc.property(ids, fc.boolean(), (given, twice) => {
        const blocks = blocksOf(Int32Array.from(twice ? given.flatMap((id) => [id, id]) : given))
        expect(blocks.flatMap((block) => [...idsIn(block)])).toEqual(given)
        for (const block of blocks) expect([block.first, block.last]).toEqual([idsIn(block)[0], idsIn(block).at(-1)])
      }),
    )
  })

  test('are short enough for a page of the file, and no shorter than that', () => {
    const blocks = blocksOf(Int32Array.from({ length: 100_000 }, (_, n) => n + 1))
    expect(blocks.length).toBe(53)
    for (const { ids: bytes } of blocks) expect(bytes.length).toBeLessThanOrEqual(1900)
  })

  test('are joined while there is room', () => {
    fc.assert(
      fc.property(ids, fc.nat(400), (given, at) => {
        const [one, ...others] = blocksOf(Int32Array.from(given.slice(0, at)))
        const [next] = blocksOf(Int32Array.from(given.slice(at)))
        if (one === undefined || next === undefined || others.length > 0) return
        const both = joined(one, next)
        if (one.ids.length + next.ids.length < 1890) expect(both).not.toBeNull()
        if (both !== null) expect([...idsIn(both)]).toEqual([...idsIn(one), ...idsIn(next)])
        if (both !== null) expect([both.first, both.last]).toEqual([one.first, next.last])
      }),
    )
  })

  test('say where an id is or would be', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (given, id) => {
        expect(lastAtOrBelow(Int32Array.from(given), id)).toBe(given.findLastIndex((one) => one <= id))
      }),
    )
  })
})

type Step =
  | { readonly kind: 'put'; readonly id: number; readonly text: string }
  | { readonly kind: 'many'; readonly text: string }
  | { readonly kind: 'commit' | 'writeSome' | 'rollback' }

const characters = ['a', 'b', '@', '\n', '\u0001', '"', '\u0000', 'ß', '日', '😀', '\ud800']
const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((all) => all.join(''))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), id: fc.integer({ min: 1, max: 12 }), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'writeSome', 'rollback') }) },
)

/** The texts of all customers. */
type Texts = Map<number, string>

function take({ writer, staging }: OpenFile, one: Step, texts: Texts, committed: Texts): void {
  const change = (id: number, wanted: string): void => {
    staging.texts.change(id, texts.get(id) ?? '', wanted)
    texts.set(id, wanted)
  }
  const add = (wanted: string): void => {
    const id = Math.max(0, ...texts.keys()) + 1
    staging.texts.add(id, wanted)
    texts.set(id, wanted)
  }
  const write = (): void => {
    if (one.kind === 'put' && texts.has(one.id)) change(one.id, one.text)
    else if (one.kind === 'put') add(one.text)
    // More than a block has, in several commits.
    else if (one.kind === 'many') for (let n = 0; n < 3000; n += 1) add(`${one.text}${n % 7}`)
    else if (one.kind === 'writeSome') staging.writeSome()
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

test('whatever is added, changed, written and rolled back, each trigram is found with its customers', () => {
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
      // What was taken away since the last commit may still be found.
      for (const one of clauses) {
        const ids = new Set(file.staging.texts.find(one, 100_000))
        expect(idsWith(texts, one)).toEqual(idsWith(texts, one).filter((id) => ids.has(id)))
      }
      file.writer.write(() => undefined)
      file.writer.commit()
      for (const one of clauses) {
        expect(file.staging.texts.find(one, 100_000)).toEqual(idsWith(texts, one))
        expect(file.staging.texts.find(one, 2)).toEqual(idsWith(texts, one).slice(0, 2))
      }
      const all = new Set([...new Set(texts.values())].flatMap(trigramsOf))
      for (const beginning of ['a', 'b@', '\u0001', '日'])
        expect(new Set(file.staging.texts.beginningWith(beginning, 1000))).toEqual(
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
  const { writer, staging } = file
  writer.write(() => staging.texts.add(7, 'order'))
  expect(staging.texts.find([['ord']], 9)).toEqual([7])
  expect(staging.texts.beginningWith('or', 9)).toEqual(['ord'])
  writer.commit()
  writer.write(() => staging.texts.change(7, 'order', ''))
  writer.commit()
  expect(staging.texts.find([['ord']], 9)).toEqual([])
  expect(file.db.prepare('SELECT count(*) FROM trigrams').pluck().get()).toBe(0)
})

test('a sync writes trigrams before too many wait', () => {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const { writer, staging } = file
  const long = Array.from({ length: 1000 }, (_, n) => String.fromCharCode(97 + (n % 26), 97 + (n % 23))).join('')
  let id = 0
  while (!staging.isFull())
    writer.write(() => {
      staging.texts.add((id += 1), long)
    })
  expect(id).toBeGreaterThan(700)
  expect(id).toBeLessThan(1000)
  while (writer.write(staging.writeSome));
  expect(staging.isFull()).toBe(false)
  expect(staging.texts.find([['aab']], 1)).toEqual(idsWith(new Map([[id, long]]), [['aab']]))
})

describe('hostile texts', () => {
  function directory(): OpenFile {
    const file = openFile({ kind: 'memory' }, [])
    onTestFinished(() => void file.db.close())
    return file
  }

  test('that are millions of characters when they are folded are indexed by what they consist of', () => {
    const { writer, staging } = directory()
    const long = '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 '.repeat(400_000)
    writer.write(() => staging.texts.add(1, long))
    writer.commit()
    expect(staging.texts.find([[long.slice(3, 6)], [long.slice(5, 8)]], 9)).toEqual([1])
  })

  test.each([
    ['with keys that are texts', 0x4e_00, 20_000],
    ['with keys that are numbers', 0xa1, 800],
  ])('of ever new trigrams %s are indexed in part, and are full soon', (_, first, characters) => {
    const { db, writer, staging } = directory()
    const textOf = (from: number): string => {
      let state = from
      const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0)
      return Array.from({ length: 90_000 }, () => String.fromCharCode(first + ((next() >>> 8) % characters))).join('')
    }
    let id = 0
    while (!staging.isFull()) {
      id += 1
      writer.write(() => staging.texts.add(id, textOf(id * 1_000_003)))
    }
    expect(id).toBeLessThan(20)
    while (writer.write(staging.writeSome));
    expect(db.prepare('SELECT count(*) FROM trigrams').pluck().get()).toBeLessThanOrEqual(id * 20_000)
    expect(staging.texts.find([[textOf(1_000_003).slice(0, 3)]], 9)).toContain(1)
  })

  test('that change one by one leave blocks that are at least half full', () => {
    const { db, writer, staging } = directory()
    writer.write(() => {
      for (let id = 1; id <= 20_000; id += 1) staging.texts.add(id, id % 2 === 0 ? 'abc' : 'xyz')
    })
    writer.commit()
    for (let id = 1; id <= 4000; id += 2) {
      writer.write(() => staging.texts.change(id, 'xyz', 'abc'))
      writer.commit()
    }
    expect(staging.texts.find([['abc']], 20_000)).toHaveLength(12_000)
    const lengths = db.prepare<[], number>("SELECT length(ids) FROM trigrams WHERE trigram = 'abc'").pluck().all()
    expect(lengths.length).toBeLessThan(14)
  })
})

test('an id that another customer gets has the trigrams of that one alone', () => {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const { writer, staging } = file
  for (const isCommitted of [false, true]) {
    writer.write(() => staging.texts.add(1, 'before'))
    if (isCommitted) writer.commit()
    writer.write(() => staging.texts.change(1, 'before', ''))
    writer.write(() => staging.texts.add(1, 'after'))
    writer.commit()
    expect([staging.texts.find([['bef']], 9), staging.texts.find([['aft']], 9)]).toEqual([[], [1]])
    writer.write(() => staging.texts.change(1, 'after', ''))
    writer.commit()
  }
})
