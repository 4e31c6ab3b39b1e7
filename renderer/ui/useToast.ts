/**
 * Short confirmations such as "Copied". The outcome of a money operation is shown on its page and never only in a
 * toast.
 */
import { readonly, ref } from 'vue'

interface Toast {
  readonly text: string
  /** A sentence to read or copy from, such as the path of a saved file: it stays longer and can be dismissed. */
  readonly lasting: boolean
  /** A button beside the text of a lasting toast. */
  readonly action?: ToastAction
}

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastOptions {
  readonly lasting?: boolean
  /** Makes the toast a lasting one. */
  readonly action?: ToastAction
}

const waiting = ref<readonly Toast[]>([])
/** Counts the pages that were left, with each of which its toasts go. */
const pagesLeft = ref(0)

export function useToast() {
  function show(text: string, { lasting = false, action }: ToastOptions = {}): void {
    waiting.value = [...waiting.value, action === undefined ? { text, lasting } : { text, lasting: true, action }]
  }
  /** Returns the toasts that have not been shown yet and removes them from the queue (ui/ToastMessages.vue). */
  function take(): readonly Toast[] {
    const toasts = waiting.value
    if (toasts.length > 0) waiting.value = []
    return toasts
  }
  return {
    waiting: readonly(waiting),
    pagesLeft: readonly(pagesLeft),
    show,
    take,
    /** Another page is shown: what the one before said is over. */
    leavePage: (): void => void (pagesLeft.value += 1),
  }
}
