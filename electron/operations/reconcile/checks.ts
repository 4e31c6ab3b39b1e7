/** Runs the checks of operations, for the reconciler and for a person, and stores what they prove. */
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Journal, JournalRow } from '../journal/journal.ts'
import type { Notes } from '../journal/notes.ts'
import type { Notifier } from '../notifier.ts'
import type { OperationRows } from '../operationRows.ts'
import type { ShownByReads } from '../outcomes.ts'
import type { OperationsOptions } from '../types.ts'
import { checkOutcome, type CheckResult } from './checkOutcome.ts'
import type { CheckOptions } from './reconcile.ts'
import type { Recovery } from './recovery.ts'
import { isPermanentFailure, timedOutAfter } from './resolvable.ts'
import { timedReads } from './timedReads.ts'

interface ChecksOptions extends Pick<OperationsOptions, 'clock' | 'log'> {
  readonly journal: Pick<
    Journal,
    'move' | 'addPurchaseResult' | 'addDuplicate' | 'addLook' | 'showsReferences' | 'hidesRefunds'
  >
  readonly notes: Pick<Notes, 'get'>
  readonly rows: Pick<OperationRows, 'require'>
  readonly notifier: Pick<Notifier, 'changed' | 'emitFresh'>
  readonly recovery: Pick<Recovery, 'unknownFor'>
  readonly watchForDuplicates: (row: JournalRow) => void
}

export interface Checks {
  /** Checks one operation once. Callers at the same time share one check. Rejects if the service can't be read. */
  readonly run: (open: OpenConnection, row: JournalRow, options: CheckOptions) => Promise<void>
  /** Stores the result of a check, unless the state of the operation has changed meanwhile. */
  readonly store: (row: JournalRow, result: CheckResult) => void
  /** Whether the operation was checked after its request could not arrive any more. */
  readonly hasTimedOutCheck: (id: string) => boolean
}

export function createChecks(options: ChecksOptions): Checks {
  const { journal, notes, clock, log, rows, notifier, recovery, watchForDuplicates } = options
  const running = new Map<string, Promise<void>>()
  /** Operations that were checked after their request could not arrive any more. */
  const timedOutChecks = new Set<string>()

  const withoutChange = (row: JournalRow): ShownByReads => {
    if (row.kind === 'refund' && journal.hidesRefunds(row.connection)) return 'notOffered'
    return row.shows === 'overdue' ? 'overdue' : 'none'
  }

  const store = (before: JournalRow, { transition, result, duplicates, shows }: CheckResult): void => {
    const row = rows.require(before.id)
    if (row.state !== before.state) return
    // What was found out meanwhile is newer than this read, unless it shows the change.
    const isNewLook = shows !== undefined && (shows === 'change' || row.shows === before.shows)
    if (isNewLook) journal.addLook(row.id, shows === 'change' ? shows : withoutChange(row))
    if (transition !== null) {
      journal.move(row.id, transition, result)
      if (isPurchaseKind(row.kind) && isTerminal(transition.state)) watchForDuplicates(row)
    } else if (result !== undefined) journal.addPurchaseResult(row.id, result)
    const added = duplicates.filter((duplicate) => journal.addDuplicate(row.id, duplicate))
    if (added.length > 0)
      log.warn('A purchase was executed twice, or after it was recorded as not executed', {
        operation: row.id,
        items: added.length,
      })
    if (transition !== null || result !== undefined || added.length > 0 || isNewLook) notifier.changed(row.id)
  }

  const checkOnce = async (
    open: OpenConnection,
    row: JournalRow,
    { thorough, pressed = false, signal }: CheckOptions,
  ): Promise<void> => {
    // This is measured before the read, so at least this much time has passed when the service answers.
    const timedOut = recovery.unknownFor(row.id) >= timedOutAfter
    const age = Math.max(0, clock.now() - row.created_at)
    const reads = timedReads(open.client, clock)
    const checkResult = await checkOutcome({
      client: reads.client,
      row,
      timedOut,
      email: notes.get(row.id).email,
      age,
      thorough,
      pressed,
      showsReferences: journal.showsReferences(row.connection),
      signal,
    }).catch((thrown: unknown) => {
      if (timedOut && isPermanentFailure(thrown)) timedOutChecks.add(row.id)
      throw thrown
    })
    if (timedOut) timedOutChecks.add(row.id)
    store(row, checkResult)
    checkResult.entries.forEach((entry: WireCustomerEntry) => {
      notifier.emitFresh(entry, reads.askedAt(entry))
    })
  }

  return {
    run: (open, row, checkOptions) => {
      const shared = running.get(row.id) ?? checkOnce(open, row, checkOptions).finally(() => running.delete(row.id))
      running.set(row.id, shared)
      return shared
    },
    store,
    hasTimedOutCheck: (id) => timedOutChecks.has(id),
  }
}
