/** Splits the rendering of a page over several frames. */
import { useEventListener } from '@vueuse/core'
import { readonly, ref, watch, type Ref } from 'vue'
import { nextPaint } from './afterPaint.ts'

/**
 * Whether what `isRendered` reports has been painted. From then on the rest of the page may be rendered without
 * delaying the answer. It stays true. A key that is pressed earlier may belong to the rest, so it ends the wait: what
 * waits for this is rendered before the key reaches the document. What waits for its own paint in there still follows.
 */
export function usePainted(isRendered: () => boolean): Readonly<Ref<boolean>> {
  const painted = ref(false)
  function end(): void {
    painted.value = true
    stopWatching()
    stopListening()
  }
  const stopListening = useEventListener(window, 'keydown', () => isRendered() && end(), { capture: true })
  const stopWatching = watch(isRendered, (now) => now && void nextPaint().then(end), { immediate: true })
  return readonly(painted)
}
