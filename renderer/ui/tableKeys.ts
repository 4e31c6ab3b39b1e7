/** The keys of a table: which row becomes the current one, and which rows are selected by it. */

interface TableKeysOptions {
  readonly current: () => number
  /** Makes a row the current one, within the table, and returns its position. */
  readonly move: (to: number) => number
  readonly total: () => number
  readonly canSelect: () => boolean
  /** Selects a row or ends its selection. Does nothing for a row that is not loaded. */
  readonly select: (index: number) => void
  /**
   * Selects the rows at the positions `first` to `last`, also those that are not loaded: beside all that are selected
   * if the range begins, and otherwise in place of the range as it was.
   */
  readonly selectRange: (first: number, last: number, begins: boolean) => void
  readonly open: (index: number) => void
  /** Called for the arrow up on the first row. */
  readonly leave: () => void
}

export interface TableKeys {
  /** Handles a key, and returns whether it did. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly move: (to: number) => number
  /** Handles a click with Shift: it selects all rows from the one where the range began. */
  readonly extendTo: (index: number) => void
  /** The next range begins where the current row is then. */
  readonly endRange: () => void
}

/** Selects all rows from the one where Shift was first pressed to the current one. */
function createRange({ selectRange }: TableKeysOptions) {
  let anchor = 0
  /** The current row after the last key or click, or null without a range. */
  let last: number | null = null
  return {
    extend(from: number, to: number): void {
      // Also where a click, or a list that was read again, has made another row the current one.
      const begins = from !== last
      if (begins) anchor = from
      last = to
      selectRange(Math.min(anchor, to), Math.max(anchor, to), begins)
    },
    end: () => void (last = null),
  }
}

export function createTableKeys(options: TableKeysOptions): TableKeys {
  const { current, move, total, canSelect, select, open, leave } = options
  const range = createRange(options)
  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => current() + 1,
    ArrowUp: () => current() - 1,
    PageDown: () => current() + 10,
    PageUp: () => current() - 10,
    Home: () => 0,
    End: () => total() - 1,
  }

  /** Without a current row the first one becomes it: for a space the browser would scroll the table by a page. */
  function fromCurrent(act: (row: number) => void): void {
    if (current() < 0) move(0)
    else act(current())
  }

  function onKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const to = moves[key]
    const extendsRange = shiftKey && canSelect() && to !== undefined
    if (!extendsRange && key !== 'Shift') range.end()
    if (extendsRange) fromCurrent((row) => range.extend(row, move(to())))
    else if (key === 'ArrowUp' && current() === 0) leave()
    else if (to !== undefined) move(to())
    // With Ctrl or Cmd it is a key of the page.
    else if (key === 'Enter' && !ctrlKey && !metaKey && current() >= 0) open(current())
    else if (key === ' ' && canSelect()) fromCurrent(select)
    else return false
    return true
  }

  return {
    onKey,
    move,
    extendTo(index) {
      // In another order or list nothing of the range before counts.
      if (current() < 0) range.end()
      const from = current() < 0 ? index : current()
      range.extend(from, move(index))
    },
    endRange: range.end,
  }
}
