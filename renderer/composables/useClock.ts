/** The window's clocks: one for relative times, which move together twice a minute; one for what is counted down, while it is. */
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

/** Ticks every second for as long as who asks for it is there. */
export function useSecondClock(): Readonly<Ref<number>> {
  const second = ref(Date.now())
  useIntervalFn(() => (second.value = Date.now()), 1000)
  return readonly(second)
}
