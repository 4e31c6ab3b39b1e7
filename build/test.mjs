/**
 * `npm test`: runs set-up, lint, type checks and build, then the unit tests, the window's tests, the fault tests, the
 * attacks and the tests on the real desk. Each step has a time limit, so nothing hangs. Lint, format, the build and
 * each of the type checks count as one test.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from './built.mjs'
import { e2eOn } from './e2e.mjs'
import { at, main, projectEnvironment, runTool, say, Stop } from './lib.mjs'
import { createMemoryFolder } from './memoryFolder.mjs'
import { ensureReady } from './setup.mjs'
import { readReport } from './testReport.mjs'

const results = at('test-results')

const memory = createMemoryFolder()
const temporaryFiles = memory === null ? {} : { TMPDIR: memory }

/** Runs a check that passes or fails as a whole. */
async function check(name, seconds, path, args) {
  const begin = Date.now()
  const { code, output, timedOut } = await runTool(path, args, { seconds, collect: true })
  const passed = code === 0
  return {
    name,
    ms: Date.now() - begin,
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    skipped: 0,
    problems: passed ? [] : [`${timedOut ? 'It took too long.\n' : ''}${output.trim()}`],
  }
}

/**
 * Runs a selection of vitest's tests. A run that ends with an error but without a failed test, or finds no test, counts
 * as one failure.
 */
async function tests(name, seconds, selection, env = projectEnvironment()) {
  const begin = Date.now()
  const report = at('test-results', `${name}.json`)
  const args = ['run', ...selection, '--reporter=json', `--outputFile=${report}`]
  const { code, output, timedOut } = await runTool('vitest/vitest.mjs', args, {
    env: { ...env, ...temporaryFiles },
    seconds,
    collect: true,
  })
  const { passed, failed, skipped, problems } = readReport(report)
  const unexplained = code !== 0 && failed === 0
  return {
    name,
    ms: Date.now() - begin,
    passed,
    skipped,
    failed: failed + (unexplained ? 1 : 0),
    problems: unexplained
      ? [...problems, `${timedOut ? `It took longer than ${seconds} seconds.\n` : ''}${output.trim().slice(-4000)}`]
      : problems,
  }
}

async function buildStep() {
  const begin = Date.now()
  try {
    await build({ quiet: true })
    return { name: 'build', ms: Date.now() - begin, passed: 1, failed: 0, skipped: 0, problems: [] }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { name: 'build', ms: Date.now() - begin, passed: 0, failed: 1, skipped: 0, problems: [error.message] }
  }
}

/** Seconds: several times the duration on an idle machine, for one that is busy. */
const limits = { check: 1200, suite: 2400 }

const types = (folder, tool) => () =>
  check(`types of ${folder}`, limits.check, tool === 'tsc' ? 'typescript/bin/tsc' : 'vue-tsc/bin/vue-tsc.js', [
    '-p',
    folder,
  ])

/** Each check needs one processor and nothing of the others, so two run at a time, the longest first. */
const checks = [
  types('test', 'vue-tsc'),
  () => check('lint', limits.check, 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
  types('renderer', 'vue-tsc'),
  types('electron', 'tsc'),
  () => check('lint with types', limits.check, 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  buildStep,
  types('shared', 'tsc'),
  () => check('format', limits.check, 'oxfmt/bin/oxfmt', ['--check', '.']),
]

const suite = (name, selection, env) => () => tests(name, limits.suite, selection, env)
const journeys = (host) => {
  const { args, env } = e2eOn(host)
  return suite(`e2e on ${host}`, args, env)
}

/** Each takes the whole machine, except for the attacks: they run one after the other, and leave room for others. */
const suites = [
  { steps: [suite('unit', ['--project', 'unit'])], atOnce: 1 },
  {
    steps: [
      suite('hardening', ['--project', 'hardening']),
      suite('faults', ['--project', 'faults']),
      suite('window', ['--project', 'renderer']),
      journeys('electron-stand-in'),
    ],
    atOnce: 2,
  },
  { steps: [journeys('chromium')], atOnce: 1 },
]

/** Runs the steps, `atOnce` of them at a time, and prints the result of each as it ends. */
async function run(steps, atOnce) {
  const left = [...steps]
  const done = []
  const line = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const ended = await step()
      printResult(ended)
      done.push(ended)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return done
}

function printResult({ name, ms, passed, failed, skipped }) {
  say(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)} ${String(passed).padStart(5)} passed ` +
      `${String(failed).padStart(3)} failed${skipped === 0 ? '' : ` ${skipped} skipped`}  ` +
      `${(ms / 1000).toFixed(1)} s`,
  )
}

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const done = await run(checks, 2)
  for (const { steps, atOnce } of suites) done.push(...(await run(steps, atOnce)))
  for (const { name, problems } of done) for (const problem of problems) say(`\n── ${name} ──\n${problem}`)
  const passed = done.reduce((sum, step) => sum + step.passed, 0)
  const failed = done.reduce((sum, step) => sum + step.failed, 0)
  // .ci/run prints this line at its end.
  writeFileSync(at('test-results', 'summary.txt'), `${passed} passed, ${failed} failed\n`)
  say(`\nAll together: ${passed} tests passed and ${failed} failed.`)
  return failed === 0 ? 0 : 1
})
