/** Whether the window is visible and has the focus, so that somebody may be reading it. */
import { useDocumentVisibility, useWindowFocus } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

export function useWindowInFront(): ComputedRef<boolean> {
  const visibility = useDocumentVisibility()
  const focused = useWindowFocus()
  return computed(() => visibility.value === 'visible' && focused.value)
}
