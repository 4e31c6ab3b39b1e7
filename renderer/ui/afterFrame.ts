/** Calls once the frame that shows what is rendered now has been painted. A window that nobody sees paints none. */
export const afterFrame = (call: () => void): void => void requestAnimationFrame(() => setTimeout(call))
