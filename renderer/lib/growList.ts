/**
 * Adds to a list at the press of a button below it. If that leaves nothing more to add, the button goes, and the focus
 * would go with it: it moves to the first item that was added.
 */
import { nextTick } from 'vue'

/** @param list the element whose children are the items; `null` while it is not mounted */
export async function growList(list: HTMLElement | null, grow: () => unknown): Promise<void> {
  const { activeElement: pressed } = document
  const count = list?.childElementCount ?? 0
  await grow()
  await nextTick()
  // A button that is still there keeps the focus, and so does what was focused meanwhile.
  const isLost = pressed?.isConnected === false && document.activeElement === document.body
  const added = list?.children[count]
  if (!isLost || !(added instanceof HTMLElement)) return
  added.tabIndex = -1
  added.focus()
}
