/**
 * The selection while another list is on the screen: what the bar shows, and the list of the selected customers.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test, vi } from 'vitest'
import { contract, type InputOf } from '#shared/contract.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { useSelection } from '../../../../../renderer/features/customers/selection.store.ts'
import { accept } from '../../support/bridge.ts'
import { customersList, filterNamed, found, listed, row } from '../../support/customers.ts'
import { confirmExport } from '../../support/exporting.ts'
import { read, text } from '../../support/mounted.ts'
import { limits } from '../../../../limits.ts'

type Wrapper = Awaited<ReturnType<typeof customersList>>['wrapper']

/** Wide enough for all columns. */
beforeEach(() => void (window.innerWidth = 1280))

/** Four customers, of whom the filter Error lists two and Expired one. The first three are selected. */
async function selectThree(answers: Parameters<typeof customersList>[0] = {}) {
  const browsed: InputOf<'customers', 'browse'>[] = []
  const all = ['c-1', 'c-2', 'c-3', 'c-4']
  const ofFilters: Partial<Record<string, readonly string[]>> = { all, error: ['c-1', 'c-4'], expired: ['c-4'] }
  const { wrapper } = await customersList({
    'customers.browse': (given) => {
      const input = contract.customers.browse.input.parse(given)
      browsed.push(input)
      const uids = (ofFilters[input.view.filter] ?? []).filter((uid) => input.among?.some((one) => one === uid) ?? true)
      const rows = uids.slice(input.from, input.from + input.limit).map((uid) => row(uid))
      return listed(rows, { matching: uids.length })(given)
    },
    ...answers,
  })
  for (const box of wrapper.findAll('.select:not([role=columnheader])').slice(0, 3)) await box.trigger('click')
  await flushPromises()
  return { wrapper, browsed, ofFilters }
}

const says = (wrapper: Wrapper): string => read(wrapper.get('.selection [role=status]'))
const uids = (): readonly (string | undefined)[] => {
  const search = useSearch()
  return Array.from({ length: search.count }, (_, index) => search.rowAt(index)?.uid)
}
const buttonOf = (wrapper: Wrapper, label: string) => wrapper.findAll('button').find((one) => read(one) === label)
async function choose(wrapper: Wrapper, filter: string): Promise<void> {
  await filterNamed(wrapper, filter).trigger('click')
  await flushPromises()
}
async function press(wrapper: Wrapper, label: string): Promise<void> {
  await buttonOf(wrapper, label)?.trigger('click')
  await flushPromises()
}

test('the bar says how many of the selected customers are in the list on the screen', async () => {
  const { wrapper, browsed } = await selectThree()
  expect([says(wrapper), buttonOf(wrapper, text('customers.selection.show'))]).toEqual([
    text('customers.selection.count', { count: 3 }),
    undefined,
  ])
  await choose(wrapper, text('customers.filter.error'))
  expect(says(wrapper)).toBe(text('customers.selection.someListed', { count: 3, listed: '1' }))
  await choose(wrapper, text('customers.filter.expired'))
  expect(says(wrapper)).toBe(text('customers.selection.noneListed', { count: 3 }))
  const counted = browsed.find(({ among, view }) => among !== undefined && view.filter === 'expired')
  expect(counted).toMatchObject({ among: ['c-1', 'c-2', 'c-3'], limit: 1 })
  await choose(wrapper, text('customers.filter.all'))
  expect([says(wrapper), buttonOf(wrapper, text('customers.selection.show'))]).toEqual([
    text('customers.selection.count', { count: 3 }),
    undefined,
  ])
})

test('a single customer who is selected elsewhere is reported as not in this list', async () => {
  const { wrapper } = await selectThree()
  await wrapper.get('.select.on').trigger('click')
  await wrapper.get('.select.on').trigger('click')
  await choose(wrapper, text('customers.filter.expired'))
  expect(says(wrapper)).toBe(text('customers.selection.noneListed', { count: 1 }))
})

test('the bar says how many are still in the list when that changes by itself', async () => {
  const { wrapper, ofFilters } = await selectThree()
  await choose(wrapper, text('customers.filter.error'))
  ofFilters['error'] = ['c-1', 'c-2', 'c-4']
  await useCustomerList().reload()
  await vi.waitFor(
    () => expect(says(wrapper)).toBe(text('customers.selection.someListed', { count: 3, listed: '2' })),
    limits.state,
  )
})

test('until it is known, or where it cannot be known, the bar says nothing about the list', async () => {
  const { wrapper } = await selectThree({
    'customers.browse': (given) => {
      const { among, view } = contract.customers.browse.input.parse(given)
      if (among !== undefined && view.filter === 'error') return Promise.reject(new Error('gone'))
      return listed(['c-1', 'c-2', 'c-3'].map((uid) => row(uid)))(given)
    },
  })
  await choose(wrapper, text('customers.filter.error'))
  expect(says(wrapper)).toBe(text('customers.selection.count', { count: 3 }))
})

test('of what a search has found the bar says how many are selected', async () => {
  const { wrapper } = await selectThree({ 'customers.search': found({ rows: [row('c-2'), row('c-9')] }) })
  useSearch().type('c', { pasted: false })
  await flushPromises()
  expect(says(wrapper)).toBe(text('customers.selection.someFound', { count: 3, listed: '1' }))
})

test('those who are selected can be listed alone, whatever the filter, and the list is then as it was', async () => {
  const { wrapper } = await selectThree()
  await choose(wrapper, text('customers.filter.expired'))
  await press(wrapper, text('customers.selection.show'))
  expect([uids(), says(wrapper)]).toEqual([['c-1', 'c-2', 'c-3'], text('customers.selection.count', { count: 3 })])
  expect(wrapper.get('[role=group]').attributes('inert')).toBe('')
  expect(read(wrapper)).toContain(text('customers.selection.withoutFilters'))
  expect(wrapper.findAll('[role=columnheader]').map(read)).toContain(text('customers.columns.expiry'))
  await press(wrapper, text('customers.selection.back'))
  expect([uids(), says(wrapper)]).toEqual([['c-4'], text('customers.selection.noneListed', { count: 3 })])
  expect(wrapper.get('[role=group]').attributes('inert')).toBeUndefined()
})

test('if none of the selected customers is in the list any more, it says so and leads back', async () => {
  const { wrapper, ofFilters } = await selectThree()
  await choose(wrapper, text('customers.filter.error'))
  ofFilters['all'] = ['c-4']
  await press(wrapper, text('customers.selection.show'))
  expect(uids()).toEqual([])
  expect(read(wrapper)).toContain(text('customers.selection.emptyTitle'))
  expect(read(wrapper)).not.toContain(text('customers.noneListed.title'))
  await press(wrapper, text('customers.selection.back'))
  expect(uids()).toEqual(['c-1', 'c-4'])
})

test('to list those who are selected ends a search', async () => {
  const { wrapper } = await selectThree({ 'customers.search': found({ rows: [row('c-9')] }) })
  useSearch().type('c', { pasted: false })
  await flushPromises()
  await press(wrapper, text('customers.selection.show'))
  expect([useSearch().active, uids()]).toEqual([false, ['c-1', 'c-2', 'c-3']])
})

test('a deselected customer stays in the list of the selected until none is, which lists everybody in the filter again', async () => {
  const { wrapper } = await selectThree()
  await choose(wrapper, text('customers.filter.expired'))
  await press(wrapper, text('customers.selection.show'))
  await wrapper.get('.select.on').trigger('click')
  await flushPromises()
  expect([uids(), says(wrapper)]).toEqual([['c-1', 'c-2', 'c-3'], text('customers.selection.count', { count: 2 })])
  await press(wrapper, text('customers.selection.clear'))
  expect([uids(), wrapper.find('.selection').exists()]).toEqual([['c-4'], false])
})

test('another order keeps the list of the selected, and a filter or the page of customers ends it', async () => {
  const { wrapper } = await selectThree()
  const customerList = useCustomerList()
  const selection = useSelection()
  await selection.listSelected()
  await customerList.change({ sort: 'email', descending: false })
  expect([selection.listsSelected, customerList.listed]).toMatchObject([
    true,
    { view: { sort: 'email', filter: 'all' } },
  ])
  await customerList.change({ filter: 'error' })
  await flushPromises()
  expect([selection.listsSelected, uids()]).toEqual([false, ['c-1', 'c-4']])
  expect(says(wrapper)).toBe(text('customers.selection.someListed', { count: 3, listed: '1' }))
})

test('the table of the list of the selected has those alone, and no name of a filter', async () => {
  const exported: unknown[] = []
  const { wrapper } = await selectThree({
    'customers.exportCsv': (input) => {
      exported.push(contract.customers.exportCsv.input.parse(input))
      return accept({ path: null, rows: 0 })(input)
    },
  })
  await choose(wrapper, text('customers.filter.expired'))
  await press(wrapper, text('customers.selection.show'))
  await press(wrapper, text('customers.export.button'))
  await confirmExport()
  const name = text('customers.export.name', { list: `${text('customers.columns.selected')} ` })
  expect(exported).toMatchObject([{ only: ['c-1', 'c-2', 'c-3'], name: expect.stringContaining(name) }])
})

test('the bar stands in the place of the line with the numbers, and adds none', async () => {
  const { wrapper } = await selectThree()
  const children = (): number => wrapper.get('.customers').element.childElementCount
  const before = children()
  expect(wrapper.get('.status').find('.selection').exists()).toBe(true)
  expect(wrapper.get('.status .subtitle').classes()).toContain('visually-hidden')
  await press(wrapper, text('customers.selection.clear'))
  expect([children(), wrapper.get('.subtitle').classes()]).toEqual([before, ['subtitle']])
})
