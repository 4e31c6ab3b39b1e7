/**
 * The order of the packages of the inventory: that of a column, or what is closest to the filter.
 *
 * @module-tag long
 */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import InventoryPage from '../../../../../renderer/features/inventory/InventoryPage.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { emptyPages } from '../../support/pages.ts'
import { read, text } from '../../support/mounted.ts'
import { inventoryRow, now, packageFor } from '../../support/samples.ts'

const countrySet = CountrySetId.parse('VN')
const vietnam = (name: string) => inventoryRow({ name, countrySet, coverage: 'country', countries: ['VN'] })
const packages = [
  vietnam('Vietnam 1 GB'),
  inventoryRow({ name: 'Asia-Pacific 1 GB', countrySet: CountrySetId.parse('APAC'), countries: ['JP', 'KR', 'VN'] }),
  inventoryRow({ name: 'Indochina 1 GB', countrySet: CountrySetId.parse('INDOCHINA'), countries: ['LA', 'VN'] }),
  vietnam('Vietnam 10 GB'),
]

/** The page with this query. */
async function opened(query: Record<string, string>, rows = packages) {
  installBridge({
    'inventory.list': accept({ rows, unreadable: [], fetchedAt: now }),
    'operations.list': accept({ rows: [], total: 0 }),
  })
  const router = emptyPages()
  await router.push({ path: '/inventory', query })
  const wrapper: VueWrapper = mount(InventoryPage, {
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  const heading = () =>
    wrapper.findAll('[role=columnheader]').filter((each) => read(each).startsWith(text('inventory.column.name')))[0]
  return {
    names: () => wrapper.findAll('.body [role=row]').map((row) => read(row.get('[role=gridcell]'))),
    heading,
    router,
    clear: async () => {
      await wrapper.get('button.clear').trigger('click')
      await flushPromises()
    },
    sortByName: async () => {
      await heading()?.get('button').trigger('click')
      await flushPromises()
    },
  }
}

const closest = ['Vietnam 1 GB', 'Vietnam 10 GB', 'Indochina 1 GB', 'Asia-Pacific 1 GB']
const byName = ['Asia-Pacific 1 GB', 'Indochina 1 GB', 'Vietnam 1 GB', 'Vietnam 10 GB']

test('without a filter the packages are sorted by name', async () => {
  const { names, heading } = await opened({})
  expect(names()).toEqual(byName)
  expect(heading()?.attributes('aria-sort')).toBe('ascending')
})

const small = closest.filter((name) => !name.includes('10'))
test.each([
  ['the beginning of a country', { q: 'viet' }, closest],
  ['a country', { q: 'vietnam' }, closest],
  ['a chosen country', { country: 'VN' }, closest],
  ['a chosen country and a size', { country: 'VN', q: '1 gb' }, small],
])(
  'filtered by %s, the packages of that country alone come first, then those of fewer countries',
  async (_what, query, expected) => {
    const { names, heading } = await opened(query)
    expect(names()).toEqual(expected)
    expect(heading()?.attributes('aria-sort')).toBe('none')
  },
)

const asia = [
  packageFor('Asia with Japan 1 GB', 'ASIA', 'JP', 'KR', 'VN'),
  packageFor('Japan & Korea 1 GB', 'EAST', 'JP', 'KR'),
  packageFor('Japan 1 GB', 'JP', 'JP'),
  packageFor('Tokyo 1 GB', 'JP', 'JP'),
]
const europe = [
  packageFor('Europe 3 GB', 'EUROPE', 'CH', 'FR', 'PT'),
  packageFor('Europe Top 3 GB', 'EUROPE', 'CH', 'FR', 'PT'),
  packageFor('European Union 3 GB', 'EU', 'FR', 'PT'),
  packageFor('Portugal Plus', 'PT', 'PT'),
]
const indochina = [
  packageFor('Hanoi 1 GB', 'VN', 'VN'),
  packageFor('Vietnam & Laos 1 GB', 'DUO', 'LA', 'VN'),
  vietnam('Vietnam 1 GB'),
]
const africa = [
  packageFor('Africa 5 GB', 'AFRICA', 'KE', 'ZA'),
  packageFor('Cape Town 1 GB', 'ZA', 'ZA'),
  packageFor('South Africa 1 GB', 'ZA', 'ZA'),
  packageFor('West Africa 3 GB', 'WEST', 'GH', 'SN'),
  packageFor('Worldwide 1 GB', 'WWW', 'GH', 'KE', 'ZA'),
]
const america = [packageFor('Caribbean 3 GB', 'CARIB', 'BS', 'JM'), packageFor('Nicaragua 1 GB', 'NI', 'NI')]
const georgia = [
  packageFor('Caucasus 3 GB', 'CAUCASUS', 'AM', 'GE'),
  packageFor('Georgia 3 GB', 'GE', 'GE'),
  packageFor('Georgia US 3 GB', 'US', 'US'),
  packageFor('Tbilisi 3 GB', 'GE', 'GE'),
]

test.each([
  [
    'a named country are those of that country alone, whatever their names',
    { q: 'japan' },
    asia,
    ['Japan 1 GB', 'Tokyo 1 GB', 'Japan & Korea 1 GB', 'Asia with Japan 1 GB'],
  ],
  [
    'a package of two countries are those of this name, and then others that cover both',
    { q: 'Japan & Korea 1 GB' },
    asia,
    ['Japan & Korea 1 GB', 'Asia with Japan 1 GB'],
  ],
  [
    'the beginning of a country are those of that country alone, whatever their names',
    { q: 'viet' },
    indochina,
    ['Vietnam 1 GB', 'Hanoi 1 GB', 'Vietnam & Laos 1 GB'],
  ],
  [
    'a word of the name of a country stay those whose names begin with it',
    { q: 'africa' },
    africa,
    ['Africa 5 GB', 'South Africa 1 GB', 'West Africa 3 GB', 'Cape Town 1 GB', 'Worldwide 1 GB'],
  ],
  [
    'a text inside the name of a country stay those whose names begin so',
    { q: 'car' },
    america,
    ['Caribbean 3 GB', 'Nicaragua 1 GB'],
  ],
  [
    'a size in a chosen country are those of that country alone',
    { country: 'PT', q: '3 gb' },
    europe,
    ['Portugal Plus', 'European Union 3 GB', 'Europe 3 GB', 'Europe Top 3 GB'],
  ],
  [
    'the name of a package stay before those of a set whose name begins like it',
    { q: 'europe 3 gb' },
    europe,
    ['Europe 3 GB', 'Europe Top 3 GB', 'European Union 3 GB'],
  ],
  [
    'a country stay beside those of another one whose names begin like it',
    { q: 'georgia' },
    georgia,
    ['Georgia 3 GB', 'Georgia US 3 GB', 'Tbilisi 3 GB', 'Caucasus 3 GB'],
  ],
])('the first ones for %s', async (_what, query, rows, expected) => {
  const { names } = await opened(query, rows)
  expect(names()).toEqual(expected)
})

test('a column that is chosen decides the order of what was filtered, too', async () => {
  const { names, heading, sortByName } = await opened({ q: 'viet' })
  await sortByName()
  expect(names()).toEqual(byName)
  expect(heading()?.attributes('aria-sort')).toBe('ascending')
  await sortByName()
  expect(names()).toEqual(byName.toReversed())
})

test('the filters are cleared together with the column, so that the next filter finds the closest first', async () => {
  const { names, heading, sortByName, clear, router } = await opened({ q: 'viet' })
  await sortByName()
  await sortByName()
  await clear()
  expect(router.currentRoute.value.query).toEqual({})
  expect(heading()?.attributes('aria-sort')).toBe('ascending')
  await router.replace({ query: { ...router.currentRoute.value.query, q: 'viet' } })
  await flushPromises()
  expect(names()).toEqual(closest)
})
