/**
 * Whatever is cut wherever: the elements are those of the whole text parsed at once, and what is no JSON is refused.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementLimits } from '../../../../../electron/service/http/answerLimits.ts'
import { ElementSplitter, NotAList } from '../../../../../electron/service/parsing/elementSplitter.ts'

function splitAt(text: string, member: string | null, cuts: readonly number[]): unknown[] {
  const splitter = new ElementSplitter(member)
  const bytes = Buffer.from(text)
  const found: unknown[] = []
  const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)]
  for (const [index, at] of positions.entries()) {
    // Overwritten after each call, because the splitter may not rely on bytes that it was given before.
    const part = Buffer.from(bytes.subarray(at, positions[index + 1]))
    const elements = splitter.push(part)
    found.push(
      ...elements.map(({ bytes: own, problem }) => (own === null ? problem : JSON.parse(own.toString('utf8')))),
    )
    part.fill('"')
  }
  splitter.end()
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
