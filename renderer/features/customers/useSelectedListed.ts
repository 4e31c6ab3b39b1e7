/**
 * How many of the selected customers are in the list on the screen: the selection stays when another list is shown. The
 * directory looks each of them up by its uid, so the answer costs the same in a list of a million.
 */
import { useThrottleFn } from '@vueuse/core'
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { CustomerListView } from '#shared/model/customer/customerList.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk } from '../../lib/desk.ts'
import { useSearch } from './search.store.ts'
import { useCustomerList } from './customerList.store.ts'
import { useSelection } from './selection.store.ts'
import { useLatest } from '../../lib/useLatest.ts'

/** Milliseconds between two questions, because each page that scrolls into sight may bring a change. */
const pauseMs = 300

interface Counted {
  readonly view: CustomerListView
  readonly selected: ReadonlySet<CustomerUid>
  readonly count: number
}

/** Returns `null` while it is not known. */
export function useSelectedListed(): ComputedRef<number | null> {
  const search = useSearch()
  const customerList = useCustomerList()
  const selection = useSelection()
  const known = shallowRef<Counted | null>(null)
  const latest = useLatest()

  async function countListed(): Promise<number> {
    const { view, among } = customerList.listed
    const shown = among === undefined ? null : new Set(among)
    const uids = [...selection.selected].filter((uid) => shown?.has(uid) ?? true)
    return uids.length === 0 ? 0 : (await desk.customers.browse({ view, among: uids, from: 0, limit: 1 })).matching
  }
  async function ask(): Promise<void> {
    const isLatest = latest.begin()
    const { listed } = customerList
    const { selected } = selection
    const count = await countListed().catch(() => null)
    if (isLatest()) known.value = count === null ? null : { view: listed.view, selected, count }
  }
  const askSoon = useThrottleFn(() => void ask(), pauseMs, true)
  watch(
    () => customerList.listed,
    () => void ask(),
    { immediate: true },
  )
  // With each answer of the list, and with a selection that grows while a key is held.
  watch([() => customerList.counts, () => selection.selected], () => void askSoon())

  return computed(() => {
    if (search.active && !search.showsList)
      return search.answer?.rows.filter(({ uid }) => selection.selected.has(uid)).length ?? null
    if (known.value?.view !== customerList.listed.view || known.value.selected !== selection.selected) return null
    return known.value.count
  })
}
