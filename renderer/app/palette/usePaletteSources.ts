/** The sources of the palette that the main process answers: customers, packages, devices and operations. */
import { useQuery } from '@pinia/colada'
import { ArrowLeftRight, Boxes, Globe, Package, Smartphone, TabletSmartphone, UserRound, UsersRound } from '@lucide/vue'
import { computed, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { CustomerRow, InventoryRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { openListForSearch } from '../../features/customers/listForSearch.ts'
import { useSearch } from '../../features/customers/search.store.ts'
import { useCall } from '../../lib/call.store.ts'
import { createCustomerSearch } from '../../features/customers/customerSearch.ts'
import { useSearchFocus } from '../../features/customers/searchFocus.store.ts'
import { useConnection } from '../../lib/connection.store.ts'
import type { CountryChoice } from '../../lib/isoCountries.ts'
import { desk } from '../../lib/desk.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { filterInventory, noFilter } from '../../lib/inventoryFilter.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useNamedCountries } from '../../lib/useNamedCountries.ts'
import { useCustomerLabels } from '../tabs/customerLabels.store.ts'
import { useRecentCustomers } from '../tabs/recentCustomers.store.ts'
import { matchingOptions, type PaletteOption } from './paletteOptions.ts'
import { useListCustomers } from './useListCustomers.ts'

interface PaletteSources {
  readonly recent: ComputedRef<readonly PaletteOption[]>
  /**
   * The customers that the present text finds, and an option for all of them if there are more. An answer to an earlier
   * text is not among them.
   */
  readonly customers: ComputedRef<readonly PaletteOption[]>
  readonly searching: ComputedRef<boolean>
  /**
   * The packages that cover all countries that the text names, as one option, and where it names one, the customers who
   * have a package for it.
   */
  readonly coverage: ComputedRef<readonly PaletteOption[]>
  /** The text is the name of a country in another language. "Malte" is Malta in French, and a person. */
  readonly mayBePerson: ComputedRef<boolean>
  readonly packages: ComputedRef<readonly PaletteOption[]>
  readonly devices: ComputedRef<readonly PaletteOption[]>
  readonly operations: ComputedRef<readonly PaletteOption[]>
}

const max = { customers: 6, packages: 5, devices: 4, operations: 4 } as const
/** Shorter texts find too much to be of use. */
const minLength = { packages: 2, devices: 3, operations: 2 } as const
const maxJournalRows = 200

function useCustomerOptions(text: () => string) {
  const { t } = useI18n()
  const labels = useCustomerLabels()
  const recents = useRecentCustomers()
  labels.load(recents.uids)
  const router = useRouter()
  const list = useSearch()
  const call = useCall()
  const searchFocus = useSearchFocus()
  const search = createCustomerSearch(desk.customers.search, () => undefined)
  watch(text, (typed) => search.type(typed), { immediate: true })

  const option = (
    uid: CustomerUid,
    email: string | null | undefined,
    detail: string,
    group: string,
  ): PaletteOption => ({
    key: `${group} ${uid}`,
    group,
    icon: UserRound,
    label: email === undefined ? uid : (email ?? t('customer.withoutEmail')),
    detail,
    target: { to: { path: `/customers/${encodeURIComponent(uid)}` } },
  })
  const facts = ({ esims, packageNames }: CustomerRow): string =>
    [...esims.slice(0, 2).map(({ iccid }) => `…${iccid.slice(-4)}`), ...packageNames.slice(0, 2)].join(' · ')
  const page = computed(() => (search.answeredText.value === text() ? search.answer.value : null))
  const rows = computed(() => page.value?.rows ?? [])

  /** Continues the search in the search field. */
  function showAll(query: string): void {
    openListForSearch(router)
    list.type(query, { pasted: false })
    searchFocus.toField()
  }
  const all = computed<readonly PaletteOption[]>(() => {
    if (page.value === null || (rows.value.length <= max.customers && page.value.cursor === undefined)) return []
    const query = text()
    return [
      {
        key: 'all customers',
        group: t('palette.group.customers'),
        icon: UsersRound,
        label: t('palette.allCustomers'),
        detail: '',
        target: { run: () => showAll(query) },
      },
    ]
  })

  return {
    recent: computed(() =>
      recents.uids.map((uid) =>
        option(uid, labels.of(uid), labels.distinguish(uid, recents.uids), t('palette.group.recent')),
      ),
    ),
    customers: computed(() => [
      ...rows.value.slice(0, max.customers).map((row) => ({
        ...option(row.uid, row.email, facts(row), t('palette.group.customers')),
        onChosen: () => call.noteSearch(row.uid, row.match),
      })),
      ...all.value,
    ]),
    searching: computed(() => search.searching.value),
  }
}

/** Offers the packages that cover every country that the text names, and the customers of a single one. */
function useCoverage(
  rows: () => readonly InventoryRow[],
  text: () => string,
): Pick<PaletteSources, 'coverage' | 'mayBePerson'> {
  const { t } = useI18n()
  const format = useFormat()
  const countries = useNamedCountries(rows)
  const list = useListCustomers()
  const customersOf = ({ code, name }: CountryChoice): PaletteOption => ({
    key: `customers of ${code}`,
    group: t('palette.group.customers'),
    icon: UsersRound,
    label: t('palette.customersOf', { country: name }),
    detail: '',
    target: { run: () => list({ filter: 'all', country: code }) },
  })

  const read = computed(() => countries.read(text()))
  const coverage = computed(() => {
    const { named } = read.value
    if (named.length === 0) return []
    const codes = named.map(({ code }) => code)
    const { length } = filterInventory(rows(), { ...noFilter, countries: codes }, () => '', [])
    return [
      {
        key: `coverage ${codes.join(' ')}`,
        group: t('palette.group.packages'),
        icon: Globe,
        label: t('palette.coverage', { countries: countries.join(named) }),
        detail: t('inventory.count', { count: format.count(length) }, length),
        target: { to: { path: '/inventory', query: { country: codes.join(',') } } },
      },
      ...(named.length === 1 ? named.map(customersOf) : []),
    ]
  })
  return { coverage, mayBePerson: computed(() => read.value.phrases.some(({ isOther }) => isOther)) }
}

type Kind = keyof typeof minLength

const isLong = (text: string, kind: Kind): boolean => text.trim().length >= minLength[kind]

/** Returns those that match, and one more than are offered if there are more. */
const found = (options: readonly PaletteOption[], text: string, kind: Kind): readonly PaletteOption[] =>
  isLong(text, kind) ? matchingOptions(options, text, max[kind] + 1) : []

/**
 * In the place of those that are too many an option leads to the page that lists all for the same text. The pages don't
 * search the prices that are shown here beside the names.
 */
function withPage(
  options: readonly PaletteOption[],
  kind: Kind,
  path: string,
  shown: Pick<PaletteOption, 'icon' | 'label' | 'group'>,
  text: string,
): readonly PaletteOption[] {
  if (options.length <= max[kind]) return options
  const names = options.map((option) => ({ ...option, detail: '' }))
  if (matchingOptions(names, text, 1).length === 0) return options.slice(0, max[kind])
  const target = { to: { path, query: { q: text } } }
  return [...options.slice(0, max[kind]), { ...shown, key: `all ${kind}`, detail: '', target }]
}

function usePackages(text: () => string) {
  const { t } = useI18n()
  const format = useFormat()
  const countryNames = useCountryNames()
  const connection = useConnection()
  const query = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list({}),
    staleTime: 60_000,
    enabled: () => isLong(text(), 'packages'),
  })
  const rows = computed(() => query.data.value?.rows ?? [])
  const group = computed(() => t('palette.group.packages'))
  const options = computed<readonly PaletteOption[]>(() =>
    rows.value.map((row) => ({
      key: `package ${row.id}`,
      group: group.value,
      icon: Package,
      label: row.name,
      detail: [
        countryNames.setWithCount(row.countrySet, row.countries),
        row.purchasePrice === null ? t('inventory.noPrice') : format.money(row.purchasePrice),
      ].join(' · '),
      target: { to: { path: '/inventory', query: { q: row.name } } },
    })),
  )
  const all = computed(() => ({ icon: Boxes, label: t('palette.allPackages'), group: group.value }))
  return {
    rows,
    packages: computed(() =>
      withPage(found(options.value, text(), 'packages'), 'packages', '/inventory', all.value, text()),
    ),
  }
}

function useDevices(text: () => string): ComputedRef<readonly PaletteOption[]> {
  const { t } = useI18n()
  const connection = useConnection()
  const query = useQuery({
    key: () => ['devices', connection.key],
    query: () => desk.inventory.devices(),
    staleTime: 600_000,
    enabled: () => isLong(text(), 'devices'),
  })
  const group = computed(() => t('palette.group.devices'))
  const options = computed<readonly PaletteOption[]>(() =>
    (query.data.value?.rows ?? []).map((row, index) => ({
      key: `device ${String(index)}`,
      group: group.value,
      icon: Smartphone,
      label: row.name,
      detail: row.vendor ?? '',
      target: { to: { path: '/devices', query: { q: row.name } } },
    })),
  )
  const all = computed(() => ({ icon: TabletSmartphone, label: t('palette.allDevices'), group: group.value }))
  return computed(() => withPage(found(options.value, text(), 'devices'), 'devices', '/devices', all.value, text()))
}

function useOperations(text: () => string): ComputedRef<readonly PaletteOption[]> {
  const { t } = useI18n()
  const format = useFormat()
  const connection = useConnection()
  const query = useQuery({
    key: () => ['palette operations', connection.key],
    query: () => desk.operations.list({ limit: maxJournalRows }),
    staleTime: 0,
  })
  const options = computed<readonly PaletteOption[]>(() =>
    (query.data.value?.rows ?? []).map((row) => ({
      key: `operation ${row.id}`,
      group: t('palette.group.operations'),
      icon: ArrowLeftRight,
      label: `${t(`operations.kind.${row.kind}`)}: ${row.packageName ?? t('customer.packages.unnamed')}`,
      detail: [
        row.customerEmail ?? row.customerUid ?? t('operations.newCustomer'),
        format.day(row.createdAt),
        row.id,
      ].join(' · '),
      target: { to: { path: `/operations/${encodeURIComponent(row.id)}` } },
    })),
  )
  return computed(() => found(options.value, text(), 'operations').slice(0, max.operations))
}

export function usePaletteSources(text: () => string): PaletteSources {
  const { rows, packages } = usePackages(text)
  return {
    ...useCustomerOptions(text),
    ...useCoverage(() => rows.value, text),
    packages,
    devices: useDevices(text),
    operations: useOperations(text),
  }
}
