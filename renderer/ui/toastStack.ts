/**
 * Places the toasts of a region beside one another. Each lies at the edge and is moved from there by a transform, so
 * that one that comes or goes changes the layout of no other.
 */
import { edge, freePlace, type Band } from './toastPlace.ts'

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
const kept = 'header:not(.visually-hidden) h2, .actions, footer, .bare input'

/** How far below the upper edge the toasts of a dialog begin. */
function fromEdge(dialog: HTMLElement, height: number): number {
  const bands = [...dialog.querySelectorAll(kept)]
  return freePlace(height, window.innerHeight, bandOf(dialog), bands.map(bandOf)) - edge
}

export interface ToastStack {
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
    const begin = over === null ? 0 : fromEdge(over, sum(heights))
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
