/**
 * How many options of a list are drawn. Those in sight are drawn together with what opens the list; the others follow
 * once that is on the screen, a few in each frame, so that a long list does not delay its dialog.
 */
import { computed, onScopeDispose, ref, watch, type ComputedRef } from 'vue'
import { afterFrame } from './afterFrame.ts'

/** More than a list has room for. */
const inSight = 10
/** How many more a frame draws. */
const inFrame = 20

interface OptionList {
  readonly isOpen: () => boolean
  readonly count: () => number
  /** The index of the option at the cursor, which is always drawn. */
  readonly active: () => number
}

/** Returns the number, which is 0 while the list is closed. */
export function useDrawnOptionCount({ isOpen, count, active }: OptionList): ComputedRef<number> {
  const drawn = ref(inSight)
  let latestOpening = 0
  function drawMore(opening: number): void {
    if (opening !== latestOpening) return
    drawn.value = drawn.value < count() ? drawn.value + inFrame : Infinity
    if (drawn.value < Infinity) afterFrame(() => drawMore(opening))
  }
  watch(
    () => isOpen() && count() > 0,
    (hasOptions) => {
      latestOpening += 1
      drawn.value = inSight
      const opening = latestOpening
      if (hasOptions) afterFrame(() => drawMore(opening))
    },
    { immediate: true },
  )
  onScopeDispose(() => void (latestOpening += 1))
  return computed(() => (isOpen() ? Math.max(drawn.value, active() + inSight) : 0))
}
