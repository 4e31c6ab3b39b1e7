/**
 * `npm run faults [-- NAME …]`: the proofs of money in full, where `npm test` runs what fits into its time. Hours for all
 * of them; with names those whose file has one in it. The last line is `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { at, main, projectEnvironment, runTool, say } from './lib.mjs'
import { ensureReady } from './setup.mjs'
import { readReport } from './testReport.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  const report = at('test-results', 'faults-in-full.json')
  mkdirSync(at('test-results'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--project', 'faults', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runTool('vitest/vitest.mjs', args, { env: { ...projectEnvironment(), ESIM_DESK_FAULTS: 'all' } })
  const { passed, failed, problems } = readReport(report)
  const unexplained = code !== 0 && failed === 0 ? 1 : 0
  for (const problem of problems) say(`\n${problem}`)
  process.stdout.write(`${passed} passed, ${failed + unexplained} failed\n`)
  return failed + unexplained === 0 ? 0 : 1
})
