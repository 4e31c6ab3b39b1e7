/**
 * The list of customers: its filters, order, selection and export, and what a search leaves of it.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { customerFilters } from '#shared/model/customer/customerList.ts'
import { contract } from '#shared/contract.ts'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, refuse } from '../../support/bridge.ts'
import {
  counts,
  customersList,
  filterNamed,
  customersPage,
  found,
  noList,
  row,
  serviceNow,
  listed,
} from '../../support/customers.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { confirmExport } from '../../support/exporting.ts'
import { read, text } from '../../support/mounted.ts'
import { limits } from '../../../../limits.ts'

const width = window.innerWidth
const toasts = (): readonly string[] =>
  useToast()
    .take()
    .map(({ text }) => text)
/** Wide enough for all columns. */
beforeEach(() => void (window.innerWidth = 1280))
// The queue is one for all tests.
beforeEach(() => void toasts())
afterEach(() => void (window.innerWidth = width))

test('each filter with customers is a button with their number, and the chosen one is pressed', async () => {
  const { wrapper, browsed } = await customersList()
  const filters = wrapper.get('[role=group]').findAll('[aria-pressed]')
  expect(filters.map(read)).toEqual([
    `${text('customers.filter.all')} 12,000`,
    `${text('customers.filter.error')} 4`,
    `${text('customers.filter.neverInstalled')} 9`,
    `${text('customers.filter.installed')} 10,500`,
    `${text('customers.filter.disabled')} 6`,
    `${text('customers.filter.unknownState')} 8`,
    `${text('customers.filter.waiting')} 7`,
    `${text('customers.filter.active')} 9,000`,
    `${text('customers.filter.ending', { count: 3 })} 3`,
    `${text('customers.filter.empty')} 2`,
    `${text('customers.filter.expired')} 800`,
    `${text('customers.filter.unreadable')} 1`,
    `${text('customers.filter.unconfirmed')} 5`,
  ])
  await filterNamed(wrapper, text('customers.filter.ending', { count: 3 })).trigger('click')
  await flushPromises()
  expect(filters.map((filter) => filter.attributes('aria-pressed')).indexOf('true')).toBe(
    customerFilters.filter((filter) => counts[filter] > 0).indexOf('ending'),
  )
  await wrapper.get('[role=group] select').setValue('7')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'ending', days: 7 }, from: 0 })
  expect(read(wrapper.get('[aria-pressed=true]'))).toBe(`${text('customers.filter.ending', { count: 7 })} 3`)
  expect(read(wrapper.get('[aria-sort=ascending]'))).toBe(text('customers.columns.expiry'))
  await filterNamed(wrapper, text('customers.filter.all')).trigger('click')
  await flushPromises()
  expect(read(wrapper.get('[aria-sort=descending]'))).toBe(text('customers.columns.sold'))
})

test('a heading sorts by its column, first by the latest where that is what is looked for, and then the other way', async () => {
  const { wrapper, browsed } = await customersList()
  const heading = (name: string) =>
    wrapper
      .findAll('[role=columnheader]')
      .find((one) => read(one) === name)
      ?.get('button')
  expect(wrapper.get('[aria-sort=descending]').text()).toBe(text('customers.columns.sold'))
  for (const name of [
    text('customers.columns.customer'),
    text('customers.columns.customer'),
    text('customers.columns.lastSeen'),
    text('customers.columns.expiry'),
  ]) {
    await heading(name)?.trigger('click')
    await flushPromises()
  }
  expect(browsed.slice(1).map((input) => (input as { view: unknown }).view)).toMatchObject([
    { sort: 'email', descending: false },
    { sort: 'email', descending: true },
    { sort: 'lastSeen', descending: true },
    { sort: 'expiry', descending: false },
  ])
})

test('the space bar selects the current customer, and the dialog of sheets begins with those who are selected', async () => {
  const { wrapper } = await customersList()
  const table = wrapper.get('[role=grid]')
  await table.trigger('keydown', { key: 'ArrowDown' })
  await table.trigger('keydown', { key: 'ArrowDown' })
  await table.trigger('keydown', { key: ' ' })
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(1)
  expect(read(wrapper.get('.selection'))).toContain(text('customers.selection.count', { count: 1 }))
  await wrapper.get('.selection button').trigger('click')
  await vi.waitFor(() => expect(document.querySelector('textarea')?.value).toBe('c-2'), limits.state)
})

/** A list of this length, of which the window loads what it shows. */
const longList = (matching: number) =>
  customersList({
    'customers.browse': (input) => {
      const { from, limit } = contract.customers.browse.input.parse(input)
      const rows = Array.from({ length: Math.min(limit, matching - from) }, (_, at) => row(`c-${String(from + at)}`))
      return listed(rows, { matching })(input)
    },
  })

test('a range of the list is selected whole, also the customers in it that the window has not loaded', async () => {
  const { wrapper } = await longList(2000)
  const table = wrapper.get('[role=grid]')
  await table.trigger('keydown', { key: 'Home' })
  await table.trigger('keydown', { key: 'End', shiftKey: true })
  await vi.waitFor(
    () =>
      expect(read(wrapper.get('.selection'))).toContain(text('customers.selection.count', { count: '2,000' }, 2000)),
    limits.state,
  )
  await table.trigger('keydown', { key: 'Home', shiftKey: true })
  await vi.waitFor(
    () => expect(read(wrapper.get('.selection'))).toContain(text('customers.selection.count', { count: 1 })),
    limits.state,
  )
})

test('a range of more customers than can be selected selects nobody, and a toast says so', async () => {
  const { wrapper } = await longList(12_000)
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'Home' })
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'End', shiftKey: true })
  await flushPromises()
  expect(wrapper.find('.selection').exists()).toBe(false)
  expect(toasts()).toEqual([text('customers.selection.tooMany', { max: '5,000' })])
})

test('the dialog of sheets names customers by their e-mail, with the uid where it means others too', async () => {
  const rows = [
    { ...row('c-1'), email: 'ada@example.org' },
    { ...row('c-2'), email: 'bob@example.org', sharedEmail: { reference: null } },
    // Its second line would mean somebody else.
    { ...row('c-3'), email: 'eve@example.org\nc-9' },
  ]
  const { wrapper } = await customersList({
    'customers.browse': listed(rows, { matching: 3 }),
  })
  useSync().status = { ...noList, storage: 'disk', state: 'done', finishedAt: serviceNow.toISOString() }
  for (const one of wrapper.findAll('.select:not([role=columnheader])')) await one.trigger('click')
  await wrapper.get('.selection button').trigger('click')
  await vi.waitFor(
    () => expect(document.querySelector('textarea')?.value).toBe('ada@example.org\nbob@example.org (c-2)\nc-3'),
    limits.state,
  )
})

test('the list is exported as it is filtered and sorted, and the file is named afterwards', async () => {
  const exported: unknown[] = []
  const { wrapper } = await customersList({
    'customers.exportCsv': (input) => {
      exported.push(input)
      return accept({ path: '/home/Customers.csv', rows: 2 })(input)
    },
  })
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  await flushPromises()
  await wrapper
    .findAll('button')
    .find((one) => read(one) === text('customers.export.button'))
    ?.trigger('click')
  await confirmExport()
  expect(exported).toMatchObject([{ view: { filter: 'error', sort: 'sold', descending: true } }])
})

test.each([
  [2, text('customers.export.done', { count: 2, path: '/home/Customers.csv' })],
  [1, text('customers.selection.exportedSome', { count: '1', total: '2', path: '/home/Customers.csv' })],
])('the selected customers are exported, and of those the %i that the local list has', async (rows, message) => {
  const exported: unknown[] = []
  const { wrapper } = await customersList({
    'customers.exportCsv': (input) => {
      exported.push(contract.customers.exportCsv.input.parse(input))
      return accept({ path: '/home/Customers.csv', rows })(input)
    },
  })
  for (const one of wrapper.findAll('.select:not([role=columnheader])')) await one.trigger('click')
  usePageActionList()
    .actions.find(({ label }) => label === text('customers.selection.export'))
    ?.run()
  await confirmExport()
  expect(exported).toMatchObject([{ only: ['c-1', 'c-2'], view: { filter: 'all' } }])
  expect(toasts()).toEqual([message])
})

test('an export of the selection that fails says so on the page', async () => {
  const { wrapper } = await customersList({ 'customers.exportCsv': refuse('storage_full') })
  await wrapper.get('.select:not([role=columnheader])').trigger('click')
  await wrapper
    .findAll('button')
    .find((one) => read(one) === text('customers.selection.export'))
    ?.trigger('click')
  await confirmExport()
  expect(read(wrapper)).toContain(text('errors.storage_full.what'))
})

test('an export of the selection that fails after the selection was cleared is reported in a toast', async () => {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.exportCsv': send })
  await wrapper.get('.select:not([role=columnheader])').trigger('click')
  const press = async (label: string): Promise<void> => {
    await wrapper
      .findAll('button')
      .find((one) => read(one) === label)
      ?.trigger('click')
    await flushPromises()
  }
  await press(text('customers.selection.export'))
  await confirmExport()
  await press(text('customers.selection.clear'))
  at(requests, 0).answer({ ok: false, error: { code: 'storage_full', message: 'for engineers', details: {} } })
  await flushPromises()
  expect(toasts()).toEqual([text('errors.storage_full.what')])
})

test('a customer who moves to the place of the current one is not opened or selected for that one', async () => {
  let uids = ['c-1', 'c-2']
  const { wrapper } = await customersList({
    'customers.browse': (input) =>
      listed(
        uids.map((uid) => row(uid)),
        { matching: 2 },
      )(input),
  })
  const search = useSearch()
  const customerList = useCustomerList()
  const table = wrapper.get('[role=grid]')
  await table.trigger('keydown', { key: 'ArrowDown' })
  expect(search.row).toBe(0)
  await customerList.reload()
  expect(search.row).toBe(0)
  uids = ['c-9', 'c-1']
  await customerList.reload()
  expect(search.row).toBe(-1)
  await table.trigger('keydown', { key: ' ' })
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(0)
})

test('the arrow down on a filter leads to the first row of the list', async () => {
  const { wrapper, store } = await customersPage()
  await filterNamed(wrapper, text('customers.filter.error')).trigger('keydown', { key: 'ArrowDown' })
  expect(store.row).toBe(0)
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('an arrow key before the rows of another filter come means their first one', async () => {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.browse': send })
  const search = useSearch()
  const answer = async (index: number, uid: string): Promise<void> => {
    const value = {
      rows: [row(uid)],
      matching: 1,
      counts,
      total: counts.all,
      unknownCoverage: 0,
      asOf: serviceNow.toISOString(),
    }
    at(requests, index).answer({ ok: true, value })
    await flushPromises()
  }
  await answer(0, 'c-1')
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'ArrowDown' })
  await answer(1, 'c-2')
  expect([search.row, search.rowAt(0)?.uid]).toEqual([0, 'c-2'])
})

test.each(['cleared', 'emptied'] as const)(
  'the current row of the list is the current one again when a search is %s',
  async (how) => {
    const { wrapper } = await customersList({ 'customers.search': found({}) })
    const search = useSearch()
    const end = (): void => (how === 'cleared' ? search.clear() : search.type('', { pasted: false }))
    for (const key of ['ArrowDown', 'ArrowDown']) await wrapper.get('[role=grid]').trigger('keydown', { key })
    search.type('c', { pasted: false })
    await flushPromises()
    expect([search.row, search.showsList]).toEqual([0, false])
    end()
    await flushPromises()
    expect([search.row, search.showsList]).toEqual([1, true])
  },
)

test('the list stays where it is when a search of nothing is typed', async () => {
  const { wrapper } = await customersList({ 'customers.search': found({}) })
  const search = useSearch()
  const table = wrapper.get('[role=grid]').element
  const top = async (): Promise<number> => {
    await flushPromises()
    return table.scrollTop
  }
  const scrollTo = (to: number): void => {
    table.scrollTop = to
    table.dispatchEvent(new Event('scroll'))
  }
  scrollTo(40)
  search.type('c', { pasted: false })
  expect(await top()).not.toBe(40)
  search.clear()
  expect(await top()).toBe(40)
  scrollTo(60)
  search.type(' ', { pasted: false })
  expect(await top()).toBe(60)
})

test('no row is the current one after a search if another customer came to its place or another filter ended it', async () => {
  let uids = ['c-1', 'c-2']
  const { wrapper } = await customersList({
    'customers.search': found({}),
    'customers.browse': (input) =>
      listed(
        uids.map((uid) => row(uid)),
        { matching: 2 },
      )(input),
  })
  const search = useSearch()
  const customerList = useCustomerList()
  const begin = async (): Promise<void> => {
    await wrapper.get('[role=grid]').trigger('keydown', { key: 'Home' })
    search.type('c', { pasted: false })
    await flushPromises()
  }
  await begin()
  uids = ['c-9', 'c-1']
  await customerList.reload()
  search.clear()
  expect(search.row).toBe(-1)
  await begin()
  search.clear()
  void customerList.change({ filter: 'error' })
  expect(search.row).toBe(-1)
})

test('Escape in the list ends a search, and the list keeps the focus', async () => {
  const { wrapper, store } = await customersPage()
  const table = wrapper.get('[role=grid]')
  store.type('c', { pasted: false })
  await flushPromises()
  await table.trigger('keydown', { key: 'Escape' })
  await flushPromises()
  expect(store.text).toBe('')
  expect(document.activeElement).toBe(table.element)
})

test('a search keeps its own order, and says in the place of the filters that they do not apply to it', async () => {
  const { wrapper, store } = await customersPage()
  const filters = wrapper.get('[role=group]')
  const says = (): boolean => read(wrapper).includes(text('customers.search.withoutFilters'))
  await filterNamed(wrapper, text('customers.filter.empty')).trigger('click')
  await flushPromises()
  expect([filters.attributes('inert'), filters.classes('suspended'), says()]).toEqual([undefined, false, false])
  store.type('c', { pasted: false })
  await flushPromises()
  expect([filters.attributes('inert'), filters.classes('suspended'), says()]).toEqual(['', true, true])
  expect(wrapper.get('.filters-place').find('.notes').exists()).toBe(true)
  const action = usePageActionList().actions.find(({ id }) => id === 'filters')
  expect(action?.possible).toBe(false)
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 2 })} · ${text('customers.search.all')}`,
  )
  expect(wrapper.find('[aria-sort]').exists()).toBe(false)
  store.type('', { pasted: false })
  await flushPromises()
  expect([filters.attributes('inert'), filters.classes('suspended'), says()]).toEqual([undefined, false, false])
  expect(read(wrapper.get('[aria-pressed=true]'))).toBe(`${text('customers.filter.empty')} 2`)
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  expect(useCustomerList().view.filter).toBe('error')
})

test('the days of a filter and the notes about the list stay in their places in a search', async () => {
  const { wrapper, store } = await customersPage()
  const sync = useSync()
  if (sync.status !== null) sync.status = { ...sync.status, unreadableCount: 2 }
  await filterNamed(wrapper, text('customers.filter.ending', { count: 3 })).trigger('click')
  await flushPromises()
  const places = (): readonly boolean[] =>
    ['[role=group] select', 'details.note.warn'].map((place) => wrapper.find(place).exists())
  expect(places()).toEqual([true, true])
  store.type('c', { pasted: false })
  await flushPromises()
  expect(places()).toEqual([true, true])
})

test('the button above the list ends the search, and the list has its filter again', async () => {
  const { wrapper, store } = await customersPage()
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('customers.search.end'))
    ?.trigger('click')
  await flushPromises()
  expect([store.text, useCustomerList().view.filter]).toEqual(['', 'error'])
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('a filter says how many of all customers it lists', async () => {
  const { wrapper } = await customersList()
  expect(read(wrapper.get('.subtitle'))).toBe(text('customers.all', { count: '12,000' }, 12000))
  await filterNamed(wrapper, text('customers.filter.empty')).trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(text('customers.allOf', { count: '2', total: '12,000' }, 12000))
})

test('a filter that lists nobody says so and leads back to all customers', async () => {
  const { wrapper, browsed } = await customersList({
    'customers.browse': (input) => {
      browsed.push(input)
      return listed([])(input)
    },
  })
  await filterNamed(wrapper, text('customers.filter.notInstalled')).trigger('click')
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'all' } })
})

const firstCustomer = (wrapper: Awaited<ReturnType<typeof customersList>>['wrapper']): string =>
  read(wrapper.get('[role=row][aria-rowindex="2"]'))

test('the rows of the list stay until the first answer of a search', async () => {
  // The placeholders of a search that takes long would come.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const searches = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.search': searches.send })
  const element = wrapper.get('[role=row][aria-rowindex="2"]').element
  useSearch().type('c', { pasted: false })
  await flushPromises()
  expect(firstCustomer(wrapper)).toContain('c-1')
  expect(wrapper.get('.customers').attributes('data-query')).toBe('')
  expect(wrapper.findAll('[aria-sort]')).not.toHaveLength(0)
  at(searches.requests, 0).answer(await found({ rows: [row('c-7')] })(null))
  await flushPromises()
  expect(firstCustomer(wrapper)).toContain('c-7')
  expect(wrapper.findAll('[aria-sort]')).toHaveLength(0)
  expect(wrapper.get('[role=row][aria-rowindex="2"]').element).toBe(element)
})

test('placeholders replace the rows of the list while the first search takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const searches = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.search': searches.send })
  useSearch().type('c', { pasted: false })
  await vi.advanceTimersByTimeAsync(199)
  expect(wrapper.findAll('[role=row][aria-rowindex="2"]')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(wrapper.findAll('[role=row][aria-rowindex="2"]')).toHaveLength(0)
  expect(wrapper.findAll('.rows[aria-hidden]')).toHaveLength(1)
})

test('on the way back to the list, the keyboard continues from the current row', async () => {
  const { wrapper } = await customersList()
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'ArrowDown' })
  await wrapper.setProps({ shown: false })
  expect(document.activeElement).toBe(document.body)
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('without a current row the focus stays where it is', async () => {
  const { wrapper } = await customersList()
  await wrapper.setProps({ shown: false })
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(document.activeElement).toBe(document.body)
})

test('no row is the current one, and none can be chosen, until a search has found something', async () => {
  const searches = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.search': searches.send })
  const search = useSearch()
  search.type('c', { pasted: false })
  search.move(1)
  await flushPromises()
  expect(search.row).toBe(-1)
  expect(wrapper.findAll('[role=row].current')).toHaveLength(0)
  at(searches.requests, 0).answer(await found({ rows: [row('c-7'), row('c-8')] })(null))
  await flushPromises()
  expect(search.row).toBe(0)
  expect(wrapper.findAll('[role=row].current')).toHaveLength(1)
})

test('the time that the list stays begins with the first key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await customersList({ 'customers.search': recordRequests<unknown, unknown>().send })
  const search = useSearch()
  search.type('c', { pasted: false })
  await vi.advanceTimersByTimeAsync(150)
  search.type('ch', { pasted: false })
  await vi.advanceTimersByTimeAsync(49)
  expect(search.showsList).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(search.showsList).toBe(false)
  search.clear()
  expect(search.showsList).toBe(true)
})

test('a search that fails ends the time that the list stays', async () => {
  await customersList({ 'customers.search': refuse('unexpected') })
  const search = useSearch()
  search.type('c', { pasted: false })
  expect(search.showsList).toBe(true)
  await flushPromises()
  expect(search.showsList).toBe(false)
})

test('after a search the list has the rows that are on the screen', async () => {
  await customersList({
    'customers.browse': (input) => {
      const { from, limit } = input as { readonly from: number; readonly limit: number }
      const rows = Array.from({ length: limit }, (_, index) => row(`c-${String(from + index)}`))
      return listed(rows, { matching: 12_000 })(input)
    },
    'customers.search': found({ rows: Array.from({ length: 30 }, (_, index) => row(`f-${String(index)}`)) }),
  })
  const search = useSearch()
  for (let from = 500; from <= 6500; from += 500) await search.show(from, from + 20)
  expect(search.rowAt(0)).toBeUndefined()
  search.type('f', { pasted: false })
  await flushPromises()
  await search.show(0, 20)
  search.clear()
  await flushPromises()
  expect(search.rowAt(0)?.uid).toBe('c-0')
})

test('a list that arrives after the search has begun is not shown', async () => {
  const searches = recordRequests<unknown, unknown>()
  const lists = recordRequests<unknown, unknown>()
  const { wrapper } = await customersList({ 'customers.search': searches.send, 'customers.browse': lists.send })
  useSearch().type('c', { pasted: false })
  at(lists.requests, 0).answer(await listed([row('c-1')])(null))
  await flushPromises()
  expect(wrapper.findAll('[role=row][aria-rowindex="2"]')).toHaveLength(0)
})
