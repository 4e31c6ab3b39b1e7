import { onScopeDispose, ref, watch, type Ref } from 'vue'
import { onDeskEvent } from '../../lib/desk.ts'
import type { MoneyState } from './moneyMachine.ts'
import { isRowSince } from './targets.ts'

/**
 * Returns whether the operation that is being sent is in the journal. Before that nothing is sent, and the main process
 * may be asking a person in a window of its own.
 */
export function useIsWritten(state: Readonly<Ref<MoneyState>>): Readonly<Ref<boolean>> {
  const isWritten = ref(false)
  let since = 0
  watch(
    () => state.value.name === 'sending',
    () => {
      isWritten.value = false
      since = Date.now()
    },
    { flush: 'sync' },
  )
  onScopeDispose(
    onDeskEvent('operation.changed', (row) => {
      if (state.value.name === 'sending' && isRowSince(row, state.value.target, since)) isWritten.value = true
    }),
  )
  return isWritten
}
