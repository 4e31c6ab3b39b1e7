/**
 * The parts of the mutated code, each with the unit tests that must detect its mutants. An undetected mutant costs the time
 * of all tests that reach it, so parts with fast tests of their own do not run the slow ones.
 */
const operations = (...names) => names.map((name) => `electron/operations/${name}.ts`)
const testsOf = (...names) => names.map((name) => `test/unit/electron/operations/${name}.test.ts`)

export const parts = [
  { name: 'rules', files: ['shared/model/**/*.ts'], tests: ['test/unit/shared/**/*.test.ts'] },
  {
    name: 'classification',
    files: operations(
      'classify',
      'sanitizeReason',
      'totals',
      'periods',
      'previews',
      'limiter',
      'locks',
      'purchaseResult',
    ),
    tests: testsOf('classify', 'sanitizeReason', 'totals', 'previews', 'limiter', 'locks', 'purchaseResult'),
  },
  {
    name: 'journal',
    files: operations(
      'journal',
      'journalWrites',
      'journalReads',
      'journalReports',
      'journalRow',
      'schema',
      'notes',
      'types',
    ),
    tests: testsOf('journal', 'journalMigration', 'journalPurchases', 'notes'),
  },
  {
    name: 'preview',
    files: operations('kinds', 'preview', 'previewItem', 'previewPurchase'),
    tests: testsOf('previewItem', 'previewPurchase', 'classify', 'checkOutcome'),
  },
  {
    name: 'running',
    files: operations('run', 'send', 'recovery', 'resolve', 'rows'),
    tests: testsOf('run', 'recovery', 'rows'),
  },
  {
    name: 'reconciliation',
    files: operations('checkOutcome', 'findReference', 'reconcile'),
    tests: testsOf('checkOutcome', 'findReference', 'reconciler'),
  },
  {
    name: 'operations',
    files: operations('operations'),
    tests: testsOf('notifications', 'operations', 'purchases', 'reconcile'),
  },
  {
    name: 'export',
    files: [...operations('csv'), 'electron/csv/cells.ts', 'electron/csv/table.ts'],
    tests: testsOf('csv'),
  },
]
