/** The journal for a page: the rows that match a filter, newest first. */
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationFilter, OperationRow } from '#shared/model/operation/operation.ts'
import { usePages, type OnEvent, type Pages } from '../../lib/usePages.ts'
import { matches } from './journalFilter.ts'

export interface JournalDesk {
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
  readonly on: OnEvent
}

export type Journal = Pages<OperationRow>

/** The size of the first page, which the user waits for: more rows than a window shows. */
const firstPageSize = 30
const pageSize = 100

/** Merges the lists: one row for each id, the later version of it, newest operation first. */
export function merge(...lists: readonly (readonly OperationRow[])[]): readonly OperationRow[] {
  const byId = new Map<string, OperationRow>()
  for (const row of lists.flat()) {
    const old = byId.get(row.id)
    if (old === undefined || old.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

export function useJournal(filter: () => OperationFilter, desk: JournalDesk): Journal {
  return usePages({
    query: filter,
    belongs: matches,
    fetchPage: (wanted, from) =>
      desk.list({ ...wanted, limit: from.cursor === undefined ? firstPageSize : pageSize, ...from }),
    merge,
    subscribe: (update) => desk.on('operation.changed', update),
  })
}
