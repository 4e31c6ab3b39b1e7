/**
 * Whatever is cut wherever: the elements are those of the whole text parsed at once, and what is no JSON is refused.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementLimits } from '../../../../../electron/service/http/answerLimits.ts'
import { ElementSplitter, NotAList } from '../../../../../electron/service/parsing/elementSplitter.ts'

function split(text: string, member: string | null, every = text.length + 1): unknown[] {
  const splitter = new ElementSplitter(member)
  const bytes = Buffer.from(text)
  const found: unknown[] = []
  for (let at = 0; at < bytes.length; at += every)
    found.push(
      ...splitter
        .push(bytes.subarray(at, at + every))
        .map((element) => (element.text === null ? element.problem : JSON.parse(element.text))),
    )
  splitter.end()
  return found
}

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
