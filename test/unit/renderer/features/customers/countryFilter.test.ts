/**
 * The filter of the list of customers by a country that their packages cover.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { counts, customersList, filterNamed, listed, row } from '../../support/customers.ts'
import { confirmExport } from '../../support/exporting.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { read, text } from '../../support/mounted.ts'

beforeEach(() => void (window.innerWidth = 1280))

/** Opens the list, of whose customers two have a package for any country that is asked for. */
async function listByCountry(unknownCoverage = 0) {
  const views: { readonly filter: string; readonly country: string | null }[] = []
  const { wrapper } = await customersList({
    'customers.browse': (input) => {
      const { view } = input as { view: (typeof views)[number] }
      views.push(view)
      const matching = view.country === null ? 12_000 : 2
      const rows = Array.from({ length: 2 }, (_, n) => row(`c-${String(n)}`))
      const shown = view.country === null ? counts : { ...counts, all: 2 }
      return listed(rows, { matching, counts: shown, unknownCoverage })(input)
    },
  })
  await expect.poll(() => wrapper.find('[role=group] [role=combobox]').exists()).toBe(true)
  const field = wrapper.get('[role=group] [role=combobox]')
  async function press(key: string): Promise<void> {
    await field.trigger('keydown', { key })
    await flushPromises()
  }
  async function type(text: string, ...keys: readonly string[]): Promise<void> {
    await field.trigger('focus')
    await field.setValue(text)
    for (const key of keys) await press(key)
  }
  async function leave(): Promise<void> {
    await field.trigger('blur')
    await flushPromises()
  }
  return { wrapper, views, field, type, leave, shown: () => (field.element as HTMLInputElement).value }
}

test('a country lists those with a package for it, together with the filter, and says so', async () => {
  const { wrapper, views, type, shown } = await listByCountry()
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  await type('japan', 'Enter')
  expect(views.at(-1)).toMatchObject({ filter: 'error', country: 'JP' })
  const subtitle = (): string => read(wrapper.get('.subtitle'))
  expect([shown(), subtitle()]).toEqual([
    'Japan',
    text('customers.country.listedOf', {
      country: 'Japan',
      count: 2,
      total: '2',
      filter: text('customers.filter.error'),
    }),
  ])
  await filterNamed(wrapper, text('customers.filter.disabled')).trigger('click')
  await flushPromises()
  expect(views.at(-1)).toMatchObject({ filter: 'disabled', country: 'JP' })
  await filterNamed(wrapper, text('customers.filter.ending', { count: 3 })).trigger('click')
  await flushPromises()
  expect(subtitle()).toBe(
    text('customers.country.listedOf', {
      country: 'Japan',
      count: 2,
      total: '2',
      filter: text('customers.filter.ending', { count: 3 }),
    }),
  )
})

test('filters are out of reach until their numbers have come, which make them wider, or can not come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { wrapper } = await customersList({
    'customers.browse': async (input) => {
      await promise
      return await listed([row('c-1')])(input)
    },
  })
  const classes = () => wrapper.get('[role=group]').classes()
  expect(classes()).toContain('waits')
  resolve()
  await flushPromises()
  expect(classes()).not.toContain('waits')
  wrapper.unmount()
  const failed = await customersList({ 'customers.browse': refuse('storage_unreadable') })
  expect(failed.wrapper.get('[role=group]').classes()).not.toContain('waits')
})

test('the page says of how many others the coverage is not known', async () => {
  const { wrapper, type } = await listByCountry(1)
  await type('japan', 'Enter')
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.country.listed', { country: 'Japan', count: 2 })} · ${text('customers.country.unknown', { count: 1 })}`,
  )
  await filterNamed(wrapper, text('customers.filter.error')).trigger('click')
  await flushPromises()
  const filtered = { country: 'Japan', count: 2, total: '2', filter: text('customers.filter.error') }
  expect(read(wrapper.get('.subtitle'))).toBe(
    [text('customers.country.listedOf', filtered), text('customers.country.unknownOf', { count: 1 })].join(' · '),
  )
})

test('an emptied field and its button list the customers of all countries', async () => {
  const { wrapper, views, field, type, leave, shown } = await listByCountry()
  const country = (): string | null | undefined => views.at(-1)?.country
  await type('japan', 'Enter')
  await type('')
  await leave()
  expect([country(), shown()]).toEqual([null, ''])
  await type('south korea', 'Enter')
  expect(country()).toBe('KR')
  await wrapper.get('[role=group] .clear').trigger('click')
  await flushPromises()
  expect([country(), shown()]).toEqual([null, ''])
  expect(document.activeElement).toBe(field.element)
})

test('text that names no country leaves the list as it is', async () => {
  const { views, type, leave, shown } = await listByCountry()
  await type('japan', 'Enter')
  const before = views.length
  await type('xyzzy')
  await leave()
  expect([views.length, shown()]).toEqual([before, 'Japan'])
})

test('Enter leads from a chosen country to the list', async () => {
  const { wrapper, field, type } = await listByCountry()
  field.element.dispatchEvent(new FocusEvent('focus'))
  await type('japan', 'Enter')
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('the country stays in the field during a search, after which it applies again', async () => {
  const { wrapper, type, shown } = await listByCountry()
  await type('japan', 'Enter')
  useSearch().type('c', { pasted: false })
  await flushPromises()
  expect(shown()).toBe('Japan')
  expect(wrapper.get('[role=group]').attributes('inert')).toBe('')
  useSearch().clear()
  await flushPromises()
  expect(wrapper.get('[role=group]').attributes('inert')).toBeUndefined()
  expect(useCustomerList().view.country).toBe('JP')
})

test('the table of a list is named after its filter and its country', async () => {
  const { wrapper, type } = await listByCountry()
  const names: unknown[] = []
  installBridge({
    'customers.exportCsv': (input) => {
      names.push((input as { name: string }).name)
      return accept({ path: null, rows: 0 })(input)
    },
    'customers.browse': listed([row('c-1')]),
  })
  await type('côte', 'Enter')
  await filterNamed(wrapper, text('customers.filter.ending', { count: 3 })).trigger('click')
  await flushPromises()
  const button = wrapper.findAll('button').find((one) => read(one).startsWith(text('customers.export.button')))
  await button?.trigger('click')
  await confirmExport()
  expect(names).toEqual([expect.stringMatching(/ Côte d Ivoire \d{4}-\d\d-\d\d$/)])
  const list = text('customers.export.name', { list: `${text('customers.filter.ending', { count: 3 })} ` })
  expect(names).toEqual([expect.stringContaining(list)])
})
