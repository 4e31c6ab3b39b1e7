/**
 * Places the toasts of a region beside one another. Each lies at the edge and is moved from there by a transform, so
 * that one that comes or goes changes the layout of no other.
 */

/** Moves a toast to its place. A new one begins there, because on its way it would cover the others. */
function move(toast: HTMLElement, translate: string): void {
  const isNew = toast.style.translate === ''
  if (isNew) toast.style.transition = 'none'
  toast.style.translate = translate
  if (!isNew) return
  // The place counts as the beginning once it is laid out.
  void toast.offsetHeight
  toast.style.transition = ''
}

export function stackToasts(region: HTMLElement, isAtTop: () => boolean): () => void {
  function place(): void {
    const fromTop = isAtTop()
    const shown = [...region.querySelectorAll<HTMLElement>('.n-message-wrapper')]
    const heights = shown.map((each) => each.offsetHeight)
    shown.forEach((each, index) => {
      const between = fromTop ? heights.slice(0, index) : heights.slice(index + 1)
      const offset = between.reduce((sum, height) => sum + height, 0)
      move(each, `0 ${String(fromTop ? offset : -offset)}px`)
    })
  }
  const changes = new MutationObserver(place)
  changes.observe(region, { childList: true, subtree: true, attributeFilter: ['class'] })
  window.addEventListener('resize', place)
  return () => {
    changes.disconnect()
    window.removeEventListener('resize', place)
  }
}
