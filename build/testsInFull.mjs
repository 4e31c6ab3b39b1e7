/** Runs one project of the tests in full, where `npm test` runs what fits into its time. */
import { mkdirSync, rmSync } from 'node:fs'
import { at, projectEnvironment, runTool, say } from './lib.mjs'
import { readReport } from './testReport.mjs'

/**
 * Prints `N passed, N failed` as the last line.
 * @param {string} project of vitest.config.ts; its sizes are those of `ESIM_DESK_<PROJECT>=all`
 * @param {readonly string[]} names parts of the names of test files; all files where there is none
 * @returns {Promise<number>} the exit code
 */
export async function runInFull(project, names) {
  const report = at('test-results', `${project}-in-full.json`)
  mkdirSync(at('test-results'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--project', project, ...names, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...projectEnvironment(), [`ESIM_DESK_${project.toUpperCase()}`]: 'all' }
  const { code } = await runTool('vitest/vitest.mjs', args, { env })
  const { passed, failed, problems } = readReport(report)
  const unexplained = code !== 0 && failed === 0 ? 1 : 0
  for (const problem of problems) say(`\n${problem}`)
  process.stdout.write(`${passed} passed, ${failed + unexplained} failed\n`)
  return failed + unexplained === 0 ? 0 : 1
}
