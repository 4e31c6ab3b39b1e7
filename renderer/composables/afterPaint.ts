/** Milliseconds: a window that nobody sees paints nothing. */
const timer = 500

/** Resolves once what is rendered now is on the screen: for what is needed next, but not before somebody sees something. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timer)
  })
}
