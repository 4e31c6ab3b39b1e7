/**
 * Checks that an event of the service causes. An event proves nothing: only what a check reads changes an operation.
 */
import { isUnresolved, unresolvedStates } from '#shared/model/operation/operationStates.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { OperationsContext } from '../context.ts'
import type { JournalRow } from '../journal/journal.ts'
import { isAcceptedUnseen, joinedState } from '../outcomes.ts'

type HintContext = Pick<OperationsContext, 'connections' | 'journal'>

/** Returns the operations of the active connection whose outcome is not known, or accepted and not shown. */
function unresolvedRows({ connections, journal }: HintContext): readonly JournalRow[] {
  const identity = connections.current()?.identity
  if (identity === undefined) return []
  const open = unresolvedStates.flatMap((state) => journal.openIn(state)).filter((row) => row.connection === identity)
  return [...open, ...journal.unshown(identity)]
}

/** Returns the unresolved operations of a customer of the active connection. */
export const unresolvedOf = (context: HintContext, customerUid: CustomerUid): readonly string[] =>
  unresolvedRows(context)
    .filter((row) => row.customer_uid === customerUid)
    .map(({ id }) => id)

/** Returns the customers of the active connection with an unresolved operation. */
export const unresolvedCustomers = (context: HintContext): ReadonlySet<CustomerUid> =>
  new Set(unresolvedRows(context).flatMap((row) => row.customer_uid ?? []))

/** Milliseconds by which an event may be later than its operation was begun, and by which clocks may differ. */
const eventWithin = { after: 3_600_000, before: 120_000 } as const
/** The latest operations on a customer that are checked. */
const maxStarts = 100

/** Whether it has happened, as far as the reads since show. */
const isDone = (row: JournalRow): boolean => joinedState(row) === 'CONFIRMED'
const starts = ({ kind, mode }: JournalRow): boolean => kind === 'activate' || (isPurchaseKind(kind) && mode === 'NOW')

/**
 * Whether an operation of the active connection has started a package about that time. One whose outcome is not known,
 * or not yet, explains nothing.
 */
export function hasStarted(
  { connections, journal }: HintContext,
  customerUid: CustomerUid,
  itemUid: ItemUid,
  at: number,
): boolean {
  const identity = connections.current()?.identity
  const filter = { customerUid, from: at - eventWithin.after, to: at + eventWithin.before }
  return journal
    .rows(filter, maxStarts, null)
    .some((row) => row.connection === identity && row.item_uid === itemUid && starts(row) && isDone(row))
}

/** Checks one operation, besides its scheduled checks, which stay as they are: they decide when a person is needed. */
export async function checkNow(
  { connections, journal, submissions, checks }: OperationsContext,
  id: string,
): Promise<void> {
  const open = connections.current()
  const row = journal.row(id)
  if (submissions.isRefusing() || open === null || row === undefined || row.connection !== open.identity) return
  if (isUnresolved(row.state) || isAcceptedUnseen(row))
    await checks.run(open, row, { thorough: false, signal: open.signal })
}
