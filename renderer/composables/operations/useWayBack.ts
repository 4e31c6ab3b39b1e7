/** An operation is opened in the place of its list. When the list is there again, the focus is where it was opened: on its row, or on what was pressed above. */
import { nextTick, watch, type Ref } from 'vue'

export interface RowsWithFocus {
  readonly focusRow: (id: string) => void
}

/** `id`: of the operation that is open, empty while the list is. */
export function useWayBack(id: () => string, table: Readonly<Ref<RowsWithFocus | null>>): void {
  let pressed: Element | null = null
  watch(id, (_now, before) => {
    if (before === '') pressed = document.activeElement
  })
  watch(
    id,
    async (now, before) => {
      if (now !== '') return
      // The page has the focus by then, unless somebody is elsewhere: in the rail, or in the search.
      await nextTick()
      const { activeElement } = document
      if (activeElement !== document.body && activeElement?.closest('main') === null) return
      const isRow = pressed?.getAttribute('role') === 'grid'
      if (pressed instanceof HTMLElement && pressed.isConnected && !isRow) pressed.focus()
      else table.value?.focusRow(before)
    },
    { flush: 'post' },
  )
}
