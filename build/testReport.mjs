/** Reads a report that vitest wrote: how many tests, and what the failed ones say. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './lib.mjs'

const longest = 2500

/** A missing report counts nothing: the caller knows that the run ended badly. */
export function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, problems: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const files = report.testResults ?? []
  // A file that can't be loaded has failed without a failed test in it.
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
      ...broken.map(({ name, message }) => `${relative(root, name)}\n${String(message).slice(0, longest)}`),
      ...failed.map(
        ({ name, test }) =>
          `${relative(root, name)} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, longest)}`,
      ),
    ],
  }
}
