/**
 * Notifies the window and the other modules of what has happened to an operation. The journal has it before, so a
 * failing listener is logged and never stops an operation.
 */
import { asDeskError } from '#shared/errors.ts'
import type { JournalGuard } from './journal/journalGuard.ts'
import type { JournalRow } from './journal/journal.ts'
import type { OperationRows } from './operationRows.ts'
import type { OperationsOptions } from './types.ts'

export interface Notifier {
  /** Runs a listener and logs its error. `what` names it in the log. */
  readonly notify: (what: string, action: () => void) => void
  /** Sends the operation to the window. Without `row`, the operation is read from the journal. */
  readonly changed: (id: string, row?: JournalRow) => void
  /** Passes on a customer who was read during or after an operation. */
  readonly emitFresh: OperationsOptions['onFresh']
  /** Runs after each transition. */
  readonly onTransition: (id: string) => void
}

interface NotifierOptions extends Pick<OperationsOptions, 'connections' | 'emit' | 'log' | 'onFresh'> {
  readonly rows: OperationRows
  readonly guard: Pick<JournalGuard, 'noteChange'>
  /** Starts the checks of an operation whose outcome is unknown. */
  readonly watch: (row: JournalRow) => void
}

export function createNotifier({ rows, guard, connections, emit, log, onFresh, watch }: NotifierOptions): Notifier {
  const notify = (what: string, action: () => void): void => {
    try {
      action()
    } catch (thrown) {
      log.error('A listener failed after an operation', { what, code: asDeskError(thrown).code })
    }
  }
  const changed = (id: string, row?: JournalRow): void => {
    notify('operation.changed', () => {
      const latest = row ?? rows.require(id)
      const open = connections.current()
      if (latest.connection === open?.identity) guard.noteChange(open, latest.seq)
      emit('operation.changed', rows.view(latest))
    })
  }
  const emitFresh: Notifier['emitFresh'] = (entry, askedAt) => {
    notify('fresh', () => {
      onFresh(entry, askedAt)
    })
  }
  const onTransition = (id: string): void => {
    notify('transition', () => {
      const row = rows.require(id)
      if (row.state === 'UNKNOWN' && row.connection === connections.current()?.identity) watch(row)
      changed(id, row)
    })
  }
  return { notify, changed, emitFresh, onTransition }
}
