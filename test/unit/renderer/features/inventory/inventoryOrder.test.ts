/** The order of the packages of the inventory: that of a column, or what is closest to the filter. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import InventoryPage from '../../../../../renderer/features/inventory/InventoryPage.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { emptyPages } from '../../support/pages.ts'
import { read } from '../../support/mounted.ts'
import { inventoryRow, now } from '../../support/samples.ts'

const countrySet = CountrySetId.parse('VN')
const vietnam = (name: string) => inventoryRow({ name, countrySet, coverage: 'country', countries: ['VN'] })
const packages = [
  vietnam('Vietnam 1 GB'),
  inventoryRow({ name: 'Asia-Pacific 1 GB', countrySet: CountrySetId.parse('APAC'), countries: ['JP', 'KR', 'VN'] }),
  inventoryRow({ name: 'Indochina 1 GB', countrySet: CountrySetId.parse('INDOCHINA'), countries: ['LA', 'VN'] }),
  vietnam('Vietnam 10 GB'),
]

/** The page with this query. */
async function opened(query: Record<string, string>) {
  installBridge({
    'inventory.list': accept({ rows: packages, unreadable: [], fetchedAt: now }),
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
  const heading = () => wrapper.findAll('[role=columnheader]').filter((each) => read(each).startsWith('Package'))[0]
  return {
    names: () => wrapper.findAll('.body [role=row]').map((row) => read(row).replace(/ GB.*$/, ' GB')),
    heading,
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

test('a column that is chosen decides the order of what was filtered, too', async () => {
  const { names, heading, sortByName } = await opened({ q: 'viet' })
  await sortByName()
  expect(names()).toEqual(byName)
  expect(heading()?.attributes('aria-sort')).toBe('ascending')
  await sortByName()
  expect(names()).toEqual(byName.toReversed())
})
