/** Milliseconds. It ends the wait in a window that paints nothing because nobody sees it. */
const timer = 500

/**
 * Resolves once the present rendering is on the screen. It defers work that is needed soon, but not before the first
 * paint.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timer)
  })
}
