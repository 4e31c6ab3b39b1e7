/** What was mailed, of one customer or of all, the newest first. */
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { MailRow } from '#shared/model/mail.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { usePages, type OnEvent, type Pages } from '../usePages.ts'

export interface MailsDesk {
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<OutputOf<'installation', 'mails'>>
  readonly on: OnEvent
}

const pageSize = 50

/** Each id once, the later list's version of it; the newest first. */
const merged = (...lists: readonly (readonly MailRow[])[]): readonly MailRow[] =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted((a, b) => b.id.localeCompare(a.id))

/** `customerUid`: null for everybody's. */
export function useMails(customerUid: () => CustomerUid | null, desk: MailsDesk): Pages<MailRow> {
  return usePages({
    what: customerUid,
    belongs: (row, uid) => uid === null || row.customerUid === uid,
    ask: (uid, from) => desk.mails({ limit: pageSize, ...(uid !== null && { customerUid: uid }), ...from }),
    merged,
    listen: (note) => desk.on('mail.changed', note),
  })
}
