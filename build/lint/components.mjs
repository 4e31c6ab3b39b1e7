/**
 * Checks the scripts of the components with the rules that need types, which oxlint has for TypeScript files alone.
 * Each script is written into a copy of the window's modules as a file of its own, at the lines that it has in its
 * component, so that `./X.vue` is the module `./X.vue.ts`. Templates are not checked.
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from '@vue/compiler-sfc'
import { at, main, root, runTool, say, Stop } from '../lib.mjs'

/** A script alone has neither the defaults of props nor the type parameters of a generic component. */
const withoutMacros = ['no-useless-default-assignment', 'no-redundant-type-constituents'].flatMap((rule) => [
  '-A',
  `typescript/${rule}`,
])

function scriptOf(component) {
  const { script, scriptSetup } = parse(readFileSync(component, 'utf8')).descriptor
  if (script !== null) throw new Stop(`${component} has a script without setup, which this check would not read.`)
  return scriptSetup === null ? '' : '\n'.repeat(scriptSetup.loc.start.line - 1) + scriptSetup.content
}

/**
 * @param {string} project the folder that has the window's modules
 * @param {readonly string[]} only the components that are checked, from that folder; none means all
 * @returns {Promise<{ code: number, text: string }>} the problems, one a line
 */
export async function lintComponents(project, only = []) {
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-lint-'))
  try {
    for (const name of ['renderer', 'shared', 'package.json', 'tsconfig.base.json', '.oxlintrc.json'])
      cpSync(join(project, name), join(folder, name), { recursive: true })
    symlinkSync(at('node_modules'), join(folder, 'node_modules'), 'junction')
    const scripts = globSync('renderer/**/*.vue', { cwd: folder }).map((component) => {
      writeFileSync(join(folder, `${component}.ts`), scriptOf(join(folder, component)))
      return `${component}.ts`
    })
    const wanted = only.length === 0 ? scripts : only.map((component) => `${component}.ts`)
    const args = ['--type-aware', '--deny-warnings', '--format=unix', ...withoutMacros, ...wanted]
    const { code, output } = await runTool('oxlint/bin/oxlint', args, { cwd: folder, seconds: 300, collect: true })
    return { code, text: output.replaceAll('.vue.ts:', '.vue:').trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename)
  await main(async () => {
    const { code, text } = await lintComponents(root, process.argv.slice(2))
    say(text)
    return code
  })
