/**
 * The arrow down leads to a table where nothing that takes keys has the focus: after a page was opened by a key it is
 * on an element around the table, and after a click on an empty place it is on the document.
 */
import { useEventListener } from '@vueuse/core'
import { topDialog } from './openDialogs.ts'

/** Whether the key would go to nothing but the page around the element. */
function isUnused({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, element: HTMLElement): boolean {
  const focused = document.activeElement
  const isOnPage =
    focused === document.body || (focused instanceof HTMLElement && focused.tabIndex < 0 && focused.contains(element))
  return key === 'ArrowDown' && !(shiftKey || ctrlKey || altKey || metaKey) && isOnPage && topDialog.value === null
}

/** @param enter moves the focus to the table. Returns whether there is a row to go to. */
export function useArrowFromPage(container: () => HTMLElement | null, enter: () => boolean): void {
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    const element = container()
    if (element === null || event.defaultPrevented || event.isComposing || !isUnused(event, element)) return
    // A page that is kept alive but not shown is outside the document, or it is there and not displayed.
    if (element.checkVisibility() && enter()) event.preventDefault()
  })
}
