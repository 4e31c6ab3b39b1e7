/** The import rules hold however an import is written, and no file imports itself through others. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'

const root = fileURLToPath(new URL('../../../', import.meta.url))
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
    ['electron/host/electron/x.ts', "import '../../../renderer/desk.ts'"],
    ['electron/host/chromium/x.ts', "import { app } from 'electron'"],
    ['electron/host/electron/x.ts', "import { chromium } from 'playwright-core'"],
    ['electron/sandbox/x.ts', "import '../../shared/model/size.ts'"],
    ['electron/sandbox/x.ts', "import '#shared/model/size.ts'"],
    ['electron/sandbox/x.ts', "import '../service/index.ts'"],
    ['electron/connections/x.ts', "import '../sandbox/index.ts'"],
    ['shared/model/x.ts', "import 'undici'"],
    ['shared/model/x.ts', "import '../../electron/call.ts'"],
    ['renderer/x.ts', "import 'node:fs'"],
    ['renderer/x.ts', "import '../electron/call.ts'"],
    ['renderer/x.ts', 'globalThis.desk'],
    ['renderer/x.ts', 'window.fetch'],
  ])('in %s: %s', async (file, code) => {
    expect(await messages(file, code)).toHaveLength(1)
  })
})

it.each([
  ['electron/customers/x.ts', "import '../storage/index.ts'\nimport '#shared/model/size.ts'"],
  ['electron/chromium.ts', "import './host/chromium/index.ts'\nimport './desk.ts'"],
  ['electron/sandbox/x.ts', "import '#shared/wire/ids.ts'\nimport './rules/items.ts'"],
  ['renderer/x.ts', "import '#shared/model/size.ts'\nimport 'vue'"],
])('what the rules allow passes: %s', async (file, code) => {
  expect(await messages(file, code)).toEqual([])
})

/** Returns the script of a file or component. */
function scriptOf(file: string): string {
  const text = readFileSync(resolve(root, file), 'utf8')
  if (!file.endsWith('.vue')) return text
  const { script, scriptSetup } = parse(text).descriptor
  return `${script?.content ?? ''}\n${scriptSetup?.content ?? ''}`
}

/** Returns the specifier from which a statement imports or exports values. */
function specifierOf(statement: ts.Statement): string | null {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return null
  const isTypeOnly = ts.isImportDeclaration(statement)
    ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : statement.isTypeOnly
  const specifier = statement.moduleSpecifier
  return !isTypeOnly && specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : null
}

/** Returns the files that a file imports as values. */
function imports(file: string): string[] {
  const { statements } = ts.createSourceFile(file, scriptOf(file), ts.ScriptTarget.Latest)
  const specifiers = statements.map(specifierOf).filter((specifier) => specifier !== null)
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`
    return specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : []
  })
}

it('no file imports itself through others', () => {
  const files = globSync('{shared,electron,renderer}/**/*.{ts,vue}', { cwd: root })
  const graph = new Map(files.map((file) => [file, imports(file)]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'open') return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
  expect([...graph.values()].flat().length).toBeGreaterThan(300)
})
