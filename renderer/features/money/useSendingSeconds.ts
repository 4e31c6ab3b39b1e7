import { onScopeDispose, readonly, ref, watch, type Ref } from 'vue'
import type { MoneyState } from './moneyMachine.ts'

/** Returns for how many seconds an operation has been sent. 0 while none is. */
export function useSendingSeconds(state: Readonly<Ref<MoneyState>>): Readonly<Ref<number>> {
  const seconds = ref(0)
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = (): void => clearInterval(timer)
  watch(
    () => state.value.name === 'sending',
    (isSending) => {
      stop()
      seconds.value = 0
      const since = Date.now()
      if (isSending) timer = setInterval(() => (seconds.value = Math.floor((Date.now() - since) / 1000)), 1000)
    },
    { flush: 'sync', immediate: true },
  )
  onScopeDispose(stop)
  return readonly(seconds)
}
