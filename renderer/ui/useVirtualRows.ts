/**
 * Computes which rows of equal height are visible in a scroll container, plus a few more on both sides. A browser
 * limits the height of an element, so the rows of a very long table move a little further than the container scrolls.
 */
import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, onActivated, ref, watch, type ComputedRef, type Ref } from 'vue'

interface VirtualRows {
  readonly start: ComputedRef<number>
  readonly end: ComputedRef<number>
  /** The height of the element that holds the rows. */
  readonly bodyHeight: ComputedRef<number>
  /** Returns where a row begins in that element at the present scroll position. */
  readonly topOf: (index: number) => number
  /** Scrolls no more than is needed to show the whole row. */
  readonly reveal: (index: number) => void
  /** Returns the row at the top. Its fraction is the part of the row that is scrolled away. */
  readonly topRow: () => number
  /** Scrolls so that a row, as `topRow` returns it, is at the top. */
  readonly toRow: (row: number) => void
}

const overscan = 4
/** Chromium draws no element that is higher than 33,554,428 px. */
const maxHeight = 30_000_000

interface VirtualOptions {
  readonly container: Readonly<Ref<HTMLElement | null>>
  readonly count: () => number
  readonly rowHeight: () => number
  /** The probable height of the container until it has been measured. */
  readonly expected: () => number
  /** The height of the sticky header, which covers rows. */
  readonly head: () => number
}

export function useVirtualRows({ container, count, rowHeight, expected, head }: VirtualOptions): VirtualRows {
  // The height and the scroll position are known from events alone: reading them when the table is mounted would force
  // a layout of a page that is not complete.
  const height = ref(0)
  useResizeObserver(container, ([entry]) => (height.value = entry?.contentRect.height ?? 0))
  const y = ref(0)
  useEventListener(container, 'scroll', () => (y.value = container.value?.scrollTop ?? 0), { passive: true })
  const viewport = computed(() => (height.value > 0 ? height.value : expected()))
  const fullHeight = computed(() => count() * rowHeight())
  const bodyHeight = computed(() => Math.min(fullHeight.value, maxHeight))
  /** How far the rows move for each pixel that the container scrolls. */
  const scale = computed(() => {
    if (fullHeight.value <= maxHeight) return 1
    const room = viewport.value - head()
    return (fullHeight.value - room) / (maxHeight - room)
  })
  /** The row at the top, with the part of it that is scrolled away. */
  let top = 0
  watch(
    y,
    (now) => {
      if (container.value?.isConnected === true) top = (now * scale.value) / rowHeight()
    },
    { flush: 'sync' },
  )
  function showTop(): void {
    const element = container.value
    if (element === null || (top === 0 && y.value === 0)) return
    element.scrollTo({ top: (top * rowHeight()) / scale.value, behavior: 'instant' })
    // No event comes where fewer rows than before leave nothing to scroll, nor in a page that is not shown.
    y.value = element.scrollTop
    if (element.isConnected) top = (y.value * scale.value) / rowHeight()
  }
  function toRow(row: number): void {
    top = row
    showTop()
  }
  // It stays there when rows get another height, and when a page that was kept alive is laid out again.
  watch(rowHeight, showTop, { flush: 'post' })
  onActivated(showTop)
  const first = computed(() => Math.floor((y.value * scale.value) / rowHeight()))
  const visible = computed(() => Math.ceil(viewport.value / rowHeight()) + 1)

  /** Reads nothing of the element, because rows have usually been changed before, and are not laid out yet. */
  function reveal(index: number): void {
    const element = container.value
    if (element === null) return
    const first = index * rowHeight()
    const last = first + rowHeight() + head()
    const greatest = Math.max(0, bodyHeight.value + head() - viewport.value)
    // Fewer rows than before may leave less to scroll.
    const from = Math.min(y.value, greatest)
    const shownFrom = from * scale.value
    const next =
      first < shownFrom
        ? first / scale.value
        : last > shownFrom + viewport.value
          ? (last - viewport.value) / scale.value
          : from
    if (y.value !== next) element.scrollTop = y.value = Math.min(greatest, next)
  }

  return {
    start: computed(() => Math.max(0, Math.min(first.value - overscan, count()))),
    end: computed(() => Math.min(count(), first.value + visible.value + overscan)),
    bodyHeight,
    topOf: (index) => index * rowHeight() - y.value * (scale.value - 1),
    reveal,
    topRow: () => top,
    toRow,
  }
}
