/** The page that compares the desk with a plain portal shows the numbers that the desk's test counts. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { numberedCalls } from '../../support/tenCalls.ts'

test('docs/calls.md has the decisions of each call', async () => {
  const text = await readFile(new URL('../../../docs/calls.md', import.meta.url), 'utf8')
  const shown = [...text.matchAll(/^\| (\d+) \| ([^|]+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, number, what, desk, portal]) => [Number(number), what, Number(desk), Number(portal)],
  )
  expect(shown).toEqual(numberedCalls.map(({ number, what, desk, portal }) => [number, what, desk, portal.length]))
})
