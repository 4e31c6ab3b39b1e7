import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import SearchField from '../../../../renderer/components/frame/SearchField.vue'
import { createDeskI18n } from '../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../support/bridge.ts'

const row = (uid: string) => ({
  uid,
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  packages: { active: 0, waiting: 0, total: 0 },
  packageNames: [],
  match: null,
})
const found = {
  rows: [row('c-1'), row('c-2'), row('c-3')],
  source: 'directory',
  exact: 'c-2',
  serviceProblem: null,
  asOf: '2026-11-21T10:00:00Z',
}

async function shown() {
  const asked: unknown[] = []
  installBridge({ 'customers.search': (input) => (asked.push(input), accept(found)(input)) })
  const page = { template: '<i />' }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/customers', name: 'customers', component: page },
      { path: '/customers/:uid', name: 'customer', component: page },
      { path: '/settings', name: 'settings', component: page },
    ],
  })
  await router.push('/settings')
  const field = mount(SearchField, {
    global: { plugins: [createPinia(), createDeskI18n(), router] },
    attachTo: document.body,
  })
  onTestFinished(() => field.unmount())
  const input = field.get('input')
  const press = async (key: string): Promise<void> => {
    await input.trigger('keydown', { key })
    await flushPromises()
  }
  const type = async (text: string): Promise<void> => {
    for (let length = input.element.value.length + 1; length <= text.length; length += 1)
      await input.setValue(text.slice(0, length))
    await flushPromises()
  }
  return { field, input, router, asked, press, type, path: () => router.currentRoute.value.path }
}

test('typing leads to the customers and searches with each key', async () => {
  const { asked, type, path } = await shown()
  await type('an')
  expect(path()).toBe('/customers')
  expect(asked).toEqual([
    { query: 'a', limit: 30 },
    { query: 'an', limit: 30 },
  ])
})

test('the arrows walk the rows and Enter opens the one they reached', async () => {
  const { type, press, path, input } = await shown()
  await type('an')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('ArrowUp')
  expect(input.attributes('aria-activedescendant')).toBe('customer-1')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect(path()).toBe('/customers/c-3')
})

test('a whole identifier that comes at once opens its customer, and does so again the second time', async () => {
  const { input, path, router } = await shown()
  await input.setValue('8948010000012345678')
  await flushPromises()
  expect(path()).toBe('/customers/c-2')
  await router.push('/customers')
  await input.setValue('8948010000012345678')
  await flushPromises()
  expect(path()).toBe('/customers/c-2')
})

test('Escape empties the field, and then leaves it', async () => {
  const { input, type, press } = await shown()
  input.element.focus()
  await type('an')
  await press('Escape')
  expect(input.element.value).toBe('')
  expect(document.activeElement).toBe(input.element)
  await press('Escape')
  expect(document.activeElement).not.toBe(input.element)
})

test('a slash in the empty field is the key that leads here, in a text it is a slash', async () => {
  const { input, type } = await shown()
  const first = new KeyboardEvent('keydown', { key: '/', cancelable: true })
  input.element.dispatchEvent(first)
  expect(first.defaultPrevented).toBe(true)
  await type('a')
  const later = new KeyboardEvent('keydown', { key: '/', cancelable: true })
  input.element.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
})
