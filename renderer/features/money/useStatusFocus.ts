/**
 * Moves the focus to the line that says what is sent, just before the controls of a dialog are disabled: a disabled one
 * loses it to the page behind the dialog.
 */
import { watch, type Ref } from 'vue'

export function useStatusFocus(pending: Readonly<Ref<boolean>>, status: Readonly<Ref<HTMLElement | null>>): void {
  watch(pending, (isPending) => {
    if (isPending) status.value?.focus({ preventScroll: true })
  })
}
