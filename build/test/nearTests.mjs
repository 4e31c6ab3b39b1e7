/** Which tests of units and of the window `npm run check -- --changed` runs: those nearest by imports. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from '../lib.mjs'

/** As many files as take a few seconds. Those that were changed, or are named like a changed file, run in any case. */
const most = 5

const isTest = (file) => /^test\/unit\/.*\.test\.ts$/.test(file)
const nameOf = (file) => file.split('/').at(-1).split('.')[0].toLowerCase()

/** Whatever is quoted and ends as a module does: imports of any form, and the programs that tests start. */
function importsOf(file, text) {
  const specifiers = [...text.matchAll(/['"](#shared\/|\.{1,2}\/)([^'"\s]+\.(?:ts|vue|mjs|js))['"]/g)]
  return specifiers.map(([, start, path]) =>
    start === '#shared/' ? `shared/${path}` : join(dirname(file), start, path).replaceAll('\\', '/'),
  )
}

/**
 * @param {readonly string[]} changed files, from the project's folder
 * @returns {{ files: readonly string[], left: number }} the files of tests, and how many more import a changed file
 */
export function nearTests(changed) {
  const sources = globSync('{shared,electron,renderer,relay,build,test}/**/*.{ts,vue,mjs,js}', { cwd: root }).map(
    (file) => file.replaceAll('\\', '/'),
  )
  const texts = new Map(sources.map((file) => [file, readFileSync(at(file), 'utf8')]))
  const importers = new Map()
  for (const [file, text] of texts)
    for (const imported of importsOf(file, text)) importers.set(imported, [...(importers.get(imported) ?? []), file])

  // A map keeps the order in which files were reached: the nearest first.
  const reached = new Set(changed)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  const tests = [...reached].filter((file) => isTest(file) && texts.has(file))

  const names = new Set(changed.map(nameOf))
  const own = tests.filter((file) => changed.includes(file) || names.has(nameOf(file)))
  // Those with the tag `long` or `slow` are for `npm test`.
  const others = tests.filter((file) => !own.includes(file) && !texts.get(file).includes('@module-tag'))
  const files = [...own, ...others.slice(0, Math.max(0, most - own.length))]
  return { files, left: tests.length - files.length }
}
