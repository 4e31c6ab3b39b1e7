/** Modal dialogs that are open, the uppermost last. All else of the window is inert behind it: what has to be seen goes into it. */
import { computed, shallowRef } from 'vue'

const open = shallowRef<readonly HTMLElement[]>([])

/** Null while none is open. */
export const topDialog = computed(() => open.value.at(-1) ?? null)

/** Returns the way to take it off. */
export function addDialog(dialog: HTMLElement): () => void {
  open.value = [...open.value, dialog]
  return () => void (open.value = open.value.filter((each) => each !== dialog))
}
