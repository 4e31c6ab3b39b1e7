/** The details beside the list of packages. */
import { flushPromises, mount } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import InventoryPage from '../../../../../renderer/features/inventory/InventoryPage.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { limits } from '../../../../limits.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { read } from '../../support/mounted.ts'
import { emptyPages } from '../../support/pages.ts'
import { inventoryRow, now } from '../../support/samples.ts'

const names = ['Aruba 1 GB', 'Brazil 1 GB', 'Chile 1 GB', 'Denmark 1 GB'] as const
const codes = ['AW', 'BR', 'CL', 'DK'] as const

async function opened() {
  const asked: unknown[] = []
  const rows = codes.map((code, n) =>
    inventoryRow({
      name: names[n] ?? '',
      countrySet: CountrySetId.parse(code),
      coverage: 'country',
      countries: [code],
    }),
  )
  installBridge({
    'inventory.list': accept({ rows, unreadable: [], fetchedAt: now }),
    'inventory.countries': async (input) => {
      asked.push((input as { countrySet: string }).countrySet)
      return await accept({ source: 'inventory', countries: [] })(input)
    },
    'operations.list': accept({ rows: [], total: 0 }),
  })
  const router = emptyPages()
  await router.push('/inventory')
  const wrapper = mount(InventoryPage, {
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  const grid = wrapper.get('[role=grid]')
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await grid.trigger('keydown', { key })
    await flushPromises()
  }
  const shown = (): string | null => (wrapper.find('aside h2').exists() ? read(wrapper.get('aside h2')) : null)
  return { asked, press, shown, wrapper }
}

test('open details follow the keys once these rest, and nothing is read for packages on the way', async () => {
  const { asked, press, shown } = await opened()
  await press('ArrowDown', 'Enter')
  expect(shown()).toBe('Aruba 1 GB')
  await press('ArrowDown', 'ArrowDown')
  await vi.waitFor(() => expect(shown()).toBe('Chile 1 GB'), limits.state)
  await press('End')
  await vi.waitFor(() => expect(shown()).toBe('Denmark 1 GB'), limits.state)
  await press('Home')
  await vi.waitFor(() => expect(shown()).toBe('Aruba 1 GB'), limits.state)
  await vi.waitFor(() => expect(asked).toEqual(['AW', 'CL', 'DK']), limits.state)
})

test('a key that moves no row leaves the details as they are', async () => {
  const { press, shown, wrapper } = await opened()
  await press('ArrowDown', 'Enter')
  // Another row has the place of the current one now.
  await wrapper.findAll('[role=columnheader]')[0]?.get('button').trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.body [role=row]'))).toContain('Denmark')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const before = shown()
  await press('Tab', 'Shift')
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe(before)
})

test('sorting soon after a key leaves the details as they are', async () => {
  const { press, shown, wrapper } = await opened()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await press('ArrowDown', 'Enter')
  const before = shown()
  await wrapper.findAll('[role=columnheader]')[0]?.get('button').trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.body [role=row]'))).toContain('Denmark')
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe(before)
})

test('closed details stay closed while keys move the current row', async () => {
  const { press, shown } = await opened()
  await press('ArrowDown', 'Enter', 'Enter')
  expect(shown()).toBeNull()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await press('ArrowDown')
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBeNull()
})
