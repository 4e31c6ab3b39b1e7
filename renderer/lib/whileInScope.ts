/** Delayed work that ends with what it is for. */
import { onScopeDispose } from 'vue'

/** Returns the function, which does nothing once the component that is being set up is unmounted. */
export function whileInScope(act: () => void): () => void {
  let ended = false
  onScopeDispose(() => (ended = true))
  return () => {
    if (!ended) act()
  }
}
