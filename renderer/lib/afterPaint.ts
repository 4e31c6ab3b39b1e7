/** Milliseconds. It ends the wait in a window that is busy, or paints nothing because nobody sees it. */
const timer = 500

/**
 * Resolves once the present rendering is on the screen and nothing else is to be done. It defers work that is needed
 * soon, but neither before the first paint nor before the answer to what is being typed.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve())))
    setTimeout(resolve, timer)
  })
}

/**
 * Resolves as soon as the present rendering is on the screen, whatever else waits. It defers what is rendered below an
 * answer, so that the answer is painted first.
 */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timer)
  })
}
