/**
 * The clocks of the window: one for all relative times, which ticks twice a minute, and one for countdowns, which ticks
 * every second.
 */
import { useIntervalFn } from '@vueuse/core'
import { effectScope, readonly, ref, type Ref } from 'vue'

const now = ref(Date.now())
let started = false

export function useClock(): Readonly<Ref<number>> {
  if (!started) {
    started = true
    effectScope(true).run(() => useIntervalFn(() => (now.value = Date.now()), 30_000))
  }
  return readonly(now)
}

/** Ticks every second while the calling component is mounted. */
export function useSecondClock(): Readonly<Ref<number>> {
  const second = ref(Date.now())
  useIntervalFn(() => (second.value = Date.now()), 1000)
  return readonly(second)
}
