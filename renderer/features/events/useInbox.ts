/** The events of the inbox, newest first. Pushed events appear by themselves. */
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import { usePages, type OnEvent, type Pages } from '../../lib/usePages.ts'

interface InboxDesk {
  readonly list: (input: InputOf<'events', 'list'>) => Promise<OutputOf<'events', 'list'>>
  readonly on: OnEvent
}

const pageSize = 50

const merge = (...lists: readonly (readonly EventRow[])[]): readonly EventRow[] =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted((a, b) => b.id.localeCompare(a.id))

/** `kind` is `null` for all kinds. */
export function useInbox(kind: () => WebhookKind | null, desk: InboxDesk): Pages<EventRow> {
  const pages: Pages<EventRow> = usePages({
    query: kind,
    belongs: (row, wanted) => wanted === null || row.kind === wanted,
    fetchPage: (wanted, from) => desk.list({ limit: pageSize, ...(wanted !== null && { kinds: [wanted] }), ...from }),
    merge,
    subscribe: (update) =>
      desk.on('events.changed', ({ arrived, updated, reload }) => {
        if (reload) void pages.reload()
        else for (const row of [...arrived, ...updated]) update(row)
      }),
  })
  return pages
}
