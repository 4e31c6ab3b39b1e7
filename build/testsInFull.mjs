/** Runs selections of the tests in full, where `npm test` runs what fits into its time. */
import { mkdirSync, rmSync } from 'node:fs'
import { at, projectEnvironment, runTool, say } from './lib.mjs'
import { readReport } from './testReport.mjs'

/**
 * Prints `N passed, N failed` over all selections as the last line.
 * @param {readonly { project: string, files?: readonly string[], env?: Readonly<Record<string, string>> }[]} selections
 * each a project of vitest.config.ts, parts of the names of its files (all files where there is none), and what its sizes
 * are taken from
 * @returns {Promise<number>} the exit code
 */
export async function runInFull(selections) {
  let passed = 0
  let failed = 0
  for (const selection of selections) {
    const result = await runSelection(selection)
    passed += result.passed
    failed += result.failed
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

async function runSelection({ project, files = [], env = {} }) {
  const report = at('test-results', `${project}-in-full.json`)
  mkdirSync(at('test-results'), { recursive: true })
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { code } = await runTool('vitest/vitest.mjs', args, { env: { ...projectEnvironment(), ...env } })
  const { passed, failed, problems } = readReport(report)
  for (const problem of problems) say(`\n${problem}`)
  // What ended badly without a failed test counts as one.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
