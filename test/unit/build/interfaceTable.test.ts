/** The tables of the interface's sections and rules name tests that exist, and leave none out. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../', import.meta.url)

/** Cells of a table's rows: first what the row is about, then in the third and fourth the file and the test. */
const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').slice(1).map((cell) => cell.trim()))

const numbered = (what: string, count: number, without: readonly number[] = []): readonly string[] =>
  Array.from({ length: count }, (_, at) => at + 1).filter((number) => !without.includes(number)).map((number) => `${what} ${number}`)

describe.each(['INTERFACE.md', 'RULES.md'])('%s', (table) => {
  test('names tests that stand in the file named', () => {
    const missing = rowsOf(table).flatMap(([, , file = '', title = '']) => {
      const source = readFileSync(new URL(file, folder), 'utf8').replace(/\\'/g, "'")
      return source.includes(title) && title !== '' ? [] : [`${file}: ${title}`]
    })
    expect(missing).toEqual([])
  })
})

test('every section of the interface has its tests', () => {
  const rows = rowsOf('INTERFACE.md')
  const sections = new Set(rows.map(([section]) => section?.split('.')[0]))
  expect([...sections].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(50)
})

test('every rule of the interface has its tests', () => {
  const rules = new Set(rowsOf('RULES.md').map(([rule]) => rule))
  expect([...rules]).toEqual([
    ...numbered('2.2 rule', 2), ...numbered('2.5 rule', 3), ...numbered('2.6 total', 3), ...numbered('3.1 row', 4), ...numbered('3.2 row', 6), '3.3', ...numbered('3.4 rule', 5),
    ...numbered('4.13 condition', 3), ...numbered('5 rule', 7), '6.1', '6.2', '6.3', '6.4', '6.4b', '6.5', '6.6',
    // What happens on the device alone is told below the table.
    ...numbered('7 row', 6, [5]), ...numbered('8 row', 7), ...numbered('9 rule', 5, [2, 3]),
  ])
})
