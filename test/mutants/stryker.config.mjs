/** Mutates the part of parts.mjs that ESIM_DESK_MUTANTS names. A unit test must detect each mutant. */
import { parts } from './parts.mjs'

const { name, files } = parts.find((part) => part.name === process.env.ESIM_DESK_MUTANTS)

export default {
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // Mutants of code that runs when a module is loaded (schemas, SQL, tables) would each need a new process.
  ignoreStatic: true,
  ignorePatterns: ['out', 'docs', 'test-results', 'test/e2e', 'test/bench'],
  tempDirName: `test-results/mutants-of-${name}`,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true, skipFull: true },
  jsonReporter: { fileName: `test-results/mutants-${name}.json` },
  timeoutMS: 20_000,
  concurrency: 2,
  allowEmpty: false,
}
