/**
 * Moves the focus to the line that shows what is sent, just before the controls of a dialog are disabled: a disabled
 * one loses it to the page behind the dialog.
 */
import { nextTick, watch, type Ref, type WatchSource } from 'vue'

/** Of several buttons, the last one is the main one. */
function usableIn(dialog: HTMLElement, before: Element | null): HTMLElement | undefined {
  if (before instanceof HTMLElement && dialog.contains(before) && !before.matches(':disabled')) return before
  return [...dialog.querySelectorAll<HTMLElement>('.actions button:not(:disabled)')].at(-1)
}

/**
 * @param dialog if it is given, the focus then returns to the control that had it, or goes to the main button if an
 *   outcome has replaced that control
 */
export function useStatusFocus(
  pending: WatchSource<boolean>,
  status: Readonly<Ref<HTMLElement | null>>,
  dialog?: Readonly<Ref<HTMLDialogElement | null>>,
): void {
  let before: Element | null = null

  async function giveBack(): Promise<void> {
    await nextTick()
    const { activeElement } = document
    const isElsewhere = activeElement !== status.value && dialog?.value?.contains(activeElement) === true
    if (dialog?.value?.open === true && !isElsewhere) usableIn(dialog.value, before)?.focus()
    before = null
  }
  watch(pending, (isPending) => {
    if (!isPending) return void giveBack()
    before = document.activeElement
    status.value?.focus({ preventScroll: true })
  })
}
