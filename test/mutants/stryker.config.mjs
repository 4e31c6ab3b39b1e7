/** Mutants of one part (parts.mjs), named by ESIM_DESK_MUTANTS: each is one small mistake, and some unit test has to notice it. */
import { parts } from './parts.mjs'

const { name, files } = parts.find((part) => part.name === process.env.ESIM_DESK_MUTANTS)

export default {
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // What runs once when a module is loaded (schemas, SQL, tables) would need a process for each mutant.
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
