/**
 * Chooses the elements in which the visible rows of a table are drawn. While it scrolls by a few rows, each of them
 * keeps its element. After a jump the elements stay and get new content, because writing content into elements is
 * several times faster than creating them. Their order in the document is always that of the rows.
 */

interface RowElement<Row> {
  readonly index: number
  /** Names the element among those of the table. */
  readonly element: number
  /** The row, or `undefined` while it is not loaded. */
  readonly row: Row | undefined
  /**
   * What the element contains: the row, or the one that it had before, which is kept out of sight while the new one is
   * loading. It is `undefined` in a new element.
   */
  readonly content: Row | undefined
}

/** Below this share of rows that stay in sight, a table jumps. */
const minKept = 0.5

export function createRowElements<Row>() {
  let shown = { start: 0, end: 0 }
  /** How many rows the table has jumped by. */
  let jumped = 0
  let contents = new Map<number, Row>()

  function jump(start: number, end: number): void {
    const kept = Math.min(end, shown.end) - Math.max(start, shown.start)
    if (kept < minKept * Math.min(end - start, shown.end - shown.start)) jumped += start - shown.start
    shown = { start, end }
  }

  /** Returns the rows at the positions [start, end). */
  return (start: number, end: number, rowAt: (index: number) => Row | undefined): readonly RowElement<Row>[] => {
    jump(start, end)
    const before = contents
    contents = new Map()
    return Array.from({ length: end - start }, (_, offset) => {
      const index = start + offset
      const element = index - jumped
      const row = rowAt(index)
      const content = row ?? before.get(element)
      if (content !== undefined) contents.set(element, content)
      return { index, element, row, content }
    })
  }
}
