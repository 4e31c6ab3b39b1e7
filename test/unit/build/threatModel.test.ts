/** Every claim of the threat model names a test that exists. */
import { expect, test } from 'vitest'
import { missingTests, tableRows } from '../../support/testTitles.ts'

const root = new URL('../../../', import.meta.url)
const claims = tableRows(new URL('docs/threat-model.md', root)).filter(([, , file = '']) => file.endsWith('.test.ts'))

test('every claim of the threat model names a test that stands in the file named', () => {
  expect(claims.length).toBeGreaterThan(20)
  expect(
    missingTests(
      claims.map(([, , file = '', title = '']) => ({ file, title })),
      root,
    ),
  ).toEqual([])
})

test('every adversary of the threat model has a claim', () => {
  const adversaries = new Set(claims.map(([adversary]) => adversary))
  expect([...adversaries]).toEqual([
    'network',
    'service',
    'relay',
    'texts',
    'window',
    'other user',
    'thief',
    'publisher',
  ])
})
