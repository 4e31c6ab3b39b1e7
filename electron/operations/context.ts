/** What the handlers of operations share. */
import type { HandlersOf } from '../bridge/index.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalGuard } from './journal/journalGuard.ts'
import type { Notes } from './journal/notes.ts'
import type { Notifier } from './notifier.ts'
import type { OperationRows } from './operationRows.ts'
import type { Previews } from './preview/previews.ts'
import type { Checks } from './reconcile/checks.ts'
import type { Reconciler } from './reconcile/reconcile.ts'
import type { Recovery } from './reconcile/recovery.ts'
import type { Submissions } from './send/submissions.ts'
import type { OperationsOptions, Transition } from './types.ts'

export interface OperationsContext extends Pick<
  OperationsOptions,
  'connections' | 'approvals' | 'inventoryItems' | 'agent' | 'clock' | 'log' | 'saveFile' | 'onSold'
> {
  readonly newId: () => string
  readonly journal: Journal
  readonly notes: Notes
  readonly guard: JournalGuard
  readonly previews: Previews
  readonly submissions: Submissions
  readonly rows: OperationRows
  readonly notifier: Notifier
  readonly recovery: Recovery
  readonly checks: Checks
  readonly reconciler: Reconciler
  /** Writes a transition and then notifies of it. */
  readonly move: (id: string, transition: Transition) => void
}

type OperationsHandlers = HandlersOf<'operations'>

/** Creates a handler of the bridge. */
export type Handler<Name extends keyof OperationsHandlers> = (context: OperationsContext) => OperationsHandlers[Name]

/** Returns the host of the connection's service, as questions to a person name it. */
export const serviceHost = ({ profile }: OpenConnection): string => URL.parse(profile.address)?.host ?? profile.address
