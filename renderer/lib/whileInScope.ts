/** Delayed work that ends with what it is for. */
import { onScopeDispose } from 'vue'

/** Returns the function, which does nothing once the component that is being set up is unmounted. */
export function whileInScope<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  let ended = false
  onScopeDispose(() => (ended = true))
  return (...given) => {
    if (!ended) act(...given)
  }
}
