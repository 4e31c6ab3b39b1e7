/**
 * Finds whether a sale follows a refund for the same customer that the service accepted and no read shows: the customer
 * may then pay for both packages. The journal and a read at the press decide, whatever the window shows.
 */
import { asDeskError } from '#shared/errors.ts'
import { isSameAddress } from '#shared/model/mail.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { OperationsContext } from '../context.ts'
import type { JournalRow } from '../journal/journal.ts'
import type { BoundPreview } from '../preview/previews.ts'
import { day } from '../reconcile/schedule.ts'

type UnseenContext = Pick<OperationsContext, 'journal' | 'notes' | 'checks' | 'clock' | 'log'>

/** A sale does not wait longer for a read that may show the refund. Milliseconds. */
const lookWithin = 10_000

/** The refunds of the last day. Those that a person has recorded as not done are none. */
function unseenRefunds(
  { journal, notes, clock }: UnseenContext,
  { sold }: BoundPreview,
  { identity }: OpenConnection,
): readonly JournalRow[] {
  if (sold === null) return []
  const { customerUid, email } = sold.buyer
  const isOfBuyer = ({ id, customer_uid: of }: JournalRow): boolean =>
    (customerUid !== null && of === customerUid) || (email !== null && isSameAddress(email, notes.get(id).email))
  return journal
    .acceptedUnseen(identity, clock.now() - day)
    .filter((row) => row.kind === 'refund' && row.shows !== 'notDone' && isOfBuyer(row))
}

export async function followsUnseenRefund(
  context: UnseenContext,
  bound: BoundPreview,
  open: OpenConnection,
): Promise<boolean> {
  const unseen = unseenRefunds(context, bound, open)
  if (unseen.length === 0) return false
  const signal = AbortSignal.any([open.signal, AbortSignal.timeout(lookWithin)])
  for (const row of unseen) {
    const check = context.checks.run(open, row, { thorough: false, pressed: true, signal })
    await raceAbort(check, signal).catch((thrown: unknown) => {
      context.log.info('The refund could not be checked before a sale', { code: asDeskError(thrown).code })
    })
  }
  return unseenRefunds(context, bound, open).length > 0
}
