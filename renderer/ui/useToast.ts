/**
 * Short confirmations such as "Copied". The outcome of a money operation is shown on its page and never only in a
 * toast.
 */
import { readonly, ref, shallowRef, type ShallowRef } from 'vue'

export interface Toast {
  readonly text: string
  /** A sentence to read or copy from, such as the path of a saved file: it stays longer and can be dismissed. */
  readonly lasting: boolean
  /** A button beside the text of a lasting toast. */
  readonly action?: ToastAction
  readonly detail?: ToastDetail | Readonly<ShallowRef<ToastDetail>>
}

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** What a toast is about, on a line of its own. */
export interface ToastDetail {
  readonly text: string
  /** The page that the text leads to. */
  readonly to?: string
}

interface ToastOptions {
  readonly lasting?: boolean
  /** Makes the toast a lasting one. */
  readonly action?: ToastAction
  /**
   * Makes the toast a lasting one. A ref can be completed while the toast is shown: its line keeps its place and size,
   * and is not read aloud.
   */
  readonly detail?: ToastDetail | Readonly<ShallowRef<ToastDetail>>
}

const waiting = shallowRef<readonly Toast[]>([])
/** Counts the pages that were left, with each of which its toasts go. */
const pagesLeft = ref(0)

export function useToast() {
  function show(text: string, { lasting = false, ...parts }: ToastOptions = {}): void {
    const isLasting = lasting || parts.action !== undefined || parts.detail !== undefined
    waiting.value = [...waiting.value, { text, lasting: isLasting, ...parts }]
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
    /** Another page is shown: the toasts of the page before go. */
    leavePage: (): void => void (pagesLeft.value += 1),
  }
}
