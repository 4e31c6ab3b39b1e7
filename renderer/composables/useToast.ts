/** Short confirmations ("Copied"). Results of money operations stay on their page and are never only a toast. */
import { readonly, ref } from 'vue'

const waiting = ref<readonly string[]>([])

export function useToast() {
  function show(text: string): void {
    waiting.value = [...waiting.value, text]
  }
  /** What has not been shown yet, for the one who shows it (components/naive/ToastMessages.vue). */
  function take(): readonly string[] {
    const texts = waiting.value
    if (texts.length > 0) waiting.value = []
    return texts
  }
  return { waiting: readonly(waiting), show, take }
}
