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

const isModule = (file) => /\.(?:ts|vue|mjs|js)$/.test(file)

/** Tests of what no import shows: patterns, documents, and all imports at once. */
const always = [
  { of: isModule, tests: ['test/unit/build/imports.test.ts'] },
  { of: (file) => file.startsWith('renderer/rules/'), tests: globSync('test/unit/rules/*.test.ts', { cwd: root }) },
  {
    of: (file) => file.startsWith('renderer/locales/'),
    tests: ['test/unit/renderer/text.test.ts', 'test/unit/build/messages.test.ts'],
  },
  { of: (file) => file.endsWith('.md'), tests: ['test/unit/build/readme.test.ts'] },
  {
    of: (file) => ['ARCHITECTURE.md', 'build/lint/imports.js'].includes(file),
    tests: ['test/unit/build/modules.test.ts'],
  },
]

/**
 * @param {readonly string[]} all changed files, from the project's folder
 * @returns {{ tests: readonly string[], left: number, importers: readonly string[], ofTexts: readonly string[] }} the
 *   tests, how many more import a changed file, the modules that import one directly, and those that show a text of a
 *   changed file
 */
export function nearTests(all) {
  const changed = all.filter(isModule)
  const sources = globSync('{shared,electron,renderer,relay,build,test}/**/*.{ts,vue,mjs,js}', { cwd: root }).map(
    (file) => file.replaceAll('\\', '/'),
  )
  const texts = new Map(sources.map((file) => [file, readFileSync(at(file), 'utf8')]))
  const importers = new Map()
  for (const [file, text] of texts)
    for (const imported of importsOf(file, text)) importers.set(imported, [...(importers.get(imported) ?? []), file])

  // A map keeps the order in which files were reached: the nearest first.
  const reached = new Set(changed)
  const importersOfChanged = [...new Set(changed.flatMap((file) => importers.get(file) ?? []))]
  const areas = all.flatMap((file) => /^renderer\/locales\/en\/(\w+)\.json$/.exec(file)?.[1] ?? [])
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  const tests = [...reached].filter((file) => isTest(file) && texts.has(file))

  const names = new Set(changed.map(nameOf))
  const own = tests.filter((file) => changed.includes(file) || names.has(nameOf(file)))
  // Those with the tag `long` or `slow` are for `npm test`.
  const others = tests.filter((file) => !own.includes(file) && !texts.get(file).includes('@module-tag'))
  const near = [...own, ...others.slice(0, Math.max(0, most - own.length))]
  return {
    tests: [...new Set([...near, ...always.flatMap((one) => (all.some(one.of) ? one.tests : []))])],
    left: tests.length - near.length,
    importers: importersOfChanged,
    ofTexts: sources.filter(
      (file) => file.startsWith('renderer/') && areas.some((area) => texts.get(file).includes(`${area}.`)),
    ),
  }
}
