/**
 * How many of the selected customers are in the list on the screen: the selection stays when another list is shown. The
 * directory counts them by their ids, so the answer costs the same in a list of a million.
 */
import { useThrottleFn } from '@vueuse/core'
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { CustomerListView } from '#shared/model/customerList.ts'
import { desk } from '../../lib/desk.ts'
import { useSearch } from './search.store.ts'

/** Milliseconds between two questions, because each page that scrolls into sight may bring a change. */
const pauseMs = 300

/** Returns `null` while it is not known. */
export function useSelectedListed(): ComputedRef<number | null> {
  const search = useSearch()
  const known = shallowRef<{ readonly view: CustomerListView; readonly count: number } | null>(null)
  let latest = 0

  async function countListed(): Promise<number> {
    const { view, among } = search.listed
    const shown = among === undefined ? null : new Set(among)
    const uids = [...search.selected].filter((uid) => shown?.has(uid) ?? true)
    return uids.length === 0 ? 0 : (await desk.customers.browse({ view, among: uids, from: 0, limit: 1 })).matching
  }
  async function ask(): Promise<void> {
    latest += 1
    const request = latest
    const { view } = search.listed
    const count = await countListed().catch(() => null)
    if (request === latest) known.value = count === null ? null : { view, count }
  }
  const askSoon = useThrottleFn(() => void ask(), pauseMs, true)
  watch([() => search.selected, () => search.listed], () => void ask(), { immediate: true })
  // With each answer of the list.
  watch(
    () => search.counts,
    () => void askSoon(),
  )

  return computed(() => {
    if (search.active && !search.showsList)
      return search.answer?.rows.filter(({ uid }) => search.selected.has(uid)).length ?? null
    return known.value?.view === search.listed.view ? known.value.count : null
  })
}
