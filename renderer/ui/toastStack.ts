/**
 * Places the toasts of a region beside one another. Each lies at the edge and is moved from there by a transform, so
 * that one that comes or goes changes the layout of no other.
 */
import { edge, freePlace, meets, type Band, type Span } from './toastPlace.ts'

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

const bandOf = (element: Element): Band => {
  const { top, bottom } = element.getBoundingClientRect()
  return { top, bottom }
}

/** What no toast may cover: the title and the buttons, or where a dialog has no title, its field. */
const kept = 'header:not(.visually-hidden) > h2, .actions, footer, .bare input'
/** What toasts cover only where there is no other place: the sentence below the title. */
const keptIfPossible = 'header:not(.visually-hidden) > p'

/** The place of the content: a heading is as wide as its dialog, and its words are not. */
function placeOf(element: Element): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element)
  const content = range.getBoundingClientRect()
  return element.matches('h2, p') && content.width > 0 ? content : element.getBoundingClientRect()
}

/** The width that the toasts take together. */
function spanOf(toasts: readonly Element[]): Span {
  const places = toasts.map((each) => (each.querySelector('.n-message') ?? each).getBoundingClientRect())
  return {
    left: Math.min(...places.map(({ left }) => left)),
    right: Math.max(...places.map(({ right }) => right)),
  }
}

/** How far below the upper edge the toasts of a dialog begin. */
function fromEdge(dialog: HTMLElement, height: number, toasts: readonly Element[]): number {
  const span = spanOf(toasts)
  const placesOf = (selector: string): readonly Band[] =>
    [...dialog.querySelectorAll(selector)].map(placeOf).filter((place) => meets(place, span))
  const freeOf = (places: readonly Band[]): number | null =>
    freePlace(height, window.innerHeight, bandOf(dialog), places)
  const needed = placesOf(kept)
  return (freeOf([...needed, ...placesOf(keptIfPossible)]) ?? freeOf(needed) ?? edge) - edge
}

interface ToastStack {
  /** Places the toasts again, because what is behind them has changed. */
  readonly place: () => void
  readonly stop: () => void
}

/** `dialog` returns the dialog that the region is inside. Without one, toasts lie at the lower edge of the window. */
export function stackToasts(region: HTMLElement, dialog: () => HTMLElement | null): ToastStack {
  function place(): void {
    const over = dialog()
    const shown = [...region.querySelectorAll<HTMLElement>('.n-message-wrapper')]
    const heights = shown.map((each) => each.offsetHeight)
    const sum = (some: readonly number[]): number => some.reduce((total, height) => total + height, 0)
    const begin = over === null ? 0 : fromEdge(over, sum(heights), shown)
    shown.forEach((each, index) => {
      const offset = over === null ? -sum(heights.slice(index + 1)) : begin + sum(heights.slice(0, index))
      move(each, `0 ${String(offset)}px`)
    })
  }
  const changes = new MutationObserver(place)
  changes.observe(region, { childList: true, subtree: true, attributeFilter: ['class'] })
  window.addEventListener('resize', place)
  return {
    place,
    stop() {
      changes.disconnect()
      window.removeEventListener('resize', place)
    },
  }
}
