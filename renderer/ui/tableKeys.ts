/** The keys of a table: which row becomes the current one, and which rows are selected by it. */

export interface TableKeysOptions {
  readonly current: () => number
  /** Makes a row the current one, within the table, and returns its position. */
  readonly move: (to: number) => number
  readonly total: () => number
  readonly canSelect: () => boolean
  readonly isSelected: (index: number) => boolean
  /** Selects a row or ends its selection. Does nothing for a row that is not loaded. */
  readonly select: (index: number) => void
  readonly open: (index: number) => void
  /** Called for the arrow up on the first row. */
  readonly leave: () => void
}

/** Selects all rows from the one where Shift with an arrow was first pressed to the current one. */
function createRange({ isSelected, select }: TableKeysOptions) {
  let anchor = 0
  /** The current row after the last key, or null without a range. */
  let last: number | null = null
  function set(index: number, on: boolean): void {
    if (isSelected(index) !== on) select(index)
  }
  return {
    extend(from: number, to: number): void {
      // Also where a click, or a list that was read again, has made another row the current one.
      if (from !== last) anchor = from
      last = to
      const shrinks = Math.abs(to - anchor) < Math.abs(from - anchor)
      if (from !== to) set(from, !shrinks)
      set(to, true)
    },
    /** The next range begins where the current row is then. */
    end: () => void (last = null),
  }
}

/** Returns what handles a key, and whether it did. */
export function createTableKeys(options: TableKeysOptions): (event: KeyboardEvent) => boolean {
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

  return (event) => {
    const { key, shiftKey, ctrlKey, metaKey } = event
    const to = moves[key]
    const extendsRange = shiftKey && canSelect() && key.startsWith('Arrow')
    if (!extendsRange && key !== 'Shift') range.end()
    if (extendsRange && to !== undefined) fromCurrent((row) => range.extend(row, move(to())))
    else if (key === 'ArrowUp' && current() === 0) leave()
    else if (to !== undefined) move(to())
    // With Ctrl or Cmd it is a key of the page.
    else if (key === 'Enter' && !ctrlKey && !metaKey && current() >= 0) open(current())
    else if (key === ' ' && canSelect()) fromCurrent(select)
    else return false
    return true
  }
}
