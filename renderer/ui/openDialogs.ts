/**
 * The modal dialogs that are open, the topmost last. The rest of the window is inert behind them, so what must be seen
 * is put inside the topmost one.
 */
import { computed, onActivated, onBeforeUnmount, onDeactivated, shallowRef, type Ref } from 'vue'

const open = shallowRef<readonly HTMLElement[]>([])

/** `null` while no dialog is open. */
export const topDialog = computed(() => open.value.at(-1) ?? null)

export const isOpenDialog = (dialog: HTMLElement): boolean => open.value.includes(dialog)

/**
 * A closing dialog returns the focus to the field where it was, but Chromium leaves the caret behind: what is typed
 * would arrive nowhere.
 */
function returnCaret(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const { selectionStart, selectionEnd, selectionDirection } = field
  // Fields of numbers and dates have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
}

interface Modal {
  readonly show: () => void
  readonly hide: () => void
}

/**
 * Registers a component's dialog, which opens above all others. It is closed before the component is removed, because a
 * dialog that is removed while open takes the focus with it.
 */
export function useModal(dialog: Readonly<Ref<HTMLDialogElement | null>>): Modal {
  function removeFromOpen(element: HTMLElement): void {
    open.value = open.value.filter((each) => each !== element)
  }
  function show(): void {
    const element = dialog.value
    if (element === null) return
    element.showModal()
    removeFromOpen(element)
    open.value = [...open.value, element]
  }
  function hide(): void {
    const element = dialog.value
    if (element === null) return
    removeFromOpen(element)
    element.close()
    returnCaret()
  }
  onBeforeUnmount(hide)
  // A page that is kept alive but not shown is outside the document, and so are its dialog and everything inside that.
  let hiddenDialog: HTMLElement | null = null
  onDeactivated(() => {
    hiddenDialog = open.value.find((each) => each === dialog.value) ?? null
    if (hiddenDialog !== null) removeFromOpen(hiddenDialog)
  })
  onActivated(() => {
    if (hiddenDialog !== null && hiddenDialog === dialog.value) open.value = [...open.value, hiddenDialog]
    hiddenDialog = null
  })
  return { show, hide }
}
