/**
 * An operation replaces its list when it is opened. When the list returns, the focus goes back to where the operation
 * was opened: to its row, or to the control above the list.
 */
import { nextTick, watch, type Ref } from 'vue'

interface RowsWithFocus {
  readonly focusRow: (id: string) => void
}

/** `id` returns the id of the open operation, or an empty text while the list is shown. */
export function useRestoredFocus(id: () => string, table: Readonly<Ref<RowsWithFocus | null>>): void {
  let openedFrom: Element | null = null
  watch(id, (_now, before) => {
    if (before === '') openedFrom = document.activeElement
  })
  watch(
    id,
    async (now, before) => {
      if (now !== '') return
      // The page has the focus at this point, unless the user has moved it, for instance to the sidebar or the search.
      await nextTick()
      const { activeElement } = document
      if (activeElement !== document.body && activeElement?.closest('main') === null) return
      const isRow = openedFrom?.getAttribute('role') === 'grid'
      if (openedFrom instanceof HTMLElement && openedFrom.isConnected && !isRow) openedFrom.focus()
      else table.value?.focusRow(before)
    },
    { flush: 'post' },
  )
}
