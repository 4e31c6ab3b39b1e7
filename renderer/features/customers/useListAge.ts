/** How old the local list is, and which of three texts shows it where the service could not be searched. */
import { computed, type ComputedRef } from 'vue'
import { useClock } from '../../lib/useClock.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useSync } from './sync.store.ts'

interface ListAge {
  /** The end of a text's key: that of a list with an age, of one that was never copied whole, and of none. */
  readonly suffix: ComputedRef<'' | 'Copying' | 'Alone'>
  /** Relative to now, or an empty text. */
  readonly age: ComputedRef<string>
}

export function useListAge(): ListAge {
  const sync = useSync()
  const format = useFormat()
  const clock = useClock()
  const finishedAt = computed(() => sync.status?.finishedAt ?? null)
  return {
    suffix: computed(() => (!sync.keepsList ? 'Alone' : finishedAt.value === null ? 'Copying' : '')),
    age: computed(() => (finishedAt.value === null ? '' : format.relative(finishedAt.value, clock.value))),
  }
}
