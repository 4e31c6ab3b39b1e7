/**
 * How many options of a list are drawn. Those in sight are drawn together with what opens the list; the others follow
 * once that is on the screen, some at a time, so that a long list delays neither its dialog nor what is typed into it.
 */
import { computed, onScopeDispose, ref, watch, type ComputedRef } from 'vue'
import { afterFrame } from './afterFrame.ts'

/** More than a list has room for. */
const inSight = 10
const atOnce = 20

interface OptionList {
  readonly isOpen: () => boolean
  readonly count: () => number
  /** The index of the option at the cursor, which is always drawn. */
  readonly active: () => number
}

/** Nothing of a closed list is drawn. */
export function useDrawnOptions({ isOpen, count, active }: OptionList): ComputedRef<number> {
  const drawn = ref(0)
  let opening = 0
  function drawMore(ofOpening: number): void {
    if (ofOpening !== opening) return
    drawn.value = drawn.value < count() ? drawn.value + atOnce : Infinity
    if (drawn.value < Infinity) afterFrame(() => drawMore(ofOpening))
  }
  watch(
    () => isOpen() && count() > 0,
    (hasOptions) => {
      opening += 1
      drawn.value = inSight
      const current = opening
      if (hasOptions) afterFrame(() => drawMore(current))
    },
    { immediate: true },
  )
  onScopeDispose(() => void (opening += 1))
  return computed(() => (isOpen() ? Math.max(drawn.value, active() + inSight) : 0))
}
