/** The e-mail addresses or ICCIDs that resemble a search that found nobody. They are asked for when typing rests. */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { desk } from '../../lib/desk.ts'
import { useSearch } from './search.store.ts'

/** Milliseconds without another key after which typing rests. */
const restMs = 250

export function useSimilarQueries(): ComputedRef<readonly string[]> {
  const search = useSearch()
  const latest = shallowRef<{ readonly query: string; readonly queries: readonly string[] } | null>(null)

  async function ask(query: string, isOutdated: () => boolean): Promise<void> {
    try {
      const { queries } = await desk.customers.similar({ query })
      if (!isOutdated()) latest.value = { query, queries }
    } catch {
      // They are a help that may be missing.
    }
  }

  watch(
    [() => search.answer, () => search.searching],
    ([answer, isSearching], _before, onCleanup) => {
      if (isSearching || answer?.rows.length !== 0) return
      let isOutdated = false
      const timer = setTimeout(() => void ask(search.answeredText, () => isOutdated), restMs)
      onCleanup(() => {
        isOutdated = true
        clearTimeout(timer)
      })
    },
    { immediate: true },
  )
  return computed(() => (latest.value?.query === search.text ? latest.value.queries : []))
}
