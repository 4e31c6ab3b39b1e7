/** Checks an unresolved operation at the request of a person, and lets a person resolve it. */
import { DeskError } from '#shared/errors.ts'
import { isUnresolved } from '#shared/model/operation/operationStates.ts'
import type { ParsedInputOf } from '#shared/contract.ts'
import type { LastCheck } from '../../approvals/index.ts'
import type { Handler, OperationsContext } from '../context.ts'
import type { JournalRow } from '../journal/journal.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'
import { isAcceptedUnseen } from '../outcomes.ts'
import { requireTimedOut } from '../reconcile/resolvable.ts'

type ResolveInput = ParsedInputOf<'operations', 'resolve'>

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

/** What a person can record of an operation now: how it ended, or what became of one that the service accepted. */
interface Resolvable {
  readonly row: JournalRow
  readonly isAccepted: boolean
  /** Whether the operation's connection is open. */
  readonly canCheck: boolean
}

/** Throws `operation_not_found`, or `operation_not_possible` if the outcome can't be recorded now. */
function requireResolvable(
  { connections, rows, recovery, checks }: OperationsContext,
  { id, outcome }: Pick<ResolveInput, 'id' | 'outcome'>,
): Resolvable {
  const row = rows.require(id)
  const canCheck = connections.current()?.identity === row.connection
  if (rows.view(row).state === 'NEEDS_HUMAN' && isAcceptedUnseen(row)) return { row, isAccepted: true, canCheck }
  if (!isUnresolved(row.state))
    throw new DeskError('operation_not_possible', 'Only an unresolved operation can be resolved', {
      reasons: 'state',
      state: row.state,
    })
  if (outcome === 'NOT_APPLIED')
    requireTimedOut({ unknownFor: recovery.unknownFor(id), hasChecked: checks.hasTimedOutCheck(id), canCheck })
  return { row, isAccepted: false, canCheck }
}

const lastChecks: ReadonlyMap<string, LastCheck> = new Map([
  ['read: unchanged', 'unchanged'],
  ['read: not found', 'notFound'],
  ['read: incomplete', 'incomplete'],
  ['read: item gone', 'incomplete'],
])

/** Asks a person, with what the desk has seen, before what may have been done can be sent again. */
async function requireNotApplied(context: OperationsContext, { row, isAccepted }: Resolvable): Promise<void> {
  const { approvals, journal, notes, rows, submissions } = context
  const { kind, packageName, amount, checks } = rows.view(row)
  const seen = [...journal.transitions(row.id), ...journal.looks(row.id)]
  const facts = {
    operation: kind,
    packageName,
    amount,
    customer: notes.get(row.id).email ?? row.customer_uid,
    service: row.connection_name,
    sentAt: row.created_at,
    checks,
    lastCheck: seen.map(({ cause }) => lastChecks.get(cause)).findLast((one) => one !== undefined) ?? 'none',
    isAccepted,
  }
  await submissions.waitForApproval(() => approvals.notApplied(facts))
}

export const resolve: Handler<'resolve'> = (context) => async (input) => {
  const { journal, notifier, rows, move, agent, reconciler } = context
  const { id, outcome, reason } = input
  const before = requireResolvable(context, input)
  if (outcome === 'NOT_APPLIED') await requireNotApplied(context, before)
  // A check may have found out how it ended while the person was asked.
  const { row, isAccepted, canCheck } = requireResolvable(context, input)
  const detail = sanitizeReason(`${agent().displayName}: ${reason}`)
  if (isAccepted) {
    journal.addLook(id, outcome === 'CONFIRMED' ? 'done' : 'notDone', detail)
    notifier.changed(id)
    return rows.view(rows.require(id))
  }
  move(id, {
    state: outcome,
    cause: 'person',
    detail,
    ...(outcome === 'CONFIRMED' ? { confirmedBy: 'person' as const } : {}),
  })
  if (canCheck) reconciler.watchForDuplicates(row)
  return rows.view(rows.require(id))
}
