/**
 * Mutants of the rules and of the money operations: each is one small mistake, and some unit test has to notice it.
 * Only the unit tests of these two rooms run. ESIM_DESK_MUTANTS: other files, as globs with commas between them.
 */
const files = process.env.ESIM_DESK_MUTANTS?.split(',') ?? ['shared/model/**/*.ts', 'electron/operations/**/*.ts']

export default {
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  ignorePatterns: ['out', 'docs', 'test-results', 'test/e2e', 'test/bench'],
  tempDirName: 'test-results/mutants',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true, skipFull: true },
  jsonReporter: { fileName: 'test-results/mutants.json' },
  thresholds: { high: 95, low: 90, break: 90 },
  timeoutMS: 20_000,
  concurrency: 2,
  allowEmpty: false,
}
