/**
 * The parts of the mutated code, each with the unit tests that must detect its mutants. An undetected mutant costs the
 * time of all tests that reach it, so parts with fast tests of their own do not run the slow ones.
 */
const operations = (...names) => names.map((name) => `electron/operations/${name}.ts`)
const testsOf = (...names) => names.map((name) => `test/unit/electron/operations/${name}.test.ts`)
/** What the directory stores and indexes of a customer. */
const prepared = ['customerCopy', 'indexedNames', 'preparedCustomer'].map(
  (name) => `electron/customers/directory/${name}.ts`,
)

export const parts = [
  {
    name: 'rules',
    files: ['shared/model/**/*.ts', 'renderer/rules/**/*.ts', 'electron/views/*.ts', ...prepared],
    tests: [
      'test/unit/{shared,rules,electron/views}/**/*.test.ts',
      'test/unit/electron/customers/preparedCustomer.test.ts',
    ],
  },
  {
    name: 'classification',
    files: operations(
      'outcomes',
      'send/answerSigns',
      'send/classify',
      'journal/sanitizeReason',
      'export/totals',
      'export/periods',
      'preview/previews',
      'send/locks',
      'send/purchaseResult',
    ),
    tests: testsOf(
      'outcomes',
      'send/classify',
      'journal/sanitizeReason',
      'export/totals',
      'preview/previews',
      'send/locks',
      'send/purchaseResult',
    ),
  },
  {
    name: 'journal',
    files: operations(
      'journal/journal',
      'journal/journalWrites',
      'journal/journalLog',
      'journal/writeStatements',
      'journal/journalLooks',
      'journal/lastRows',
      'journal/journalReads',
      'journal/journalStatus',
      'journal/journalReports',
      'journal/journalRow',
      'journal/schema',
      'journal/sql',
      'journal/notes',
      'types',
    ),
    tests: testsOf(
      'journal/journal',
      'journal/journalLog',
      'journal/journalMigration',
      'journal/journalPurchases',
      'journal/notes',
    ),
  },
  {
    name: 'preview',
    files: operations(
      'kinds',
      'preview/recentSale',
      'preview/previewContext',
      'preview/previewItem',
      'preview/previewPurchase',
    ),
    tests: testsOf(
      'preview/previewItem',
      'preview/previewPurchase',
      'purchases',
      'send/classify',
      'reconcile/checkOutcome',
    ),
  },
  {
    name: 'running',
    files: operations('send/send', 'reconcile/recovery', 'reconcile/resolvable', 'export/rows'),
    tests: testsOf('send/send', 'reconcile/recovery', 'export/rows'),
  },
  {
    name: 'reconciliation',
    files: operations(
      'reconcile/checkOutcome',
      'reconcile/findReference',
      'reconcile/hints',
      'reconcile/reconcile',
      'reconcile/schedule',
      'reconcile/timedReads',
      'reconcile/watchList',
    ),
    tests: testsOf('reconcile/checkOutcome', 'reconcile/findReference', 'reconcile/reconciler', 'reconcile/timedReads'),
  },
  {
    name: 'guard',
    files: operations('journal/journalGuard', 'journal/mark', 'journal/markStores'),
    tests: testsOf('journal/journalGuard', 'journal/journalMarks'),
  },
  {
    name: 'operations',
    files: operations(
      'operations',
      'buyingRules',
      'countedTime',
      'context',
      'notifier',
      'operationRows',
      'handlers/preview',
      'handlers/run',
      'handlers/journal',
      'handlers/resolve',
      'handlers/rules',
      'handlers/unseenRefund',
      'send/submissions',
      'reconcile/checks',
      'reconcile/customerRead',
    ),
    tests: testsOf(
      'asking',
      'clockSetForward',
      'notifications',
      'operations',
      'purchases',
      'reconcile/reconcile',
      'send/send',
    ),
  },
  {
    name: 'export',
    files: [...operations('export/csv'), 'electron/csv/cells.ts', 'electron/csv/table.ts'],
    tests: testsOf('export/csv'),
  },
]
