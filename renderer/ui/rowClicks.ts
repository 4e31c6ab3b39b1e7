/** The clicks of a table: a click opens its row, one on the box selects it, and one with Shift selects a range. */
import { createRowPress } from './rowPress.ts'
import type { TableKeys } from './tableKeys.ts'

interface RowClicksOptions<Row> {
  readonly keys: Pick<TableKeys, 'move' | 'extendTo' | 'endRange'>
  readonly canOpen: () => boolean
  readonly canSelect: () => boolean
  readonly focus: () => void
  readonly open: (row: Row) => void
  readonly select: (row: Row) => void
}

export function createRowClicks<Row>(options: RowClicksOptions<Row>) {
  const { keys, canOpen, canSelect, focus, open, select } = options
  const press = createRowPress()

  function extendsRange({ shiftKey }: MouseEvent, index: number): boolean {
    if (!shiftKey || !canSelect()) return false
    focus()
    keys.extendTo(index)
    return true
  }

  return {
    onPress: press.onPress,
    /** The browser would select the text between, and not give the table the focus. */
    onMouseDown(event: MouseEvent): void {
      if (event.shiftKey && canSelect()) event.preventDefault()
    },
    onRow(event: MouseEvent, row: Row | undefined, index: number, key: string | null): void {
      if (!press.isOnPressedRow(event, key, index) || extendsRange(event, index)) return
      if (!canOpen() || row === undefined || key === null) return
      keys.move(index)
      open(row)
    },
    onBox(event: MouseEvent, row: Row | undefined, index: number, key: string | null): void {
      if (!press.isOnPressedRow(event, key, index) || extendsRange(event, index)) return
      keys.endRange()
      keys.move(index)
      if (row !== undefined) select(row)
    },
  }
}
