/**
 * The order of the test files: those that take longest first, so that in the end no worker is left alone with one of
 * them.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest first. Of the others nothing is known but their size. */
const long = [
  'test/unit/electron/documents/headers.test.ts',
  'test/unit/electron/documents/html.test.ts',
  'test/unit/electron/service/features/dialectMatrix.test.ts',
  'test/unit/electron/operations/export/csv.test.ts',
  'test/unit/electron/customers/sync.test.ts',
  'test/unit/electron/operations/reconcile/reconcile.test.ts',
  'test/unit/electron/customers/customers.test.ts',
  'test/unit/electron/operations/operations.test.ts',
  'test/unit/electron/connections/connections.test.ts',
  'test/unit/renderer/features/operations/page.test.ts',
  'test/unit/relay/outage.test.ts',
  'test/unit/relay/answers.test.ts',
  'test/unit/relay/deploy.test.ts',
  'test/faults/histories.test.ts',
  'test/faults/historiesSecond.test.ts',
  'test/faults/seeded.test.ts',
  'test/faults/kill.test.ts',
  'test/faults/wire.test.ts',
  'test/faults/events/durable.test.ts',
  'test/faults/cut.test.ts',
  'test/faults/sandboxModel.test.ts',
  'test/e2e/electron.test.ts',
  'test/e2e/hostile-paper.test.ts',
  'test/e2e/documents-many.test.ts',
  'test/e2e/purchases.test.ts',
  'test/e2e/documents-fullest.test.ts',
  'test/e2e/money.test.ts',
  'test/e2e/electronClosing.test.ts',
  'test/e2e/electron.test.ts',
  'test/e2e/operations.test.ts',
  'test/e2e/documents.test.ts',
  'test/e2e/keyboard.test.ts',
]

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at === -1 ? long.length : at
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
