/**
 * Whatever is cut wherever: the elements are those of the whole text parsed at once, and what is no JSON is refused.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementLimits } from '../../../../../electron/service/http/answerLimits.ts'
import {
  type ElementBytes,
  ElementSplitter,
  NotAList,
} from '../../../../../electron/service/parsing/elementSplitter.ts'
import { parseWhole } from '../../../../../electron/service/parsing/guessedEnds.ts'

/** Returns the elements, which have to be the same whether their ends are guessed or not. */
function splitAt(text: string, member: string | null, cuts: readonly number[]): unknown[] {
  const bytes = Buffer.from(text)
  const found = cutBytes(new ElementSplitter(member), bytes, cuts)
  expect(cutBytes(new ElementSplitter(member, parseWhole), bytes, cuts)).toEqual(found)
  return found.map((one) => (one.problem === '' ? JSON.parse(one.text) : one.problem))
}

interface Cut {
  readonly text: string
  readonly problem: string
}

function cutBytes(splitter: ElementSplitter<unknown>, bytes: Buffer, cuts: readonly number[]): Cut[] {
  const found: Cut[] = []
  const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)]
  for (const [index, at] of positions.entries()) {
    // Overwritten after each call, because the splitter may not rely on bytes that it was given before.
    const part = Buffer.from(bytes.subarray(at, positions[index + 1]))
    splitter.push(part, ({ bytes: own, problem, whole }) => {
      const text = own?.toString('utf8') ?? ''
      if (whole !== undefined) expect(whole).toEqual(JSON.parse(text))
      found.push({ text, problem })
    })
    part.fill('"')
  }
  splitter.end()
  return found
}

function elementsIn<Whole>(splitter: ElementSplitter<Whole>, text: string): readonly ElementBytes<Whole>[] {
  const found: ElementBytes<Whole>[] = []
  splitter.push(Buffer.from(text), (element) => found.push(element))
  return found
}

function split(text: string, member: string | null, every = text.length + 1): unknown[] {
  const cuts = Array.from({ length: Math.floor(Buffer.byteLength(text) / every) }, (_, at) => (at + 1) * every)
  return splitAt(
    text,
    member,
    cuts.filter((cut) => cut < Buffer.byteLength(text)),
  )
}

/** Strings that are short and long, full of quotes and backslashes. */
const awkward = fc.stringMatching(/^(?:["\\]|a{0,40}|ß|[[\]{},:]){0,12}$/)

test('elements are those of the whole text, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(awkward, fc.array(awkward), fc.dictionary(awkward, awkward))),
      fc.array(fc.nat()),
      (list, cuts) => {
        expect(splitAt(JSON.stringify(list), null, cuts)).toEqual(JSON.parse(JSON.stringify(list)))
      },
    ),
    { numRuns: 1000 },
  )
})

test('elements are those of the whole text, however the bytes come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      (list, others, every, space) => {
        const whole = JSON.parse(JSON.stringify(list))
        expect(split(JSON.stringify(list, null, space), null, every)).toEqual(whole)
        const rest = Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'customers'))
        expect(split(JSON.stringify({ ...rest, customers: list }, null, space), 'customers', every)).toEqual(whole)
        expect(split(JSON.stringify({ customers: list, ...rest }, null, space), 'customers', every)).toEqual(whole)
      },
    ),
    { numRuns: 300 },
  )
})

/** Entries that mostly begin with one member, some of which have the same member inside. */
const alike = fc.oneof(
  { weight: 8, arbitrary: fc.record({ customer: fc.oneof(fc.string(), awkward), more: fc.jsonValue() }) },
  fc.record({ customer: fc.constant('},{"customer":'), more: fc.array(fc.record({ customer: fc.integer() })) }),
  fc.record({ more: fc.integer(), customer: awkward }),
  fc.constant(Array.from({ length: elementLimits.depth + 5 }).reduce((inside) => ({ customer: [inside] }), {})),
  fc.jsonValue(),
)

test('elements that begin alike are those of the whole text, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(alike, { maxLength: 30 }),
      fc.oneof(fc.array(fc.nat(), { maxLength: 5 }), fc.array(fc.nat())),
      fc.constantFrom(0, 2, '\t'),
      (list, cuts, space) => {
        const text = JSON.stringify(list, null, space)
        const isDeep = (one: unknown): boolean => /(?:\{"customer":\[){50}/.test(JSON.stringify(one))
        const whole = JSON.parse(text).map((one: unknown) => (isDeep(one) ? 'element: nested too deeply' : one))
        expect(splitAt(text, null, cuts)).toEqual(whole)
      },
    ),
    { numRuns: 1000 },
  )
})

test('the same bytes are refused or taken whether ends are guessed or not', () => {
  const outcome = (splitter: ElementSplitter<unknown>, bytes: Buffer, cuts: readonly number[]): unknown => {
    try {
      const found = cutBytes(splitter, bytes, cuts)
      return found
    } catch (thrown) {
      return thrown
    }
  }
  const token = fc.constantFrom('{"a":', '{"a"', ',', '}', '[', ']', '"', '\\', '1', ' ', '},{"a":', ',{"a":{"a":1}}')
  fc.assert(
    fc.property(fc.array(token, { maxLength: 25 }), fc.array(fc.nat(), { maxLength: 4 }), (tokens, cuts) => {
      const bytes = Buffer.from(`[{"a":1},{"a":2},${tokens.join('')}`)
      expect(outcome(new ElementSplitter(null, parseWhole), bytes, cuts)).toEqual(
        outcome(new ElementSplitter(null), bytes, cuts),
      )
    }),
    { numRuns: 3000 },
  )
})

test('most elements that begin alike are read while their ends are guessed, and wrong guesses end', () => {
  let asked = 0
  const splitter = new ElementSplitter(null, (bytes) => {
    asked += 1
    return parseWhole(bytes)
  })
  const wholesOf = (list: readonly unknown[]): number =>
    elementsIn(splitter, `${JSON.stringify(list).slice(1, -1)},`).filter(({ whole }) => whole !== undefined).length
  elementsIn(splitter, '[{"uid":0},')
  expect(wholesOf(Array.from({ length: 500 }, (_, uid) => ({ uid, items: [{ name: '},{"uid":' }] })))).toBe(498)
  expect(asked).toBe(498)
  expect(wholesOf(Array.from({ length: 500 }, (_, uid) => ({ uid, items: [{ uid }, { uid }] })))).toBe(0)
  expect(asked).toBeLessThanOrEqual(598)
})

test('elements too large to be guessed do not end the guesses for the others', () => {
  const splitter = new ElementSplitter(null, parseWhole)
  const isLarge = (uid: number): boolean => uid % 50 === 0
  const list = Array.from({ length: 10_000 }, (_, uid) => ({
    uid,
    items: Array.from({ length: isLarge(uid) ? elementLimits.depth + 1 : 1 }, () => ({ name: 'Europe' })),
  }))
  const found = elementsIn(splitter, JSON.stringify(list))
  expect(found).toHaveLength(list.length)
  // The first element shows what elements begin with, and the last one has no comma behind it.
  expect(found.filter(({ whole }) => whole !== undefined)).toHaveLength(10_000 * 0.98 - 1)
})

test('spaces beyond the limit belong to the same element whether ends are guessed or not', () => {
  const parts = ['[{"a":0},{"a":1},', ' '.repeat(elementLimits.bytes + 1), '{"a":2},{"a":3},{"a":4}]']
  const problemsOf = (splitter: ElementSplitter<unknown>): readonly string[] =>
    parts.flatMap((part) => elementsIn(splitter, part).map(({ problem }) => problem))
  const problems = problemsOf(new ElementSplitter(null, parseWhole))
  expect(problems).toEqual(problemsOf(new ElementSplitter(null)))
  expect(problems.map((problem) => problem === '')).toEqual([true, true, false, true, true])
})

test('parseWhole takes one JSON text and nothing else', () => {
  const parsed = (text: string): unknown => parseWhole(Buffer.from(text))
  expect(parsed(' {"a":["ß"]}\n')).toEqual({ a: ['ß'] })
  for (const text of ['', '{"a":1},{"a":2}', '{"a":', '1 2']) expect(parsed(text)).toBeUndefined()
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(parsed(nested(elementLimits.depth))).toBeDefined()
  expect(parsed(nested(elementLimits.depth + 1))).toBeUndefined()
})

test('a list under any other name is read as it is under the documented one, wherever the bytes are cut', () => {
  const entries = fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer()), { minLength: 1 })
  const others = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.array(fc.string()), fc.constant({})))
  fc.assert(
    fc.property(
      entries.filter((list) => list.some((one) => typeof one === 'object')),
      others,
      fc.constantFrom('content', 'data', 'a "b"[', ''),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      (list, beside, name, every, space) => {
        const whole = JSON.parse(JSON.stringify(list))
        const rest = Object.fromEntries(
          Object.entries(beside).filter(([other]) => ![name, 'customers'].includes(other)),
        )
        expect(split(JSON.stringify({ ...rest, [name]: list }, null, space), 'customers', every)).toEqual(whole)
        expect(split(JSON.stringify({ [name]: list, ...rest }, null, space), null, every)).toEqual(whole)
      },
    ),
    { numRuns: 500 },
  )
})

const many = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, uid) => ({ uid, items: [{ text: 'x"]},{[' }] }))

test.each([10_000, 70_000, 1_000_000])(
  'a list under another name is read in whole if %d bytes come at once',
  (every) => {
    const list = many(50_000)
    expect(split(JSON.stringify({ total: 50_000, tags: ['a'], content: list, links: {} }), 'customers', every)).toEqual(
      list,
    )
    const withNumbers = [5, ...list, 7]
    expect(split(JSON.stringify({ data: withNumbers }), 'customers', every)).toEqual(withNumbers)
  },
)

test.each([
  ['two short ones', { a: many(2), b: many(2) }],
  ['a long one and a short one', { a: many(10_000), b: many(2) }],
  ['a short one and a long one', { a: many(2), b: many(10_000) }],
  ['two long ones', { a: many(10_000), b: many(10_000) }],
])('of two lists without the documented name none is taken for the list: %s', (_name, object) => {
  for (const every of [1000, 60_000, 10_000_000])
    expect(() => split(JSON.stringify(object), 'customers', every)).toThrow('two lists')
})

test('an object whose only arrays are empty is an empty list', () => {
  expect(split('{"content":[],"total":0}', 'customers')).toEqual([])
  expect(split('{"content":[],"errors":[ ]}', null)).toEqual([])
})

test.each([
  '',
  '[',
  '[1',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1}',
  '[]]',
  '[] []',
  '{"customers":[1]',
  '{"customers":[1],}',
  '{"customers":[1]"a":1}',
  '{"customers":[1],"a"}',
  '{"a":1',
  '"text"',
  '7',
  '<html>',
  '{"customers":{"0":1}}',
  '{"other":[1]}',
  '{}',
])('%j is refused', (text) => {
  expect(() => split(text, 'customers')).toThrow(NotAList)
  expect(() => split(text, 'customers', 1)).toThrow(NotAList)
})

test('invalid JSON inside an element is found when the element is parsed', () => {
  expect(() => split('[{"a" 1}]', null)).toThrow(SyntaxError)
  expect(() => split('[1 2]', null)).toThrow(SyntaxError)
})

test('an element beyond a limit is named and hides no other', () => {
  const deep = '['.repeat(elementLimits.depth + 1) + ']'.repeat(elementLimits.depth + 1)
  const many = `[${'0,'.repeat(elementLimits.values + 1)}0]`
  expect(split(`[1,${deep},2]`, null)).toEqual([1, 'element: nested too deeply', 2])
  expect(split(`[1,${many},2]`, null)).toEqual([1, 'element: too many values', 2])
  expect(split(`[1,"${'x'.repeat(elementLimits.bytes)}",2]`, null, 1_000_000)).toEqual([
    1,
    'element: too many bytes',
    2,
  ])
})
