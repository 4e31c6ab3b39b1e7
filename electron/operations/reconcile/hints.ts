/**
 * Checks that an event of the service causes. An event proves nothing: only what a check reads changes an operation.
 */
import { isUnresolved, unresolvedStates } from '#shared/model/operationStates.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { OperationsContext } from '../context.ts'
import type { JournalRow } from '../journal/journal.ts'

type HintContext = Pick<OperationsContext, 'connections' | 'journal'>

/** Returns the unresolved operations of the active connection. */
function unresolvedRows({ connections, journal }: HintContext): readonly JournalRow[] {
  const identity = connections.current()?.identity
  return unresolvedStates.flatMap((state) => journal.openIn(state)).filter((row) => row.connection === identity)
}

/** Returns the unresolved operations of a customer of the active connection. */
export const unresolvedOf = (context: HintContext, customerUid: CustomerUid): readonly string[] =>
  unresolvedRows(context)
    .filter((row) => row.customer_uid === customerUid)
    .map(({ id }) => id)

/** Returns the customers of the active connection with an unresolved operation. */
export const unresolvedCustomers = (context: HintContext): ReadonlySet<CustomerUid> =>
  new Set(unresolvedRows(context).flatMap((row) => row.customer_uid ?? []))

/** Checks one operation, besides its scheduled checks, which stay as they are: they decide when a person is needed. */
export async function checkNow(
  { connections, journal, submissions, checks }: OperationsContext,
  id: string,
): Promise<void> {
  const open = connections.current()
  const row = journal.row(id)
  if (submissions.isRefusing() || open === null || row === undefined || row.connection !== open.identity) return
  if (isUnresolved(row.state)) await checks.run(open, row, { thorough: false, signal: open.signal })
}
