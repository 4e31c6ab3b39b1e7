/** The table of interface sections names tests that exist. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../', import.meta.url)
const rows = readFileSync(new URL('INTERFACE.md', folder), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every test that the table names stands in the file it names', () => {
  const missing = rows.flatMap(([, , , file = '', title = '']) => {
    const source = readFileSync(new URL(file, folder), 'utf8').replace(/\\'/g, "'")
    return source.includes(title) && title !== '' ? [] : [`${file}: ${title}`]
  })
  expect(missing).toEqual([])
})

test('every section of the interface has its tests', () => {
  const sections = new Set(rows.map(([, section]) => section?.split('.')[0]))
  expect([...sections].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(50)
})
