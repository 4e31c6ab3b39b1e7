/** The page that compares the desk with a plain portal shows the numbers that the desk's test counts. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { furtherDecisions, numberedCalls } from '../../support/tenCalls.ts'

const read = (): Promise<string> => readFile(new URL('../../../docs/calls.md', import.meta.url), 'utf8')

test('docs/calls.md has the decisions of each call', async () => {
  const text = await read()
  const shown = [...text.matchAll(/^\| (\d+) \| ([^|]+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, number, what, desk, portal]) => [Number(number), what, Number(desk), Number(portal)],
  )
  expect(shown).toEqual(numberedCalls.map(({ number, what, desk, portal }) => [number, what, desk, portal.length]))
})

test('docs/calls.md has the decisions of a first sale and of a country that is asked for', async () => {
  const text = (await read()).replace(/\s+/g, ' ')
  expect(text).toContain(`The first sale of an agent takes ${String(furtherDecisions.firstSale)} decisions`)
  expect(text).toContain(`the country takes ${String(furtherDecisions.whereabouts)} decisions`)
})
