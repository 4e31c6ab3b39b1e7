import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import SearchField from '../../../../../renderer/app/frame/SearchField.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../../support/bridge.ts'

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

async function renderField() {
  const queries: unknown[] = []
  installBridge({ 'customers.search': (input) => (queries.push(input), accept(found)(input)) })
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
  return { field, input, router, queries, press, type, path: () => router.currentRoute.value.path }
}

test('typing opens the customers and searches with each key', async () => {
  const { queries, type, path } = await renderField()
  await type('an')
  expect(path()).toBe('/customers')
  expect(queries).toEqual([
    { query: 'a', limit: 30 },
    { query: 'an', limit: 30 },
  ])
})

test('the arrows move the current row and Enter opens it', async () => {
  const { type, press, path, input } = await renderField()
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

test('a pasted whole identifier opens its customer, also the second time', async () => {
  const { input, path, router } = await renderField()
  await input.setValue('8948010000012345678')
  await flushPromises()
  expect(path()).toBe('/customers/c-2')
  await router.push('/customers')
  await input.setValue('8948010000012345678')
  await flushPromises()
  expect(path()).toBe('/customers/c-2')
})

test('Escape clears the field, and then leaves it', async () => {
  const { input, type, press } = await renderField()
  input.element.focus()
  await type('an')
  await press('Escape')
  expect(input.element.value).toBe('')
  expect(document.activeElement).toBe(input.element)
  await press('Escape')
  expect(document.activeElement).not.toBe(input.element)
})

test('a slash is ignored in the empty field and inserted in a text', async () => {
  const { input, type } = await renderField()
  const first = new KeyboardEvent('keydown', { key: '/', cancelable: true })
  input.element.dispatchEvent(first)
  expect(first.defaultPrevented).toBe(true)
  await type('a')
  const later = new KeyboardEvent('keydown', { key: '/', cancelable: true })
  input.element.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
})
