/** The inventory of the open connection, filtered and sorted by the query of the route. */
import { useQuery } from '@pinia/colada'
import { computed, ref, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { InventoryRow, Unreadable } from '#shared/model/customer/views.ts'
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
import type { CountryChoice } from '../../lib/isoCountries.ts'
import { closestFirst, readPackageText, searchableText } from '../../lib/packageText.ts'
import {
  defaultSort,
  sortFromQuery,
  sortInventory,
  sortToQuery,
  type ChosenSort,
  type InventorySort,
} from './inventoryColumns.ts'

type Choice = InventoryFilter & ChosenSort

interface Inventory {
  readonly filter: ComputedRef<Choice>
  readonly change: (changes: Partial<Choice>) => Promise<void>
  readonly rows: ComputedRef<readonly InventoryRow[]>
  /** The column that the rows are sorted by, or `null` where the closest to what was filtered by come first. */
  readonly sort: ComputedRef<InventorySort | null>
  /** Without the filter. */
  readonly all: ComputedRef<readonly InventoryRow[]>
  readonly total: ComputedRef<number>
  readonly countries: ComputedRef<readonly CountryChoice[]>
  /** The countries that the text of the filter names, and nothing else. */
  readonly named: ComputedRef<readonly CountryChoice[]>
  /** `Japan and South Korea` */
  readonly join: (countries: readonly CountryChoice[]) => string
  readonly unreadable: ComputedRef<readonly Unreadable[]>
  readonly fetchedAt: ComputedRef<string | null>
  readonly loading: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly refresh: () => Promise<void>
}

const none: readonly InventoryRow[] = []

/** What the service has, as the window reads it. */
function useInventoryRead() {
  const connection = useConnection()
  const forceRefresh = ref(false)
  const query = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list(forceRefresh.value ? { refresh: true } : {}),
    staleTime: 60_000,
  })
  const all = computed(() => query.data.value?.rows ?? none)

  async function refresh(): Promise<void> {
    forceRefresh.value = true
    try {
      await query.refetch()
    } finally {
      forceRefresh.value = false
    }
  }
  return {
    all,
    total: computed(() => all.value.length),
    unreadable: computed(() => query.data.value?.unreadable ?? []),
    fetchedAt: computed(() => query.data.value?.fetchedAt ?? null),
    loading: computed(() => query.isLoading.value),
    error: computed(() => (query.error.value === null ? null : asDeskError(query.error.value))),
    refresh,
  }
}

/** The filter and the order, which the query of the route keeps. */
function useChoice() {
  const route = useRoute()
  const router = useRouter()
  // The page stays alive behind other pages. The query then belongs to another page, and this filter must not change.
  const choiceOf = (from: Query): Choice => ({ ...filterFromQuery(from), ...sortFromQuery(from) })
  let lastFilter = choiceOf({})
  const filter = computed<Choice>(() => {
    if (route.name === 'inventory') lastFilter = choiceOf(route.query)
    return lastFilter
  })
  async function change(changes: Partial<Choice>): Promise<void> {
    const changed = { ...filter.value, ...changes }
    await router.replace({ query: { ...filterToQuery(changed), ...sortToQuery(changed) } })
  }
  return { filter, change }
}

export function useInventory(): Inventory {
  const countryNames = useCountryNames()
  const { locale } = useI18n()
  const read = useInventoryRead()
  const { all } = read
  const { filter, change } = useChoice()
  const namedCountries = useNamedCountries(() => all.value)

  /** The names of places of each row and its searchable text, made once, so that typing needs no look-ups of names. */
  const placesById = computed(() => new Map(all.value.map((row) => [row.id, countryNames.places(row)])))
  const placesOf = (row: InventoryRow): string => placesById.value.get(row.id) ?? ''
  const searchTexts = computed(() => new Map(all.value.map((row) => [row.id, searchableText(row, placesOf(row))])))
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
  const text = computed(() => readPackageText(filter.value.text))
  const reading = computed(() => namedCountries.read(text.value.names))
  const rows = computed(() => {
    const { phrases, whole, begun } = reading.value
    const found = filterInventory(all.value, filter.value, searchTextOf, phrases)
    const sorted = sortInventory(found, sort.value ?? defaultSort, placesOf)
    if (sort.value !== null) return sorted
    const named = [...filter.value.countries, ...whole.map(({ code }) => code)]
    return closestFirst(sorted, text.value, { named, begun: begun.map(({ code }) => code) })
  })

  return {
    ...read,
    filter,
    change,
    rows,
    sort,
    countries,
    named: computed(() => reading.value.named),
    join: namedCountries.join,
  }
}
