/**
 * Checks that an event of the service causes. An event proves nothing: only what a check reads changes an operation.
 */
import { isUnresolved, unresolvedStates } from '#shared/model/operationStates.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { OperationsContext } from '../context.ts'

/** Returns the unresolved operations of a customer of the active connection. */
export function unresolvedOf(
  { connections, journal }: Pick<OperationsContext, 'connections' | 'journal'>,
  customerUid: CustomerUid,
): readonly string[] {
  const identity = connections.current()?.identity
  return unresolvedStates
    .flatMap((state) => journal.openIn(state))
    .filter((row) => row.connection === identity && row.customer_uid === customerUid)
    .map(({ id }) => id)
}

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
