/** Runs selections of the tests in full, of which `npm test -- --all` runs a part. */
import { mkdirSync, rmSync } from 'node:fs'
import { at, projectEnvironment, runTool, say } from '../lib.mjs'
import { readReport } from './report.mjs'

/**
 * Runs the selections and prints `N passed, N failed` as the last line.
 * @param {readonly { project: string, files?: readonly string[], env?: Readonly<Record<string, string>> }[]} selections
 * each with a project of vitest.config.ts, parts of file names (all files if empty), and the variables that choose the
 * sizes
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
  // A run that ends with an error but without a failed test counts as one failure.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
