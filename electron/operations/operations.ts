/**
 * The room that spends money, starts validities and gives credits back. It alone sends money requests; it owns the
 * journal. Invariants: an intent is durable before the first byte; one open operation a subject; an outcome is durable
 * before it is told; UNKNOWN is never repeated. Reads of the service and the window are others' business.
 */
import { ulid } from 'ulid'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { OpenConnection } from '../connections/index.ts'
import { judgeRead, settledAfter } from './check.ts'
import { createJournal, type JournalRow } from './journal.ts'
import { lockedItems } from './locks.ts'
import { createNotes } from './notes.ts'
import { createPreviews } from './previews.ts'
import { previewOperation } from './preview.ts'
import { listOperations, operationRow } from './rows.ts'
import { checkRunnable, execute, intentOf } from './run.ts'
import { isUseless, requireSettled } from './resolve.ts'
import { createRecovery } from './recovery.ts'
import type { Operations, OperationsOptions, Transition } from './types.ts'
import { journalWords } from './words.ts'

export function createOperations(options: OperationsOptions): Operations {
  const { connections, clock, emit, log, onFresh, newId = ulid } = options
  const journal = createJournal(options.journal, clock)
  const notes = createNotes(options.work, log)
  const previews = createPreviews(clock)
  const inFlight = new Map<string, Promise<void>>()
  const checks = new Map<string, Promise<void>>()
  /** Looked at after their request had no way to arrive any more. */
  const settledLooks = new Set<string>()
  let closed = false

  const mustRow = (id: string): JournalRow => {
    const row = journal.row(id)
    if (row === undefined) throw new DeskError('operation_not_found', 'The journal has no such operation')
    return row
  }
  const shown = (row: JournalRow): OperationRow => operationRow(row, notes.of(row.id).email, connections.current()?.identity ?? null)
  /** Tells others. Their trouble must not stop an operation half-way. */
  const tell = (what: string, act: () => void): void => {
    try {
      act()
    } catch (thrown) {
      log.error('What follows an operation went wrong', { what, code: asDeskError(thrown).code })
    }
  }
  const moved = (id: string): void => { tell('operation.changed', () => { emit('operation.changed', shown(mustRow(id))) }) }
  const fresh = (entry: WireCustomerEntry): void => { tell('fresh', () => { onFresh(entry) }) }
  const recovery = createRecovery({ journal, clock, inFlight, moved })
  const move = (id: string, transition: Transition): void => {
    journal.move(id, transition)
    moved(id)
  }

  /** The customer after an operation on it, for whoever shows it. Nobody waits for this. */
  const refresh = (open: OpenConnection, row: JournalRow): void => {
    if (row.state === 'NOT_SENT' || open.signal.aborted) return
    open.client.customer(row.customer_uid, { signal: open.signal }).then(fresh, (thrown: unknown) => {
      log.info('The customer could not be read after an operation', { operation: row.id, code: asDeskError(thrown).code })
    })
  }

  const launch = (id: string, start: () => Promise<void>): Promise<void> => {
    const flight = start().finally(() => {
      inFlight.delete(id)
      recovery.ended(id)
    })
    inFlight.set(id, flight)
    return flight
  }

  const checkOnce = async (open: OpenConnection, row: JournalRow, signal: AbortSignal): Promise<void> => {
    const settled = recovery.unknownFor(row.id) >= settledAfter // before the read: what it shows is at least as old
    const entry = await open.client.customer(row.customer_uid, { signal }).catch((thrown: unknown) => {
      if (settled && isUseless(thrown)) settledLooks.add(row.id)
      throw thrown
    })
    if (settled) settledLooks.add(row.id)
    if (mustRow(row.id).state === row.state) move(row.id, judgeRead(row, entry, settled))
    fresh(entry)
  }

  return {
    handlers: {
      preview: async ({ kind, ...subject }, { signal }) => {
        const open = connections.require()
        recovery.settleStranded()
        const bound = await previewOperation(kind, subject, { open, journal, clock, inventoryItems: options.inventoryItems, newId, signal })
        previews.keep(bound)
        return bound.view
      },

      run: async (input) => {
        const open = connections.require()
        if (closed) throw new DeskError('aborted', 'The desk is closing')
        recovery.settleStranded()
        const bound = previews.take(input.previewId, open.identity)
        checkRunnable(bound, journal)
        const intent = intentOf(newId(), bound, input, open, options.agent())
        journal.begin(intent)
        notes.keep(intent.id, intent.customerUid, { email: bound.view.customerEmail, note: input.note ?? null })
        moved(intent.id)
        await launch(intent.id, () => execute({ ...intent, itemUid: bound.view.itemUid }, { open, journal, moved }))
        const row = mustRow(intent.id)
        refresh(open, row)
        return shown(row)
      },

      list: async (input) => {
        tell('settle', recovery.settleStranded)
        return listOperations(input ?? {}, journal, shown)
      },

      get: async ({ id }) => {
        const row = mustRow(id)
        return { operation: shown(row), transitions: [...journal.transitions(id)], note: notes.of(id).note }
      },

      check: async ({ id }, { signal }) => {
        const open = connections.require()
        recovery.settleStranded()
        const row = mustRow(id)
        if (row.connection !== open.identity) throw new DeskError('operation_not_possible', 'This operation belongs to another connection', { reasons: 'other_connection' })
        if (row.state === 'UNKNOWN' || row.state === 'NEEDS_HUMAN') {
          const check = checks.get(id) ?? checkOnce(open, row, signal).finally(() => checks.delete(id))
          checks.set(id, check)
          await check
        }
        return shown(mustRow(id))
      },

      resolve: async ({ id, outcome, reason }) => {
        const row = mustRow(id)
        if (row.state !== 'UNKNOWN' && row.state !== 'NEEDS_HUMAN') throw new DeskError('operation_not_possible', 'Only what is not known can be resolved', { reasons: 'state', state: row.state })
        const canLook = connections.current()?.identity === row.connection
        if (outcome === 'NOT_APPLIED') requireSettled({ unknownFor: recovery.unknownFor(id), looked: settledLooks.has(id), canLook })
        move(id, {
          state: outcome,
          cause: 'person',
          detail: journalWords(`${options.agent().displayName}: ${reason}`),
          ...(outcome === 'CONFIRMED' ? { confirmedBy: 'person' as const } : {}),
        })
        return shown(mustRow(id))
      },
    },

    lockedItems: () => {
      const open = connections.current()
      return open === null ? new Set() : lockedItems(open, journal)
    },
    recover: recovery.recover,
    sending: () => inFlight.size,
    close: async () => {
      closed = true
      await Promise.allSettled(inFlight.values())
    },
  }
}
