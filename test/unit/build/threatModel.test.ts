/** Every claim of the threat model names a test that exists. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

const claims = read('docs/threat-model.md')
  .split('\n')
  .filter((line) => line.includes('.test.ts |'))
  .map((line) => line.split('|').slice(1).map((cell) => cell.trim()))

test('every claim of the threat model names a test that stands in the file named', () => {
  expect(claims.length).toBeGreaterThan(20)
  const missing = claims.flatMap(([, , file = '', title = '']) =>
    title !== '' && read(file).replaceAll("\\'", "'").includes(title) ? [] : [`${file}: ${title}`],
  )
  expect(missing).toEqual([])
})

test('every adversary of the threat model has a claim', () => {
  const adversaries = new Set(claims.map(([adversary]) => adversary))
  expect([...adversaries]).toEqual(['network', 'service', 'texts', 'window', 'other user', 'thief', 'publisher'])
})
