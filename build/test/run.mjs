/**
 * `npm test [-- --all]`: runs set-up, lint, type checks and build, then the unit tests, the window's tests, the fault
 * tests, the attacks and the tests on the real desk; without `--all` a choice of them (plan.mjs). Without `--all`
 * and `--keep-going` it ends after a check that has failed. Each step has a time limit, so nothing hangs. Lint, format,
 * the build and each of the type checks count as one test.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from '../built.mjs'
import { at, main, runTool, say, Stop } from '../lib.mjs'
import { createMemoryFolder } from '../memoryFolder.mjs'
import { ensureReady } from '../setup.mjs'
import { checks, choiceOf, suitesOf } from './plan.mjs'
import { readReport } from './report.mjs'

const results = at('test-results')

const memory = createMemoryFolder()
const temporaryFiles = memory === null ? {} : { TMPDIR: memory }

/** Runs a check that passes or fails as a whole. */
async function check({ name, tool, args }) {
  const begin = Date.now()
  const { code, output, timedOut } = await runTool(tool, args, { seconds: limits.check, collect: true })
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
async function tests({ name, args, env }) {
  const begin = Date.now()
  const report = at('test-results', `${name}.json`)
  const command = ['run', ...args, '--reporter=json', `--outputFile=${report}`]
  const { code, output, timedOut } = await runTool('vitest/vitest.mjs', command, {
    env: { ...env, ...temporaryFiles },
    seconds: limits.suite,
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
      ? [
          ...problems,
          `${timedOut ? `It took longer than ${limits.suite} seconds.\n` : ''}${output.trim().slice(-4000)}`,
        ]
      : problems,
  }
}

async function buildStep({ name }) {
  const begin = Date.now()
  try {
    await build({ quiet: true })
    return { name, ms: Date.now() - begin, passed: 1, failed: 0, skipped: 0, problems: [] }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { name, ms: Date.now() - begin, passed: 0, failed: 1, skipped: 0, problems: [error.message] }
  }
}

/** Seconds: several times the duration on an idle machine, for one that is busy. */
const limits = { check: 1200, suite: 2400 }

/** Runs the steps, `atOnce` of them at a time, and prints the result of each as it ends. */
async function run(steps, atOnce, runStep) {
  const left = [...steps]
  const done = []
  const line = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const ended = await runStep(step)
      printResult(ended)
      for (const problem of ended.problems) say(`── ${ended.name} ──\n${problem}\n`)
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
  const { size, keepsGoing } = choiceOf(process.argv.slice(2))
  await ensureReady(['desk', 'browser', 'tests'])
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const done = await run(checks, 2, (step) => (step.tool === undefined ? buildStep(step) : check(step)))
  const runsTests = keepsGoing || done.every(({ failed }) => failed === 0)
  if (runsTests) for (const { atOnce, suites } of suitesOf(size)) done.push(...(await run(suites, atOnce, tests)))
  const passed = done.reduce((sum, step) => sum + step.passed, 0)
  const failed = done.reduce((sum, step) => sum + step.failed, 0)
  // .ci/run prints this line at its end.
  writeFileSync(at('test-results', 'summary.txt'), `${passed} passed, ${failed} failed\n`)
  const failing = done.filter((step) => step.failed > 0).map(({ name }) => name)
  if (failing.length > 0) say(`\nFailed, see above: ${failing.join(', ')}.`)
  if (!runsTests) say('The tests were not run: mend the checks first, or add --keep-going.')
  say(`\nAll together: ${passed} tests passed and ${failed} failed.`)
  if (runsTests && size === 'short') say('This was the short choice of tests. All of them: npm test -- --all')
  return failed === 0 ? 0 : 1
})
