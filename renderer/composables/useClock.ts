/** One ticking clock for the whole window: relative times move together, twice a minute. */
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
