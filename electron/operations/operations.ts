/**
 * The operations module spends credits, starts validities and refunds items. It owns the journal, and no other module
 * sends money requests. Invariants: an intent is durable before the first byte is sent; a target has at most one open
 * operation; an outcome is durable before anyone is notified; an UNKNOWN operation is never repeated.
 */
import { ulid } from 'ulid'
import { systemTimer } from '../base/timer.ts'
import type { OperationsContext } from './context.ts'
import { createCountedTime } from './countedTime.ts'
import { exportCsv, get, list, totals } from './handlers/journal.ts'
import { preview } from './handlers/preview.ts'
import { check, resolve } from './handlers/resolve.ts'
import { rules, setRules } from './handlers/rules.ts'
import { run } from './handlers/run.ts'
import { createJournal, type Journal } from './journal/journal.ts'
import { createJournalGuard, type JournalGuard } from './journal/journalGuard.ts'
import { createNotes, type Notes } from './journal/notes.ts'
import { createNotifier } from './notifier.ts'
import { createOperationRows } from './operationRows.ts'
import { createPreviews } from './preview/previews.ts'
import { createChecks } from './reconcile/checks.ts'
import { onCustomerRead } from './reconcile/customerRead.ts'
import { checkNow, hasStarted, unresolvedCustomers, unresolvedOf } from './reconcile/hints.ts'
import { createReconciler } from './reconcile/reconcile.ts'
import { createRecovery } from './reconcile/recovery.ts'
import { lockedItems, unresolvedCount } from './send/locks.ts'
import { createSubmissions } from './send/submissions.ts'
import { watchPlace } from '../storage/index.ts'
import type { Operations, OperationsOptions, Transition } from './types.ts'

/** `isNew`: whether the journal had no tables when the desk opened it. */
function guardOf(options: OperationsOptions, journal: Journal, notes: Notes, isNew: boolean): JournalGuard {
  const { approvals, clock, emit, log } = options
  return createJournalGuard({
    journal,
    notes,
    isNew,
    isInPlace: watchPlace(options.journal),
    clock,
    emit,
    log,
    approvals,
    stores: options.markStores ?? [],
    quarantined: options.quarantined ?? { journal: null, work: null },
    connectionNames: options.connectionNames ?? (() => Promise.resolve([])),
  })
}

/** Builds the parts in the order of their dependencies. Parts that need each other are called after all are built. */
function contextOf(options: OperationsOptions): OperationsContext {
  const { connections, approvals, inventoryItems, agent, clock, emit, log, onFresh, onSold, saveFile } = options
  const { newId = ulid, timer = systemTimer } = options
  const isNew = options.journal.pragma('user_version', { simple: true }) === 0
  const counted = createCountedTime(clock, () => connections.current()?.client.reportedTime() ?? null)
  const journal = createJournal(options.journal, clock, counted, log)
  const notes = createNotes(options.work, log, options.workStorage)
  const guard = guardOf(options, journal, notes, isNew)
  const previews = createPreviews(clock)
  const submissions = createSubmissions((id) => {
    recovery.requestEnded(id)
  })
  const rows = createOperationRows({
    journal,
    notes,
    connections,
    checkStatusOf: (id) => reconciler.statusOf(id),
  })
  const notifier = createNotifier({
    rows,
    guard,
    connections,
    emit,
    log,
    onFresh,
    watch: (row) => {
      reconciler.watch(row)
    },
  })
  const { changed, onTransition } = notifier
  const recovery = createRecovery({ journal, clock, inFlight: submissions, onTransition })
  const move = (id: string, transition: Transition): void => {
    journal.move(id, transition)
    onTransition(id)
  }
  const checks = createChecks({
    journal,
    notes,
    clock: counted,
    log,
    rows,
    notifier,
    recovery,
    watchForDuplicates: (row) => {
      reconciler.watchForDuplicates(row)
    },
  })
  const { current } = connections
  const reconciler = createReconciler({ journal, clock, timer, log, move, changed, current, check: checks.run })
  return {
    connections,
    approvals,
    inventoryItems,
    agent,
    clock,
    log,
    saveFile,
    onSold,
    newId,
    move,
    journal,
    notes,
    guard,
    previews,
    submissions,
    rows,
    notifier,
    recovery,
    checks,
    reconciler,
  }
}

const handlersOf = (context: OperationsContext): Operations['handlers'] => ({
  preview: preview(context),
  run: run(context),
  list: list(context),
  get: get(context),
  check: check(context),
  resolve: resolve(context),
  totals: totals(context),
  exportCsv: exportCsv(context),
  journal: context.guard.state,
  acknowledge: ({ id }) => context.guard.acknowledge(id, context.agent()),
  rules: rules(context),
  setRules: setRules(context),
})

export function createOperations(options: OperationsOptions): Operations {
  const { connections } = options
  const context = contextOf(options)
  const { journal, notes, guard, submissions, notifier, recovery, reconciler } = context
  const stopListening = connections.onChange((open) => {
    if (open !== null)
      notifier.notify('opened', () => {
        reconciler.onOpened(open)
      })
  })
  return {
    handlers: handlersOf(context),
    lockedItems: () => {
      const open = connections.current()
      return open === null ? new Set() : lockedItems(open, journal)
    },
    ownRefunds: journal.ownRefunds,
    countrySetOf: journal.countrySetOf,
    buyersOf: journal.buyersOf,
    onCustomerRead: (entry) => {
      onCustomerRead(context, entry)
    },
    unresolvedOf: (customerUid) => unresolvedOf(context, customerUid),
    hasStarted: (customerUid, itemUid, at) => hasStarted(context, customerUid, itemUid, at),
    unresolvedCustomers: () => unresolvedCustomers(context),
    iccidsOf: (id) => notes.get(id).iccids,
    checkNow: (id) => checkNow(context, id),
    onResume: () => {
      reconciler.runDue()
    },
    recover: recovery.recover,
    inFlight: submissions.inFlight,
    unresolved: () => unresolvedCount(connections.current(), journal) + submissions.pendingApprovals(),
    close: async () => {
      submissions.refuse()
      stopListening()
      reconciler.stop()
      await submissions.settled()
      await guard.close()
    },
  }
}
