/** Updates of a page that is kept alive while another one is shown. */
import { onActivated, onDeactivated } from 'vue'

/**
 * Returns a function that calls `update`. While the component that is being set up is kept alive but not shown, it only
 * remembers the call: `update` then runs once, when the component is shown again. Work for a hidden page would delay
 * the shown one.
 */
export function whenShown(update: () => void): () => void {
  let isShown = true
  let isOutdated = false
  onDeactivated(() => (isShown = false))
  onActivated(() => {
    isShown = true
    if (!isOutdated) return
    isOutdated = false
    update()
  })
  return () => {
    if (isShown) update()
    else isOutdated = true
  }
}
