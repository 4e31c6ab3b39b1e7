/** The mails to all customers, newest first. */
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { MailRow } from '#shared/model/mail.ts'
import { usePages, type OnEvent, type Pages } from '../../lib/usePages.ts'

interface MailsDesk {
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<OutputOf<'installation', 'mails'>>
  readonly on: OnEvent
}

const pageSize = 50

/** Merges the lists: one row for each id, the version of the later list, newest first. */
const merge = (...lists: readonly (readonly MailRow[])[]): readonly MailRow[] =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted((a, b) => b.id.localeCompare(a.id))

export function useMails(desk: MailsDesk): Pages<MailRow> {
  return usePages({
    query: () => null,
    belongs: () => true,
    fetchPage: (_all, from) => desk.mails({ limit: pageSize, ...from }),
    merge,
    subscribe: (update) => desk.on('mail.changed', update),
  })
}
