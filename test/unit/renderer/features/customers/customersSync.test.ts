/**
 * How the list of customers is read while the local directory is copied and brought up to date.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerFilters } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { accept } from '../../support/bridge.ts'
import { counts, customersList, found, listed, noList, row, serviceNow } from '../../support/customers.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

test.each([
  { customers: counts.all, readings: 1, what: 'is not read again at the first report of the sync' },
  { customers: counts.all + 1, readings: 2, what: 'is read again if the sync has brought customers meanwhile' },
])('a list that is there $what', async ({ customers, readings }) => {
  const { browsed } = await customersList({
    'customers.status': accept({ ...noList, storage: 'disk', state: 'syncing', customers }),
  })
  await useSync().load()
  await flushPromises()
  expect(browsed).toHaveLength(readings)
})

test.each([
  { customers: counts.all, readings: 1, what: 'once, if it has the customers of the report' },
  { customers: counts.all + 1, readings: 2, what: 'twice, if the report has more customers' },
])('a list that is still being read at the first report is read $what', async ({ customers, readings }) => {
  const answer = Promise.withResolvers<void>()
  const inputs: unknown[] = []
  const { bridge } = await customersList({
    'customers.browse': async (input) => {
      inputs.push(input)
      await answer.promise
      return await listed([row('c-1')])(input)
    },
  })
  const status = { ...noList, storage: 'disk', state: 'syncing', customers }
  bridge.push('sync.progress', status)
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(inputs).toHaveLength(1)
  answer.resolve()
  await flushPromises()
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(inputs).toHaveLength(readings)
})

test.each([
  { customers: counts.all, readings: 1, what: 'once, if it has the customers of the sync' },
  { customers: counts.all + 1, readings: 2, what: 'again, if the sync has brought customers since' },
])('a list that was read before its page is opened is read $what', async ({ customers, readings }) => {
  const { wrapper, browsed } = await customersList({}, false)
  await useCustomerList().loadOnce()
  useSync().status = { ...noList, storage: 'disk', state: 'done', customers }
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(browsed).toHaveLength(readings)
})

test('a list that was read before it was sorted is read again when its page is opened', async () => {
  let sorted = false
  const inputs: unknown[] = []
  const { wrapper } = await customersList(
    {
      'customers.browse': (input) => {
        inputs.push(input)
        const all = sorted ? counts : null
        return listed([row('c-1')], { matching: 10_000, counts: all })(input)
      },
    },
    false,
  )
  await useCustomerList().loadOnce()
  sorted = true
  useSync().status = { ...noList, storage: 'disk', state: 'done', customers: counts.all, sorted }
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(inputs).toHaveLength(2)
})

test('a list that is not sorted claims nothing of customers who are not in it', async () => {
  const { wrapper, bridge } = await customersList({
    'customers.browse': listed([], { counts: null, total: 0 }),
  })
  const status = { ...noList, storage: 'disk', state: 'failed', problem: 'aborted', customers: 30_000, sorted: false }
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(`${text('customers.sorting')} · ${text('customers.search.incomplete')}`)
  await useCustomerList().change({ filter: 'error' })
  expect(wrapper.text()).toContain(text('customers.noneListed.sorting'))
  await useCustomerList().change({ filter: 'unconfirmed' })
  expect(wrapper.text()).toContain(text('customers.noneListed.text'))
  expect(read(wrapper.get('.subtitle'))).toBe(text('customers.found', { count: 0 }))
})

test('when the list is complete it is read at once, even if it was read a moment before', async () => {
  const { bridge, browsed } = await customersList()
  const status = { ...noList, storage: 'disk', state: 'syncing', customers: counts.all + 1 }
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(browsed).toHaveLength(2)
  bridge.push('sync.progress', { ...status, state: 'done', finishedAt: serviceNow.toISOString() })
  await flushPromises()
  expect(browsed).toHaveLength(3)
})

test('while the list is being copied for the first time the page has no numbers of its own', async () => {
  const { wrapper } = await customersList({
    'customers.status': accept({ ...noList, storage: 'disk', state: 'syncing', received: 1440, customers: 1319 }),
  })
  await useSync().load()
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(text('customers.copying'))
  expect(wrapper.findAll('[aria-pressed] .count').map(read)).toEqual(customerFilters.map(() => '–'))
})

test('a list that is still being sorted says so, has no numbers, and is read again once it is sorted', async () => {
  let sorted = false
  const browsedWith: unknown[] = []
  const { wrapper, bridge } = await customersList({
    'customers.browse': (input) => {
      browsedWith.push(input)
      const all = sorted ? counts : null
      return listed([row('c-1')], { matching: 10_000, counts: all })(input)
    },
  })
  const status = { ...noList, storage: 'disk', state: 'done', customers: 30_000, finishedAt: serviceNow.toISOString() }
  bridge.push('sync.progress', { ...status, sorted })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(`${text('customers.sorting')} · ${text('customers.search.all')}`)
  expect(wrapper.findAll('[aria-pressed] .count').map(read)).toEqual(customerFilters.map(() => '–'))
  const before = browsedWith.length
  sorted = true
  bridge.push('sync.progress', { ...status, sorted })
  await flushPromises()
  expect(browsedWith).toHaveLength(before + 1)
  expect(read(wrapper.get('.subtitle'))).not.toContain('sorted')
  expect(wrapper.findAll('[aria-pressed] .count').map(read)).not.toContain('–')
})

test('a search in a list that is being copied does not claim to cover all customers', async () => {
  const copying = { ...noList, storage: 'disk', state: 'syncing', received: 1440, customers: 1319 }
  const rows: CustomerRow[] = []
  const { wrapper, bridge } = await customersList({
    'customers.status': accept(copying),
    'customers.search': (input) => found({ rows: [...rows] })(input),
  })
  await useSync().load()
  useSearch().type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 0 })} · ${text('customers.search.copying')}`,
  )
  expect(wrapper.text()).toContain(text('customers.noMatch.soFar'))
  rows.push(row('c-1'))
  useSearch().repeat()
  await flushPromises()
  bridge.push('sync.progress', { ...copying, state: 'done', finishedAt: serviceNow.toISOString() })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 1 })} · ${text('customers.search.before')}`,
  )
  rows.push(row('c-2'))
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('customers.search.again'))
    ?.trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 2 })} · ${text('customers.search.all')}`,
  )
  expect(wrapper.text()).not.toContain(text('customers.search.again'))
})

test('the changes of one operation cause one reading, 300 ms later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { bridge, browsed } = await customersList()
  bridge.push('operation.changed', operation())
  bridge.push('customer.changed', { uid: 'c-1' })
  await vi.advanceTimersByTimeAsync(299)
  expect(browsed).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(browsed).toHaveLength(2)
})

test('changes that never rest are read once a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { bridge, browsed } = await customersList()
  for (let passed = 0; passed < 3000; passed += 100) {
    bridge.push('customer.changed', { uid: 'c-1' })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(browsed.length).toBeGreaterThanOrEqual(3)
  expect(browsed.length).toBeLessThanOrEqual(4)
})

test('an operation alone causes a reading', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { bridge, browsed } = await customersList()
  bridge.push('operation.changed', operation())
  await vi.advanceTimersByTimeAsync(300)
  expect(browsed).toHaveLength(2)
})

test('changes are not read while the page is not shown, and once when it is shown again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { wrapper, bridge, browsed } = await customersList()
  await wrapper.setProps({ shown: false })
  bridge.push('customer.changed', { uid: 'c-1' })
  await vi.advanceTimersByTimeAsync(5000)
  bridge.push('customer.changed', { uid: 'c-1' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(browsed).toHaveLength(1)
  await wrapper.setProps({ shown: true })
  await vi.advanceTimersByTimeAsync(5000)
  expect(browsed).toHaveLength(2)
  await wrapper.setProps({ shown: false })
  await wrapper.setProps({ shown: true })
  await vi.advanceTimersByTimeAsync(5000)
  expect(browsed).toHaveLength(2)
})

test('a list that is complete is read at once, also while the page is not shown', async () => {
  const { wrapper, bridge, browsed } = await customersList()
  const status = { ...noList, storage: 'disk', state: 'syncing', customers: counts.all }
  bridge.push('sync.progress', status)
  await wrapper.setProps({ shown: false })
  bridge.push('sync.progress', { ...status, state: 'done', finishedAt: serviceNow.toISOString() })
  await flushPromises()
  expect(browsed).toHaveLength(2)
})

test('a search that found nobody is not repeated in place of one that was pasted while the page was not shown', async () => {
  const searches = recordRequests<{ readonly query: string }, unknown>()
  const { wrapper, bridge } = await customersList({
    'customers.search': (input) => searches.send(input as { readonly query: string }),
  })
  const search = useSearch()
  search.type('nobody', { pasted: true })
  at(searches.requests, 0).answer(await found({ rows: [] })(null))
  await flushPromises()
  const status = { ...noList, storage: 'disk', state: 'syncing', customers: 1 }
  bridge.push('sync.progress', status)
  await flushPromises()
  at(searches.requests, 1).answer(await found({ rows: [] })(null))
  await flushPromises()
  await wrapper.setProps({ shown: false })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + 10_000 })
  onTestFinished(() => void vi.useRealTimers())
  bridge.push('sync.progress', { ...status, customers: 2 })
  await flushPromises()
  search.type('somebody', { pasted: true })
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(searches.requests.map(({ input }) => input.query)).toEqual(['nobody', 'nobody', 'somebody'])
})

const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString()
const copied = { ...noList, storage: 'disk', state: 'done', customers: 3, finishedAt: hours(5.5) } as const

test.each([
  ['an old list', copied, text('customers.noMatch.failed', { age: '5 hours ago' })],
  [
    'a list that was never copied whole',
    { ...copied, finishedAt: null, state: 'failed' },
    text('customers.noMatch.failedCopying'),
  ],
  ['no list', noList, text('customers.noMatch.failedAlone')],
] as const)('a search that fails at the service says so and claims nothing of %s', async (_name, status, expected) => {
  const { wrapper } = await customersList({
    'customers.status': accept(status),
    'customers.search': found({ rows: [], serviceProblem: 'service_timeout' }),
  })
  await useSync().load()
  useSearch().type('ada@example.org', { pasted: true })
  await flushPromises()
  expect(wrapper.text()).toContain(text('customers.noMatch.failedTitle'))
  expect(wrapper.text()).toContain(expected)
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 0 })} · ${text('customers.search.failed')}`,
  )
  for (const key of ['customers.noMatch.title', 'customers.search.all']) expect(wrapper.text()).not.toContain(text(key))
})

test('rows of the local list stand beside the age of the list where the service could not be searched', async () => {
  const { wrapper } = await customersList({
    'customers.status': accept(copied),
    'customers.search': found({ serviceProblem: 'service_timeout' }),
  })
  await useSync().load()
  useSearch().type('ada@example.org', { pasted: true })
  await flushPromises()
  const reason = text('errors.service_timeout.what')
  expect(wrapper.text()).toContain(text('customers.source.problem', { reason, age: '5 hours ago' }))
})

test('a list of which the service didn’t show the end says how many it has, and never that these are all', async () => {
  const { wrapper } = await customersList({
    'customers.status': accept({ ...copied, whole: false }),
    'customers.search': found({}),
  })
  await useSync().load()
  await flushPromises()
  expect(wrapper.text()).toContain(text('customers.perhapsMore', { count: 3 }))
  useSearch().type('ada', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 2 })} · ${text('customers.search.perhapsMore')}`,
  )
})
