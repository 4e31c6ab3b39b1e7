import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { missingTests, tableRows, testTitles } from '../../support/testTitles.ts'

function folderWith(name: string, text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-titles-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const source = `
  test('one', () => undefined)
  it.each([1, 2])(
    "it's %s",
    () => undefined,
  )
  describe.runIf(true)('three', () => { it(\`of \${kind}\`, () => undefined) })
  // test('a comment')
  note('no test')
`

test('the titles of a file are those of its tests and groups, however they are written', () => {
  const folder = folderWith('a.test.ts', source)
  expect(testTitles(new URL('a.test.ts', folder))).toEqual(['one', "it's %s", 'three', 'of ${kind}'])
})

test('a row that names no test of its file is missing', () => {
  const folder = folderWith('a.test.ts', source)
  const rows = ['one', "it's", 'a comment', 'no test', ''].map((title) => ({ file: 'a.test.ts', title }))
  expect(missingTests(rows, folder)).toEqual(['a.test.ts: a comment', 'a.test.ts: no test', 'a.test.ts: '])
})

test('the cells of a table are read without the space that aligns them', () => {
  const folder = folderWith('a.md', 'Text\n\n| A     | B |\n|-------|---|\n| one   | 2 |\n')
  expect(tableRows(new URL('a.md', folder))).toEqual([
    ['A', 'B'],
    ['-------', '---'],
    ['one', '2'],
  ])
})
