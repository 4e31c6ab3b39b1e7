/**
 * The import rules hold however an import is written.
 *
 * @module-tag long
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The tables are plain JavaScript for ESLint, so their types are declared here. */
const { mainModules, sharedFolders, windowFeatures, windowLayers } = z
  .object({
    mainModules: z.record(z.string(), z.array(z.string())),
    sharedFolders: z.record(z.string(), z.array(z.string())),
    windowLayers: z.record(z.string(), z.array(z.string())),
    windowFeatures: z.record(z.string(), z.object({ imports: z.array(z.string()), exports: z.array(z.string()) })),
  })
  .parse(await import('../../../build/lint/imports.js' as string))
const { resolveImport }: { resolveImport: (specifier: string, file: string) => string | null } = await import(
  '../../../build/lint/modules.js' as string
)
const lint = new ESLint({
  cwd: root,
  // Typed rules need a file that exists.
  overrideConfig: tseslint.configs.disableTypeChecked,
  ruleFilter: ({ ruleId }) => ruleId.startsWith('desk/') || ruleId.startsWith('no-restricted'),
})

async function messages(file: string, code: string): Promise<string[]> {
  const [result] = await lint.lintText(code, { filePath: resolve(root, file) })
  return (result?.messages ?? []).map(({ message }) => message)
}

describe('an import is refused', () => {
  it.each([
    ['electron/operations/x.ts', "import { app } from 'electron'"],
    ['electron/operations/x.ts', "import { app } from 'electron/main'"],
    ['electron/operations/x.ts', "await import('electron')"],
    ['electron/updates/x.ts', "import { autoUpdater } from 'electron-updater'"],
    ['electron/updates/x.ts', "import '../host/electron/updates/source.ts'"],
    ['renderer/x.ts', "import 'electron-updater/out/types.js'"],
    ['electron/x.ts', "import './operations/journal.ts'"],
    ['electron/customers/x.ts', "import '../operations/journal.ts'"],
    ['electron/customers/x.ts', "import '../../electron/operations/journal.ts'"],
    ['electron/customers/x.ts', "export * from '../operations/journal.ts'"],
    ['electron/customers/x.ts', "await import('../operations/journal.ts')"],
    ['electron/host/electron/x.ts', "import '../../../renderer/lib/desk.ts'"],
    ['electron/host/chromium/x.ts', "import { app } from 'electron'"],
    ['electron/host/electron/x.ts', "import { chromium } from 'playwright-core'"],
    ['electron/sandbox/x.ts', "import '../../shared/model/size.ts'"],
    ['electron/sandbox/x.ts', "import '#shared/model/package/size.ts'"],
    ['electron/sandbox/x.ts', "import '../service/index.ts'"],
    ['electron/connections/x.ts', "import '../sandbox/index.ts'"],
    ['electron/connections/x.ts', "import '../../relay/index.ts'"],
    ['electron/app/x.ts', "import { startRelay } from '../../relay/index.ts'"],
    ['relay/x.ts', "import '../electron/base/clock.ts'"],
    ['relay/x.ts', "import '../electron/sandbox/index.ts'"],
    ['relay/http/x.ts', "import '#shared/model/package/size.ts'"],
    ['electron/connections/x.ts', "import pg from 'pg'"],
    ['electron/connections/x.ts', "import rateLimit from '@fastify/rate-limit'"],
    ['shared/model/x.ts', "import 'undici'"],
    ['shared/model/x.ts', "import '../../electron/base/clock.ts'"],
    ['shared/model/x.ts', "import '../contract/customers.ts'"],
    ['shared/wire/x.ts', "import '#shared/sheet/language.ts'"],
    ['renderer/x.ts', "import 'node:fs'"],
    ['renderer/x.ts', "import '../electron/base/clock.ts'"],
    ['renderer/ui/x.ts', "import '../lib/format.ts'"],
    ['renderer/lib/x.ts', "import '../features/customers/search.store.ts'"],
    ['renderer/common/x.ts', "import '../features/customers/search.store.ts'"],
    ['renderer/features/documents/x.ts', "import '../customers/search.store.ts'"],
    ['renderer/features/settings/x.ts', "import '../customers/CustomersGrid.vue'"],
    ['renderer/features/settings/x.ts', "import '../../app/router.ts'"],
    ['renderer/app/x.ts', "import '../features/customers/customerList.ts'"],
    ['renderer/x.ts', 'globalThis.desk'],
    ['renderer/x.ts', 'window.fetch'],
  ])('in %s: %s', async (file, code) => {
    expect(await messages(file, code)).toHaveLength(1)
  })
})

it.each([
  ['electron/customers/x.ts', "import '../storage/index.ts'\nimport '#shared/model/size.ts'"],
  ['electron/customers/sync/x.ts', "import '../../base/clock.ts'\nimport '../directory/find.ts'"],
  ['electron/chromium.ts', "import './host/chromium/index.ts'\nimport './app/desk.ts'"],
  ['electron/sandbox/x.ts', "import '#shared/wire/ids.ts'\nimport './rules/items.ts'"],
  ['relay/http/x.ts', "import '#shared/wire/relay.ts'\nimport '../ingest/spool.ts'\nimport fastify from 'fastify'"],
  ['renderer/lib/x.ts', "import '#shared/model/package/size.ts'\nimport 'vue'"],
  ['renderer/features/settings/x.ts', "import '../customers/search.store.ts'\nimport '../../ui/choice.ts'"],
])('what the rules allow passes: %s', async (file, code) => {
  expect(await messages(file, code)).toEqual([])
})

/** Returns the rows of the table in ARCHITECTURE.md below a heading, as their cells without backticks. */
function tableBelow(heading: string): string[][] {
  const text = readFileSync(resolve(root, 'ARCHITECTURE.md'), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}
const list = (names: readonly string[]): string => [...names].sort().join(', ') || '–'

describe('the tables of ARCHITECTURE.md are those of the lint rule', () => {
  it('for the modules of the main process', () => {
    const expected = Object.entries(mainModules).map(([name, imports]) => [`${name}/`, list(imports)])
    expect(tableBelow('The main process').map(([name, , imports]) => [name, imports])).toEqual(
      expect.arrayContaining(expected),
    )
    expect(tableBelow('The main process')).toHaveLength(expected.length)
  })

  it('for the layers and features of the window', () => {
    const expected = [
      ...Object.entries(windowLayers).map(([name, imports]) => [`${name}/`, list(imports)]),
      ...Object.entries(windowFeatures).map(([name, { imports }]) => [`features/${name}/`, list(imports)]),
    ]
    expect(tableBelow('The window').map(([name, , imports]) => [name, imports])).toEqual(
      expect.arrayContaining(expected),
    )
    expect(tableBelow('The window')).toHaveLength(expected.length)
  })

  it('for the folders of the shared side', () => {
    const expected = Object.entries(sharedFolders).map(([name, imports]) => [`${name}/`, list(imports)])
    expect(tableBelow('The shared side').map(([name, , imports]) => [name, imports])).toEqual(expected)
  })

  it('has a row for every folder', () => {
    const folders = (of: string): string[] =>
      readdirSync(resolve(root, of), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    expect(folders('shared')).toEqual(Object.keys(sharedFolders).sort())
    expect(folders('electron')).toEqual(Object.keys(mainModules).sort())
    expect(folders('renderer')).toEqual(Object.keys(windowLayers).sort())
    expect(folders('renderer/features')).toEqual(Object.keys(windowFeatures).sort())
  })

  it('names no file of a feature that no other module imports', () => {
    const files = globSync('renderer/**/*.{ts,vue}', { cwd: root })
    const imported = new Set(
      files.flatMap((file) => {
        const feature = /^renderer\/features\/(\w+)\//.exec(file)?.[1]
        return [...readFileSync(resolve(root, file), 'utf8').matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)]
          .map(([, first, second]) => resolveImport(first ?? second ?? '', file) ?? '')
          .filter((target) => target.startsWith('renderer/features/') && target.split('/')[2] !== feature)
      }),
    )
    const exported = Object.entries(windowFeatures).flatMap(([name, of]) =>
      of.exports.map((file) => `renderer/features/${name}/${file}`),
    )
    expect(exported.filter((file) => !imported.has(file))).toEqual([])
  })
})
