/** A page of customers with the answers that its tests share. */
import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { defineComponent, h, KeepAlive } from 'vue'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import CustomersPage from '../../../../renderer/features/customers/CustomersPage.vue'
import { useSync } from '../../../../renderer/features/customers/sync.store.ts'
import { useSearch } from '../../../../renderer/features/customers/search.store.ts'
import { accept, installBridge } from './bridge.ts'
import { mounted, read } from './mounted.ts'
import { syncStatus } from './samples.ts'

/** A year ahead of this machine's clock. */
export const serviceNow = new Date(Date.now() + 365 * 86_400_000)
/** A little less than this many days after the service's present time. */
export const inDays = (days: number): string =>
  new Date(serviceNow.getTime() + days * 86_400_000 - 3_600_000).toISOString()
export const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: inDays(5),
  lastSeen: null,
  soldAt: null,
  packages: { active: 1, waiting: 0, over: 0, total: 1 },
  packageNames: [],
  match: null,
})
export const found = (changes: Record<string, unknown>) =>
  accept({
    rows: [row('c-1'), row('c-2')],
    source: 'directory',
    exact: null,
    serviceProblem: null,
    asOf: serviceNow.toISOString(),
    ...changes,
  })

export const noList = syncStatus()

export const counts = {
  all: 12_000,
  error: 4,
  notInstalled: 0,
  neverInstalled: 9,
  installed: 10_500,
  disabled: 6,
  unknownState: 8,
  waiting: 7,
  active: 9_000,
  ending: 3,
  empty: 2,
  expired: 800,
  unreadable: 1,
  unconfirmed: 5,
}

/** An answer with rows of the list. By default the filter has no others. */
export const listed = (rows: readonly CustomerRow[], changes: Record<string, unknown> = {}) =>
  accept({
    ...{ rows, matching: rows.length, counts, total: counts.all, unknownCoverage: 0, asOf: serviceNow.toISOString() },
    ...changes,
  })

/** Opens the page with one listed customer and the given changes of the answer to a search. */
export async function customersPage(
  search: Record<string, unknown> = {},
  similar = accept({ queries: [] as string[] }),
) {
  installBridge({
    'customers.status': accept(noList),
    'customers.browse': listed([row('c-1')]),
    'customers.exportCsv': accept({ path: '/home/Customers.csv', rows: 1 }),
    'customers.search': found(search),
    'customers.similar': similar,
  })
  const wrapper = mounted(CustomersPage)
  useSync().status = { ...noList, storage: 'disk', state: 'done', finishedAt: serviceNow.toISOString() }
  await flushPromises()
  return { wrapper, store: useSearch() }
}

const Page = defineComponent({
  props: { shown: { type: Boolean, required: true } },
  setup: (props) => () => h(KeepAlive, () => (props.shown ? h(CustomersPage) : h('p'))),
})

/** Opens the page, or with `shown` false only its window, with two listed customers. */
export async function customersList(answers: Record<string, (input: unknown) => Promise<unknown>> = {}, shown = true) {
  const browsed: unknown[] = []
  const bridge = installBridge({
    'customers.browse': (input) => {
      browsed.push(input)
      return listed([row('c-1'), row('c-2')])(input)
    },
    'customers.exportCsv': accept({ path: '/home/Customers.csv', rows: 2 }),
    ...answers,
  })
  const wrapper = mounted(Page, { shown })
  await flushPromises()
  return { wrapper, browsed, bridge }
}

/** Returns the button of a filter by the beginning of its text. */
export function filterNamed(wrapper: VueWrapper, name: string): DOMWrapper<Element> {
  const found = wrapper.findAll('[aria-pressed]').find((button) => read(button).startsWith(name))
  if (found === undefined) throw new Error(`No filter is named ${name}`)
  return found
}
