/** Reads a report of vitest: the number of tests and the messages of failed ones. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../lib.mjs'

const maxLength = 2500

/** Returns zeros for a missing report, because the caller has the exit code of the run. */
export function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, problems: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const files = report.testResults ?? []
  // A file that cannot be loaded fails without a failed test in it.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter((test) => test.status === 'failed').map((test) => ({ name, test })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    problems: [
      ...broken.map(({ name, message }) => `${relative(root, name)}\n${String(message).slice(0, maxLength)}`),
      ...failed.map(
        ({ name, test }) =>
          `${relative(root, name)} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, maxLength)}`,
      ),
    ],
  }
}
