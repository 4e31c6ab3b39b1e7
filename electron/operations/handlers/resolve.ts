/** Checks an unresolved operation at the request of a person, and lets a person resolve it. */
import { DeskError } from '#shared/errors.ts'
import { isUnresolved } from '#shared/model/operationStates.ts'
import type { Handler } from '../context.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'
import { isAcceptedUnseen } from '../outcomes.ts'
import { requireTimedOut } from '../reconcile/resolvable.ts'

export const check: Handler<'check'> =
  ({ connections, recovery, rows, checks }) =>
  async ({ id }, { signal }) => {
    const open = connections.require()
    recovery.recoverOrphaned()
    const row = rows.require(id)
    if (row.connection !== open.identity)
      throw new DeskError('operation_not_possible', 'This operation belongs to another connection', {
        reasons: 'other_connection',
      })
    if (isUnresolved(row.state) || isAcceptedUnseen(row))
      await checks.run(open, row, { thorough: true, pressed: true, signal })
    return rows.view(rows.require(id))
  }

export const resolve: Handler<'resolve'> =
  (context) =>
  async ({ id, outcome, reason }) => {
    const { connections, journal, notifier, rows, recovery, checks, move, agent, reconciler } = context
    const row = rows.require(id)
    const detail = sanitizeReason(`${agent().displayName}: ${reason}`)
    if (rows.view(row).state === 'NEEDS_HUMAN' && isAcceptedUnseen(row)) {
      journal.addLook(id, outcome === 'CONFIRMED' ? 'done' : 'notDone', detail)
      notifier.changed(id)
      return rows.view(rows.require(id))
    }
    if (!isUnresolved(row.state))
      throw new DeskError('operation_not_possible', 'Only an unresolved operation can be resolved', {
        reasons: 'state',
        state: row.state,
      })
    const canCheck = connections.current()?.identity === row.connection
    if (outcome === 'NOT_APPLIED')
      requireTimedOut({ unknownFor: recovery.unknownFor(id), hasChecked: checks.hasTimedOutCheck(id), canCheck })
    move(id, {
      state: outcome,
      cause: 'person',
      detail,
      ...(outcome === 'CONFIRMED' ? { confirmedBy: 'person' as const } : {}),
    })
    if (canCheck) reconciler.watchForDuplicates(row)
    return rows.view(rows.require(id))
  }
