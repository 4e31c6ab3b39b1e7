/** Computes which rows of equal height are visible in a scroll container, plus a few more on both sides. */
import { useElementSize, useScroll } from '@vueuse/core'
import { computed, onActivated, watch, type ComputedRef, type Ref } from 'vue'

export interface VirtualRows {
  readonly start: ComputedRef<number>
  readonly end: ComputedRef<number>
  /** Scrolls no more than is needed to show the whole row. */
  readonly reveal: (index: number) => void
}

const overscan = 4
export interface VirtualOptions {
  readonly container: Readonly<Ref<HTMLElement | null>>
  readonly count: () => number
  readonly rowHeight: () => number
  /** The probable height of the container until it has been measured. */
  readonly expected: () => number
  /** The height of the sticky header, which covers rows. */
  readonly head: () => number
}

export function useVirtualRows({ container, count, rowHeight, expected, head }: VirtualOptions): VirtualRows {
  const { height } = useElementSize(container)
  const { y } = useScroll(container)
  let left = 0
  watch(y, (now) => {
    if (container.value?.isConnected === true) left = now
  })
  // A page that was kept alive is laid out again, so its scroll position has to be restored.
  onActivated(() => container.value?.scrollTo({ top: left }))
  const first = computed(() => Math.floor(y.value / rowHeight()))
  const visible = computed(() => Math.ceil((height.value > 0 ? height.value : expected()) / rowHeight()) + 1)

  function reveal(index: number): void {
    const element = container.value
    if (element === null) return
    const top = index * rowHeight()
    const bottom = top + rowHeight() + head()
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
  }

  return {
    start: computed(() => Math.max(0, Math.min(first.value - overscan, count()))),
    end: computed(() => Math.min(count(), first.value + visible.value + overscan)),
    reveal,
  }
}
