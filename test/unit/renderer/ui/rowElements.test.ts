/** Which elements the rows of a table are drawn in. */
import { expect, test } from 'vitest'
import { createRowElements } from '../../../../renderer/ui/rowElements.ts'

const all = (index: number): string => `row ${index}`
const from = (first: number) => (index: number) => (index < first ? undefined : all(index))

test('while a table scrolls by a few rows each of them keeps its element', () => {
  const elementsOf = createRowElements<string>()
  const before = elementsOf(0, 10, all)
  const after = elementsOf(4, 14, all)
  for (const { index, element } of after.slice(0, 6))
    expect(before.find((one) => one.index === index)?.element).toBe(element)
  expect(new Set(after.map(({ element }) => element)).size).toBe(10)
})

test.each([
  ['down', 100, 110],
  ['up again by less than a screen', 8, 18],
  ['to fewer rows', 40, 44],
])('after a jump %s the elements stay, in the order of the rows', (_what, start, end) => {
  const elementsOf = createRowElements<string>()
  const before = elementsOf(0, 10, all).map(({ element }) => element)
  const after = elementsOf(start, end, all)
  expect(after.map(({ index, row, content }) => [index, row, content])).toEqual(
    Array.from({ length: end - start }, (_, n) => [start + n, all(start + n), all(start + n)]),
  )
  expect(after.map(({ element }) => element)).toEqual(before.slice(0, end - start))
})

test('a row that is not loaded has the content that its element had, and none in a new element', () => {
  const elementsOf = createRowElements<string>()
  expect(elementsOf(0, 3, from(1)).map(({ row, content }) => [row, content])).toEqual([
    [undefined, undefined],
    ['row 1', 'row 1'],
    ['row 2', 'row 2'],
  ])
  expect(elementsOf(100, 103, from(102)).map(({ row, content }) => [row, content])).toEqual([
    [undefined, undefined],
    [undefined, 'row 1'],
    ['row 102', 'row 102'],
  ])
})

test('an empty table keeps no content of the rows that it had', () => {
  const elementsOf = createRowElements<string>()
  elementsOf(0, 3, all)
  expect(elementsOf(0, 0, all)).toEqual([])
  expect(elementsOf(0, 3, () => undefined).map(({ content }) => content)).toEqual([undefined, undefined, undefined])
})
