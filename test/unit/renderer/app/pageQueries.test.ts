/** Where the keys and links of the pages lead. */
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { usePageQueries } from '../../../../renderer/app/pageQueries.store.ts'
import { useConnection } from '../../../../renderer/lib/connection.store.ts'
import { installBridge } from '../support/bridge.ts'
import { openSandbox } from '../support/samples.ts'

let router: Router
const linkTo = (page: 'inventory' | 'operations'): string => router.resolve(usePageQueries().linkTo(page)).fullPath

beforeEach(async () => {
  installBridge({})
  const component = { template: '<i />' }
  router = createRouter({
    history: createMemoryHistory(),
    routes: ['customers', 'inventory', 'operations'].map((name) => ({ path: `/${name}`, name, component })),
  })
  await router.push('/customers')
  const wrapper = mount(
    { setup: () => ({ queries: usePageQueries() }), template: '<i />' },
    { global: { plugins: [createPinia(), router] } },
  )
  onTestFinished(() => wrapper.unmount())
})

test('a page that was left with a filter is returned to with it, and a link on the page itself resets it', async () => {
  expect(linkTo('inventory')).toBe('/inventory')
  await router.push('/inventory?country=JP,KR&size=1to5')
  expect(linkTo('inventory')).toBe('/inventory')
  await router.push('/customers')
  expect(linkTo('inventory')).toBe('/inventory?country=JP,KR&size=1to5')
  await router.push('/inventory')
  await router.push('/customers')
  expect(linkTo('inventory')).toBe('/inventory')
})

test('the journal keeps its filter, and another view of the operations is not returned to', async () => {
  await router.push('/operations?kind=refund')
  await router.push('/operations?view=totals')
  await router.push('/customers')
  expect(linkTo('operations')).toBe('/operations?kind=refund')
  // A link from an operation names its customer.
  await router.push('/operations?customer=c-1&kind=refund')
  await router.push('/customers')
  expect(linkTo('operations')).toBe('/operations?kind=refund')
})

test('another connection begins without filters', async () => {
  await router.push('/inventory?q=europe')
  await router.push('/customers')
  useConnection().take({ ...openSandbox, openedAt: '2026-11-21T11:00:00.000Z' })
  await Promise.resolve()
  expect(linkTo('inventory')).toBe('/inventory')
})
