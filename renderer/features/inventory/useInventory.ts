/** The inventory of the open connection, filtered and sorted by the query of the route. */
import { useQuery } from '@pinia/colada'
import { computed, ref, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { InventoryRow, Unreadable } from '#shared/model/views.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useNamedCountries } from '../../lib/useNamedCountries.ts'
import {
  filterFromQuery,
  filterInventory,
  filterToQuery,
  type InventoryFilter,
  type Query,
} from '../../lib/inventoryFilter.ts'
import type { CountryChoice } from '../../lib/matchCountries.ts'
import { closestFirst, readPackageText } from '../../lib/packageText.ts'
import {
  defaultSort,
  sortFromQuery,
  sortInventory,
  sortToQuery,
  type ChosenSort,
  type InventorySort,
} from './inventoryColumns.ts'

type Choice = InventoryFilter & ChosenSort

export interface Inventory {
  readonly filter: ComputedRef<Choice>
  readonly change: (changes: Partial<Choice>) => Promise<void>
  readonly rows: ComputedRef<readonly InventoryRow[]>
  /** The column that the rows are sorted by, or `null` where the closest to what was filtered by come first. */
  readonly sort: ComputedRef<InventorySort | null>
  /** Without the filter. */
  readonly all: ComputedRef<readonly InventoryRow[]>
  readonly total: ComputedRef<number>
  readonly countries: ComputedRef<readonly CountryChoice[]>
  readonly namedCountries: ReturnType<typeof useNamedCountries>
  readonly unreadable: ComputedRef<readonly Unreadable[]>
  readonly fetchedAt: ComputedRef<string | null>
  readonly loading: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly refresh: () => Promise<void>
}

const none: readonly InventoryRow[] = []

export function useInventory(): Inventory {
  const route = useRoute()
  const router = useRouter()
  const connection = useConnection()
  const countryNames = useCountryNames()
  const { locale } = useI18n()
  const forceRefresh = ref(false)

  const query = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list(forceRefresh.value ? { refresh: true } : {}),
    staleTime: 60_000,
  })
  const all = computed(() => query.data.value?.rows ?? none)
  const namedCountries = useNamedCountries(() => all.value)

  // The page stays alive behind other pages. The query then belongs to another page, and this filter must not change.
  const choiceOf = (from: Query): Choice => ({ ...filterFromQuery(from), ...sortFromQuery(from) })
  let lastFilter = choiceOf({})
  const filter = computed<Choice>(() => {
    if (route.name === 'inventory') lastFilter = choiceOf(route.query)
    return lastFilter
  })
  /** The searchable names of each row, computed once, so that typing in the text field needs no look-ups of names. */
  const searchTexts = computed(() => new Map(all.value.map((row) => [row.id, countryNames.searchText(row)])))
  const searchTextOf = (row: InventoryRow): string => searchTexts.value.get(row.id) ?? ''

  const countries = computed<readonly CountryChoice[]>(() => {
    const codes = new Set(all.value.flatMap((row) => row.countries))
    return [...codes]
      .map((code) => ({ code, name: countryNames.country(code) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, locale.value))
  })

  const sort = computed<InventorySort | null>(() => {
    const { sort: column, descending, text, countries: chosen } = filter.value
    if (column !== null) return { sort: column, descending }
    return text.trim() === '' && chosen.length === 0 ? defaultSort : null
  })
  const rows = computed(() => {
    const { text, countries: chosen } = filter.value
    const found = filterInventory(all.value, filter.value, searchTextOf)
    const sorted = sortInventory(found, sort.value ?? defaultSort, searchTextOf)
    if (sort.value !== null) return sorted
    const read = readPackageText(text)
    const meant = namedCountries.meant(read.words.join(' '))
    return closestFirst(sorted, read, { ...meant, named: [...chosen, ...meant.named] })
  })

  async function refresh(): Promise<void> {
    forceRefresh.value = true
    try {
      await query.refetch()
    } finally {
      forceRefresh.value = false
    }
  }

  return {
    filter,
    change: async (changes) => {
      const changed = { ...filter.value, ...changes }
      await router.replace({ query: { ...filterToQuery(changed), ...sortToQuery(changed) } })
    },
    rows,
    sort,
    all,
    total: computed(() => all.value.length),
    countries,
    namedCountries,
    unreadable: computed(() => query.data.value?.unreadable ?? []),
    fetchedAt: computed(() => query.data.value?.fetchedAt ?? null),
    loading: computed(() => query.isLoading.value),
    error: computed(() => (query.error.value === null ? null : asDeskError(query.error.value))),
    refresh,
  }
}
