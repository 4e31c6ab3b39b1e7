/** Puts the times in which nothing could be received between the rows of a list by time. */
import type { Hole } from '#shared/model/customer/events.ts'

type Line<Row> =
  | { readonly type: 'row'; readonly key: string; readonly row: Row }
  | { readonly type: 'hole'; readonly key: string; readonly hole: Hole }

/**
 * Rows and holes are newest first. While there are more rows to load, a hole that is older than the last row is left
 * out, because rows that belong above it are not there yet.
 */
export function withHoles<Row extends { readonly at: string }>(
  rows: readonly Row[],
  holes: readonly Hole[],
  keyOf: (row: Row) => string,
  hasMore: boolean,
): readonly Line<Row>[] {
  const lines: Line<Row>[] = []
  const waiting = [...holes]
  const takeAfter = (at: string | null): void => {
    for (let next = waiting[0]; next !== undefined && (at === null || next.to > at); next = waiting[0]) {
      lines.push({ type: 'hole', key: `hole ${next.from}`, hole: next })
      waiting.shift()
    }
  }
  for (const row of rows) {
    takeAfter(row.at)
    lines.push({ type: 'row', key: keyOf(row), row })
  }
  if (!hasMore) takeAfter(null)
  return lines
}
