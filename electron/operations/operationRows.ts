/** Reads operations from the journal and adds what is not in it: personal data, and when the next check is due. */
import { DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { operationRow } from './export/rows.ts'
import type { Journal, JournalRow } from './journal/journal.ts'
import type { Notes } from './journal/notes.ts'
import type { CheckStatus } from './reconcile/reconcile.ts'
import type { OperationsOptions } from './types.ts'

export interface OperationRows {
  /** Throws `operation_not_found`. */
  readonly require: (id: string) => JournalRow
  /** Returns the operation as the window shows it. */
  readonly view: (row: JournalRow) => OperationRow
}

interface OperationRowsOptions extends Pick<OperationsOptions, 'connections'> {
  readonly journal: Pick<Journal, 'row'>
  readonly notes: Pick<Notes, 'get'>
  readonly checkStatusOf: (id: string) => CheckStatus
}

export function createOperationRows({
  journal,
  notes,
  connections,
  checkStatusOf,
}: OperationRowsOptions): OperationRows {
  return {
    require: (id) => {
      const row = journal.row(id)
      if (row === undefined) throw new DeskError('operation_not_found', 'The journal has no such operation')
      return row
    },
    view: (row) =>
      operationRow(row, {
        personal: notes.get(row.id),
        identity: connections.current()?.identity ?? null,
        checkStatus: checkStatusOf(row.id),
      }),
  }
}
