import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const documents = globSync('{*,{docs,electron,relay,renderer,shared,test}/**/*}.md', { cwd: root })
const files = globSync('{*,{build,docs,electron,relay,renderer,shared,test}/**/*}.{ts,vue,mjs,js,css}', { cwd: root })

test('the documents are found', () => {
  expect(documents).toContain('README.md')
  expect(documents).toContain('docs/guide.md')
})

test.each(documents)('every file that %s links to exists', (document) => {
  const links = [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(
    ([, path = '']) => path,
  )
  if (document === 'README.md') expect(links.length).toBeGreaterThan(5)
  expect(links.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([])
})

/** The names by which a forge links to the headings of a document. */
const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('every heading that %s links to exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)]
  const missing = links.filter(([, path = '', heading = '']) => {
    const linked = path === '' ? text : readFileSync(join(root, dirname(document), path), 'utf8')
    return !headingsOf(linked).includes(heading)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

test.each(documents)('every path of the project that %s names exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const paths = [...text.matchAll(/`((?:electron|renderer|relay|shared|build|test|docs)\/[^`\s<]*)`/g)].map(
    ([, path = '']) => path,
  )
  if (document === 'ARCHITECTURE.md') expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Most documents name a file of their subject by the end of its path. */
test.each(documents)('every file of code that %s names exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const names = [...text.matchAll(/`([\w./-]+\.(?:ts|vue|mjs|css))`/g)].map(([, name = '']) =>
    name.replace(/^\.+\//, ''),
  )
  expect(names.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})

/** A line of a paragraph that begins with a number and a full stop is wrapped as a list, with an indent below it. */
function strayLines(text: string): readonly string[] {
  const found: string[] = []
  let inList = false
  let previous = ''
  for (const line of text.replace(/^```[^]*?^```/gm, '').split('\n')) {
    const isItem = /^\s*(?:[-*]|\d+\.) /.test(line)
    if (isItem && (inList || previous === '')) inList = true
    else if (isItem || (/^\s/.test(line) && !inList)) found.push(line)
    else if (/^\S/.test(line)) inList = false
    previous = line
  }
  return found
}

test('a line of a paragraph that looks like an item of a list is found, with those below it', () => {
  const text = ['whose ICCID ends with', '8796. It is left out', '      for. If', '', '1. one', '   of two', '2. two']
  expect(strayLines(text.join('\n'))).toEqual(['8796. It is left out', '      for. If'])
})

test.each(documents)('every line of a paragraph in %s is plain', (document) => {
  expect(strayLines(readFileSync(join(root, document), 'utf8'))).toEqual([])
})

/** Rows of tables can't be wrapped, and commands are not. */
test.each(documents)('no line of text in %s is long', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```[^]*?^```/gm, '')
  const lines = text.split('\n').filter((line) => !line.startsWith('|'))
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})
