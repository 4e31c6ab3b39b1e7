/** The list of customers: their number, and their expiry by the service's clock. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { nothingUnreadable } from '#shared/model/unreadableParts.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import CustomersPage from '../../../../../renderer/features/customers/CustomersPage.vue'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'

/** A year ahead of this machine's clock. */
const serviceNow = new Date(Date.now() + 365 * 86_400_000)
/** A little less than this many days after the service's present time. */
const inDays = (days: number): string => new Date(serviceNow.getTime() + days * 86_400_000 - 3_600_000).toISOString()
const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: inDays(5),
  lastSeen: null,
  soldAt: null,
  packages: { active: 1, waiting: 0, total: 1 },
  packageNames: [],
  match: null,
})
const found = (changes: Record<string, unknown>) =>
  accept({
    rows: [row('c-1'), row('c-2')],
    source: 'directory',
    exact: null,
    serviceProblem: null,
    asOf: serviceNow.toISOString(),
    ...changes,
  })

const noList = {
  state: 'never',
  customers: 0,
  received: 0,
  perSecond: null,
  expected: null,
  startedAt: null,
  finishedAt: null,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
  unreadableParts: nothingUnreadable,
  storage: 'none',
}

async function page(search: Record<string, unknown> = {}) {
  installBridge({
    'customers.status': accept(noList),
    'customers.list': accept({ rows: [row('c-1')], total: 1, asOf: serviceNow.toISOString() }),
    'customers.search': found(search),
  })
  const wrapper = mounted(CustomersPage)
  await flushPromises()
  return { wrapper, store: useSearch() }
}

test('the next expiry counts from the time of the service, not from that of this machine', async () => {
  const { wrapper, store } = await page()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 5 days'])
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 5 days', 'in 5 days'])
})

test('says what to do if there are more matches than rows', async () => {
  const { wrapper, store } = await page({ cursor: 'next' })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toMatch(/^\d+\+ matches\. Type more to narrow it down$/)
})

test('shows only the number if all matches are shown', async () => {
  const { wrapper, store } = await page()
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('2 matches')
})

test('clearing a search without a match moves the focus to the list', async () => {
  const { wrapper, store } = await page({ rows: [] })
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(store.text).toBe('')
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test.each([
  [{ source: 'service' }, 'Not in the saved list; asked the service.'],
  [{ source: 'service', rows: [] }, 'Not in the saved list; asked the service, which found nobody either.'],
  [{ source: 'both' }, 'Some of these are not in the saved list; asked the service.'],
])('an answer of %o says that the service was asked', async (answer, text) => {
  const { wrapper, store } = await page(answer)
  store.type('nobody@example.org', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain(text)
})

test('without a local list the page says what a search asks, and what it cannot find', async () => {
  const { wrapper, store } = await page({ source: 'directory', rows: [] })
  await useSync().load()
  expect(read(wrapper.get('.subtitle'))).toBe('1 customer seen since the desk started')
  store.type('part', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain('a part finds only customers who were opened since the desk started')
})

test('a row says with how many customers its customer is linked', async () => {
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), linked: 2 }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.linked').map(read)).toEqual(['2Linked by hand with 2 other customers'])
})
