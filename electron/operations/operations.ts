/**
 * The operations module spends credits, starts validities and refunds items. It owns the journal, and no other module sends
 * money requests. Invariants: an intent is durable before the first byte is sent; a target has at most one open operation;
 * an outcome is durable before anyone is notified; an UNKNOWN operation is never repeated.
 */
import { ulid } from 'ulid'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import { isInFlight, isUnresolved } from '#shared/model/operationStates.ts'
import { idsIn, isPurchaseKind, defaultRules, type BuyingRules } from '#shared/model/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { OpenConnection } from '../connections/index.ts'
import { csvHead, csvLines } from './export/csv.ts'
import { createJournal, type JournalRow } from './journal/journal.ts'
import { createJournalGuard } from './journal/journalGuard.ts'
import { lockedItems, unresolvedCount } from './send/locks.ts'
import { purchaseOutcome, checkOutcome, type CheckResult } from './reconcile/checkOutcome.ts'
import { createNotes } from './journal/notes.ts'
import { requireSameRules, rulesOf } from './buyingRules.ts'
import { createPreviews, refusedByJournal } from './preview/previews.ts'
import type { PreviewContext } from './preview/preview.ts'
import { previewItemOperation } from './preview/previewItem.ts'
import { previewPurchase } from './preview/previewPurchase.ts'
import { createReconciler } from './reconcile/reconcile.ts'
import { isPermanentFailure, requireTimedOut, timedOutAfter } from './reconcile/resolve.ts'
import { allRows, journalFilter, listOperations, operationRow } from './export/rows.ts'
import { checkLimit, checkRunnable, execute, intentOf, moneyFacts, serviceHost } from './send/run.ts'
import { createRecovery } from './reconcile/recovery.ts'
import { operationTotals } from './export/totals.ts'
import type { PurchaseResult, Operations, OperationsOptions, Timer, Transition } from './types.ts'
import { sanitizeReason } from './journal/sanitizeReason.ts'

const systemTimer: Timer = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds).unref()
  return () => {
    clearTimeout(timer)
  }
}

/** Also waits for operations that start while it waits. */
async function waitUntilNoneInFlight(inFlight: ReadonlyMap<string, Promise<void>>): Promise<void> {
  while (inFlight.size > 0) await Promise.allSettled(inFlight.values())
}

export function createOperations(options: OperationsOptions): Operations {
  const { approvals, connections, clock, emit, log, onFresh, agent, newId = ulid, timer = systemTimer } = options
  const isNew = options.journal.pragma('user_version', { simple: true }) === 0
  const journal = createJournal(options.journal, clock)
  const notes = createNotes(options.work, log, options.workStorage)
  const guard = createJournalGuard({
    journal,
    notes,
    isNew,
    clock,
    emit,
    log,
    approvals,
    stores: options.markStores ?? [],
    quarantined: options.quarantined ?? { journal: null, work: null },
    connectionNames: options.connectionNames ?? (() => Promise.resolve([])),
  })
  const previews = createPreviews(clock)
  const inFlight = new Map<string, Promise<void>>()
  const checks = new Map<string, Promise<void>>()
  /** Operations that were checked after their request could not arrive any more. */
  const timedOutChecks = new Set<string>()
  let closed = false
  /** Number of operations that wait for an approval. */
  let pendingApprovals = 0

  const requireRow = (id: string): JournalRow => {
    const row = journal.row(id)
    if (row === undefined) throw new DeskError('operation_not_found', 'The journal has no such operation')
    return row
  }
  const toOperationRow = (row: JournalRow): OperationRow =>
    operationRow(row, {
      personal: notes.get(row.id),
      identity: connections.current()?.identity ?? null,
      checkStatus: reconciler.statusOf(row.id),
    })
  /** Runs a listener and logs its error, because a failing listener must not stop an operation. */
  const notify = (what: string, action: () => void): void => {
    try {
      action()
    } catch (thrown) {
      log.error('A listener failed after an operation', { what, code: asDeskError(thrown).code })
    }
  }
  const changed = (id: string, row?: JournalRow): void => {
    notify('operation.changed', () => {
      const latest = row ?? requireRow(id)
      const open = connections.current()
      if (latest.connection === open?.identity) guard.noteChange(open, latest.seq)
      emit('operation.changed', toOperationRow(latest))
    })
  }
  const emitFresh = (entry: WireCustomerEntry): void => {
    notify('fresh', () => {
      onFresh(entry)
    })
  }
  /** Runs after each transition. */
  const onTransition = (id: string): void => {
    notify('transition', () => {
      const row = requireRow(id)
      if (row.state === 'UNKNOWN' && row.connection === connections.current()?.identity) reconciler.watch(row)
      changed(id, row)
    })
  }
  const recovery = createRecovery({ journal, clock, inFlight, onTransition })
  const move = (id: string, transition: Transition, result?: PurchaseResult): void => {
    journal.move(id, transition, result)
    onTransition(id)
  }

  /** Reads the customer again after an operation, so that the window can show it. The operation does not wait for this. */
  const refreshCustomer = (open: OpenConnection, row: JournalRow): void => {
    if (row.state === 'NOT_SENT' || row.customer_uid === null || open.signal.aborted) return
    open.client.customer(row.customer_uid, { signal: open.signal }).then(emitFresh, (thrown: unknown) => {
      log.info('The customer could not be read after an operation', {
        operation: row.id,
        code: asDeskError(thrown).code,
      })
    })
  }

  const trackInFlight = (id: string, start: () => Promise<void>): Promise<void> => {
    const running = start().finally(() => {
      inFlight.delete(id)
      recovery.requestEnded(id)
    })
    inFlight.set(id, running)
    return running
  }

  /** Stores the result of a check, unless the state of the operation has changed meanwhile. */
  const storeCheckResult = (row: JournalRow, { transition, result, duplicates }: CheckResult): void => {
    if (requireRow(row.id).state !== row.state) return
    if (transition !== null) {
      journal.move(row.id, transition, result)
      if (isPurchaseKind(row.kind) && transition.state === 'CONFIRMED') reconciler.watchForDuplicates(row)
    } else if (result !== undefined) journal.addPurchaseResult(row.id, result)
    const added = duplicates.filter((duplicate) => journal.addDuplicate(row.id, duplicate))
    if (added.length > 0)
      log.warn('A purchase was executed twice, or after it was said not to have happened', {
        operation: row.id,
        items: added.length,
      })
    if (transition !== null || result !== undefined || added.length > 0) changed(row.id)
  }

  const checkOnce = async (
    open: OpenConnection,
    row: JournalRow,
    thorough: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    // This is measured before the read, so at least this much time has passed when the service answers.
    const timedOut = recovery.unknownFor(row.id) >= timedOutAfter
    const age = Math.max(0, clock.now() - row.created_at)
    const checkResult = await checkOutcome({
      client: open.client,
      row,
      timedOut,
      email: notes.get(row.id).email,
      age,
      thorough,
      signal,
    }).catch((thrown: unknown) => {
      if (timedOut && isPermanentFailure(thrown)) timedOutChecks.add(row.id)
      throw thrown
    })
    if (timedOut) timedOutChecks.add(row.id)
    storeCheckResult(row, checkResult)
    checkResult.entries.forEach(emitFresh)
  }
  const checkShared = (
    open: OpenConnection,
    row: JournalRow,
    thorough: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const running = checks.get(row.id) ?? checkOnce(open, row, thorough, signal).finally(() => checks.delete(row.id))
    checks.set(row.id, running)
    return running
  }

  const reconciler = createReconciler({
    journal,
    clock,
    timer,
    log,
    move,
    changed,
    current: connections.current,
    check: (open, row, { thorough, signal }) => checkShared(open, row, thorough, signal),
  })
  const stopListening = connections.onChange((open) => {
    if (open !== null)
      notify('opened', () => {
        reconciler.onOpened(open)
      })
  })
  const rules = (open: OpenConnection): BuyingRules => journal.rules(rulesOf(open)) ?? defaultRules

  return {
    handlers: {
      preview: async (target, { signal }) => {
        const open = connections.require()
        await guard.state()
        guard.noteChange(open)
        recovery.recoverOrphaned()
        const context: PreviewContext = {
          open,
          journal,
          clock,
          inventoryItems: options.inventoryItems,
          rules: rules(open),
          newId,
          signal,
        }
        const bound = await ('itemUid' in target
          ? previewItemOperation(target, context)
          : previewPurchase(target, context))
        const permitted = guard.refuses(open) ? refusedByJournal(bound) : bound
        previews.add(permitted)
        return permitted.view
      },

      run: async (input) => {
        const open = connections.require()
        if (closed) throw new DeskError('aborted', 'The desk is closing')
        const bound = previews.take(input.previewId, open.identity)
        const check = (): void => {
          if (closed || open.signal.aborted) throw new DeskError('aborted', 'The desk or the connection is closing')
          recovery.recoverOrphaned()
          guard.require(open)
          checkRunnable(bound, journal)
          if (bound.purchase !== null) {
            checkLimit(bound, journal, clock.now(), rules(open).dailyLimit)
          }
        }
        check()
        pendingApprovals += 1
        await approvals.money(moneyFacts(bound, open), rules(open).askAbove).finally(() => {
          pendingApprovals -= 1
        })
        // The conditions may have changed while the person was asked.
        check()
        const intent = intentOf(newId(), bound, input, open, agent())
        const request = bound.requestOf(intent.id)
        journal.begin(intent)
        const { customerEmail, purchase } = bound.view
        notes.add(intent.id, intent.customerUid, {
          email: customerEmail,
          note: input.note ?? null,
          reference: purchase?.reference ?? null,
          userCountry: purchase?.userCountry?.value ?? null,
          userIp: purchase?.userIp?.value ?? null,
          iccids: [...bound.iccids],
        })
        await trackInFlight(intent.id, () =>
          execute(intent, request, { open, journal, onTransition, onIccid: notes.addIccid }),
        )
        const row = requireRow(intent.id)
        refreshCustomer(open, row)
        return toOperationRow(row)
      },

      list: async (input) => {
        notify('orphaned', recovery.recoverOrphaned)
        return listOperations(input ?? {}, journal, toOperationRow)
      },

      get: async ({ id }) => {
        const row = requireRow(id)
        const { note: text, iccids } = notes.get(id)
        return {
          operation: toOperationRow(row),
          transitions: [...journal.transitions(id)],
          attempts: [...journal.attempts(id)],
          note: text,
          iccids: [...iccids],
        }
      },

      check: async ({ id }, { signal }) => {
        const open = connections.require()
        recovery.recoverOrphaned()
        const row = requireRow(id)
        if (row.connection !== open.identity)
          throw new DeskError('operation_not_possible', 'This operation belongs to another connection', {
            reasons: 'other_connection',
          })
        if (isUnresolved(row.state)) await checkShared(open, row, true, signal)
        return toOperationRow(requireRow(id))
      },

      resolve: async ({ id, outcome, reason }) => {
        const row = requireRow(id)
        if (!isUnresolved(row.state))
          throw new DeskError('operation_not_possible', 'Only an unresolved operation can be resolved', {
            reasons: 'state',
            state: row.state,
          })
        const canCheck = connections.current()?.identity === row.connection
        if (outcome === 'NOT_APPLIED')
          requireTimedOut({ unknownFor: recovery.unknownFor(id), hasChecked: timedOutChecks.has(id), canCheck })
        move(id, {
          state: outcome,
          cause: 'person',
          detail: sanitizeReason(`${agent().displayName}: ${reason}`),
          ...(outcome === 'CONFIRMED' ? { confirmedBy: 'person' as const } : {}),
        })
        if (canCheck) reconciler.watchForDuplicates(row)
        return toOperationRow(requireRow(id))
      },

      totals: async () => {
        const open = connections.require()
        return operationTotals(journal, open.identity, clock.now(), rules(open).dailyLimit)
      },

      exportCsv: async ({ name, filter }) => {
        const parts = [csvHead]
        let rows = 0
        for await (const page of allRows(journalFilter(filter), journal)) {
          rows += page.length
          parts.push(csvLines(page.map((row) => ({ row: toOperationRow(row), iccids: notes.get(row.id).iccids }))))
        }
        const path = await options.saveFile({ suggestedName: `${name}.csv`, data: Buffer.from(parts.join('')) })
        return { path, rows }
      },

      journal: guard.state,
      acknowledge: ({ id }) => guard.acknowledge(id, agent()),
      rules: async () => rules(connections.require()),
      setRules: async (next) => {
        const open = connections.require()
        const before = rules(open)
        await approvals.rules(before, next, serviceHost(open))
        requireSameRules(before, rules(open))
        journal.addRules(rulesOf(open), next, agent())
        guard.noteChange(open)
        void guard.flush()
        return rules(open)
      },
    },

    lockedItems: () => {
      const open = connections.current()
      return open === null ? new Set() : lockedItems(open, journal)
    },
    countrySetOf: journal.countrySetOf,
    onCustomerRead: (entry) => {
      const open = connections.current()
      if (open === null) return
      notify('customer read', () => {
        for (const id of new Set(entry.activatedItems.flatMap(({ metatag }) => idsIn(metatag ?? '')))) {
          const row = journal.row(id)
          // An operation in flight or orphaned has no stored result yet, so its own item would look like a duplicate.
          if (
            row === undefined ||
            row.connection !== open.identity ||
            isInFlight(row.state) ||
            !isPurchaseKind(row.kind)
          )
            continue
          const checkResult = purchaseOutcome(row, row.kind, [entry])
          if (checkResult.result !== undefined || checkResult.duplicates.length > 0) storeCheckResult(row, checkResult)
        }
      })
    },
    onResume: () => {
      reconciler.runDue()
    },
    recover: recovery.recover,
    inFlight: () => (inFlight.size === 0 ? null : waitUntilNoneInFlight(inFlight)),
    unresolved: () => unresolvedCount(connections.current(), journal) + pendingApprovals,
    close: async () => {
      closed = true
      stopListening()
      reconciler.stop()
      await Promise.allSettled(inFlight.values())
      await guard.close()
    },
  }
}
