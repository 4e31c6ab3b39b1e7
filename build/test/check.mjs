/**
 * `npm run check [-- --changed]`: format, lint and types. With `--changed` it checks only what the changed files touch,
 * keeps the results of the type checks for the next time, and runs the tests of units and of the window that are
 * nearest to a changed file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, main, root, runTool, say, Stop } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'
import { nearTests } from './nearTests.mjs'
import { checks, typescript } from './plan.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The files that differ from the last commit, with those that were removed. */
const changedFiles = () => [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]

/** A check of types that keeps its results for the next time. */
const types = (project, files, tool = typescript) => ({
  name: `types of ${project}`,
  tool,
  args: [
    ...['-p', project, '--incremental'],
    ...['--tsBuildInfoFile', at('node_modules', '.cache', 'types', `${project.replaceAll('/', '-')}.json`)],
  ],
  files,
})

/** Files that decide how the others are checked. */
const configuration = /^package(?:-lock)?\.json$|tsconfig[^/]*\.json$|^\.ox|\.config\.[jt]s$|^build\/lint\//

/** The steps for these files; what none of them touches is left out. */
function stepsFor(files) {
  const present = files.filter((file) => existsSync(at(file)))
  const isCode = (file) => /\.(?:ts|vue|mjs|js)$/.test(file)
  const code = files.filter(isCode)
  const presentCode = present.filter(isCode)
  const inFolder = (...folders) => code.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
  const components = presentCode.filter((file) => file.endsWith('.vue'))
  const scripts = presentCode.filter((file) => !components.includes(file))
  const windowScripts = inFolder('renderer').filter((file) => !file.endsWith('.vue'))
  const configs = code.filter((file) => /^(?:electron\.vite|vitest)\.config\.ts$/.test(file))
  const window = inFolder('renderer', 'shared', 'test/unit/renderer')
  const tests = [...inFolder('shared', 'electron', 'relay', 'build', 'test'), ...windowScripts].filter(
    (file) => !file.startsWith('test/unit/renderer/'),
  )
  const near = nearTests(files)
  const linted = [...new Set([...presentCode, ...near.ofTexts])]
  // A function that has become asynchronous leaves promises where it is called.
  const callers = near.importers.filter((file) => !file.endsWith('.vue'))
  const lintedWithTypes = [...new Set([...scripts, ...callers])]
  const steps = [
    {
      name: 'format',
      tool: 'oxfmt/bin/oxfmt',
      args: ['--check', '--no-error-on-unmatched-pattern', ...present],
      files: present,
    },
    {
      name: 'lint',
      tool: 'eslint/bin/eslint.js',
      args: ['--max-warnings', '0', '--no-warn-ignored', ...linted],
      files: linted,
    },
    {
      name: 'lint with types',
      tool: 'oxlint/bin/oxlint',
      args: ['--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...lintedWithTypes],
      files: lintedWithTypes,
    },
    { name: 'lint of components', tool: '../build/lint/components.mjs', args: components, files: components },
    types('shared', inFolder('shared')),
    types('electron', [...inFolder('shared', 'electron'), ...configs]),
    types('relay', inFolder('shared', 'relay')),
    types('build', [...inFolder('shared', 'electron', 'build'), ...windowScripts]),
    types('test', tests),
    types('test/unit/renderer', window, 'vue-tsc/bin/vue-tsc.js'),
    {
      name: 'tests',
      tool: 'vitest/vitest.mjs',
      // One worker: another check runs beside it, and each worker loads the window's modules.
      args: ['run', '--maxWorkers=1', '--project', 'unit', '--project', 'renderer', ...near.tests],
      files: near.tests,
    },
  ]
  const wanted = steps.filter((step) => step.files.length > 0)
  const leftOut = steps.filter((step) => !wanted.includes(step)).map(({ name }) => name)
  if (leftOut.length > 0) say(`Left out, because no changed file belongs to it: ${leftOut.join(', ')}.`)
  if (near.left > 0)
    say(`Tests: the nearest ${near.tests.length} files. ${near.left} more import a changed file: npm test runs them.`)
  if (files.some((file) => configuration.test(file)))
    say('A configuration has changed, which all files need: npm run check checks them.')
  // The longest first.
  return wanted.reverse()
}

await main(async () => {
  const flags = process.argv.slice(2)
  if (flags.some((flag) => flag !== '--changed'))
    throw new Stop('npm run check has one flag, --changed, which checks what the changed files touch.')
  await ensureReady()
  const steps = flags.length === 0 ? checks.filter(({ tool }) => tool !== undefined) : stepsFor(changedFiles())
  if (steps.length === 0) say('No file has changed since the last commit.')
  let failed = 0
  const line = async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      const { name, tool, args } = step
      const begin = Date.now()
      const { code, output } = await runTool(tool, args, { seconds: 1200, collect: true })
      say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)} ${((Date.now() - begin) / 1000).toFixed(1)} s`)
      if (code === 0) continue
      failed += 1
      say(output.trim())
    }
  }
  // Each needs about one processor.
  await Promise.all([line(), line()])
  return failed === 0 ? 0 : 1
})
