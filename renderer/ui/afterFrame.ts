/**
 * Calls once the frame that shows what is rendered now has been painted. A window that nobody sees paints none. The kit
 * imports nothing of the window, so this is not `nextPaint` of `lib/`, which does not wait for a window to be seen.
 */
export const afterFrame = (call: () => void): void => void requestAnimationFrame(() => setTimeout(call))
