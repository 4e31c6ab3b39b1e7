/** Opens and closes the browser's dialog of UiModal.vue as its parent sets it, and submits it by `submitChord`. */
import { nextTick, onActivated, onMounted, watch, type Ref } from 'vue'
import { matchesChord, submitChord } from './chord.ts'
import { useModal } from './openDialogs.ts'

interface Parent {
  readonly open: () => boolean
  readonly locked: () => boolean
  readonly opened: () => void
  readonly close: () => void
  readonly submit: () => void
}

const textField = ['input:not([type="checkbox"], [type="radio"], [type="file"])', 'textarea']
  .map((kind) => `${kind}:not(:disabled, [readonly])`)
  .join()

/** Enter that is held down since it opened the dialog would press the button, or submit the field, with the focus. */
const isHeldEnter = ({ key, repeat, target }: KeyboardEvent): boolean =>
  key === 'Enter' && repeat && target instanceof Element && target.closest('button, a, input') !== null

export function useModalDialog(dialog: Readonly<Ref<HTMLDialogElement | null>>, parent: Parent) {
  const modal = useModal(dialog)

  async function show(): Promise<void> {
    modal.show()
    // The browser gives the focus to the title, where the first words that are typed would be lost.
    dialog.value?.querySelector<HTMLElement>(textField)?.focus({ preventScroll: true })
    // The browser scrolls to the focused element, which may be below the main content of the dialog.
    if (dialog.value !== null) dialog.value.scrollTop = 0
    await nextTick()
    parent.opened()
  }

  /** The parent is notified before the browser closes the dialog, because the browser's own event comes later. */
  function onCancel(event: Event): void {
    if (parent.locked()) event.preventDefault()
    else parent.close()
  }

  /** A key that is held down submits once. The keys of a dialog inside this one belong to that. */
  function onKey(event: KeyboardEvent): void {
    if (isHeldEnter(event)) event.preventDefault()
    if (!matchesChord(event, submitChord) || event.isComposing || event.defaultPrevented) return
    if (!(event.target instanceof Element) || event.target.closest('dialog') !== dialog.value) return
    event.preventDefault()
    if (!event.repeat && !parent.locked()) parent.submit()
  }

  /**
   * The browser closes a dialog that prevents closing too often, so a locked one is opened again. The event of a dialog
   * that is open by now belongs to an earlier closing.
   */
  function onClose(): void {
    if (!parent.open() || dialog.value?.open === true) return
    if (parent.locked()) modal.show()
    else parent.close()
  }

  watch(parent.open, (now) => (now ? show() : modal.hide()), { flush: 'post' })
  onMounted(() => void (parent.open() && show()))
  // A page that is kept alive takes its dialogs out of the document. A dialog that was opened meanwhile is shown with
  // the page.
  onActivated(() => void (parent.open() && dialog.value?.open !== true && show()))

  return { onKey, onCancel, onClose }
}
