/**
 * Places the toasts of a region beside one another. Each lies at the edge and is moved from there by a transform, so
 * that one that comes or goes changes the layout of no other.
 */
export function stackToasts(region: HTMLElement): () => void {
  function place(): void {
    const isAtTop = region.querySelector('.n-message-container--top') !== null
    const shown = [...region.querySelectorAll<HTMLElement>('.n-message-wrapper')]
    const heights = shown.map((each) => each.offsetHeight)
    shown.forEach((each, index) => {
      const between = isAtTop ? heights.slice(0, index) : heights.slice(index + 1)
      const offset = between.reduce((sum, height) => sum + height, 0)
      each.style.translate = `0 ${String(isAtTop ? offset : -offset)}px`
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
