/**
 * `npm run hardening [-- NAME …]`: the attacks on the desk in full, where `npm test` repeats a part of each. With names
 * those whose file has one in it. It prints the figures that the tests measure. The last line is `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { build } from './built.mjs'
import { at, main, projectEnvironment, runTool, say } from './lib.mjs'
import { ensureReady } from './setup.mjs'
import { readReport } from './testReport.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  await build({ quiet: true })
  const report = at('test-results', 'hardening-in-full.json')
  mkdirSync(at('test-results'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--project', 'hardening', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runTool('vitest/vitest.mjs', args, { env: { ...projectEnvironment(), ESIM_DESK_HARDENING: 'all' } })
  const { passed, failed, problems } = readReport(report)
  const unexplained = code !== 0 && failed === 0 ? 1 : 0
  for (const problem of problems) say(`\n${problem}`)
  process.stdout.write(`${passed} passed, ${failed + unexplained} failed\n`)
  return failed + unexplained === 0 ? 0 : 1
})
