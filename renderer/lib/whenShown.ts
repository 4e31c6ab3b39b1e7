/** Updates of a page that is kept alive while another one is shown. */
import { onActivated, onDeactivated } from 'vue'

/**
 * Returns the function, which waits while the component that is being set up is kept alive but not shown: it then runs
 * once when the component is shown again, however often it was called. Work for a hidden page would delay the shown one.
 */
export function whenShown(update: () => void): () => void {
  let isShown = true
  let isWaiting = false
  onDeactivated(() => (isShown = false))
  onActivated(() => {
    isShown = true
    if (isWaiting) update()
    isWaiting = false
  })
  return () => {
    if (isShown) update()
    else isWaiting = true
  }
}
