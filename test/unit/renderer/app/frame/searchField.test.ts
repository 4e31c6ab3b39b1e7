import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import SearchField from '../../../../../renderer/app/frame/SearchField.vue'
import SearchReturn from '../../../../../renderer/app/frame/SearchReturn.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { counts } from '../../support/customers.ts'
import { emptyPages } from '../../support/pages.ts'
import { text } from '../../support/mounted.ts'

const row = (uid: string) => ({
  uid,
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
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
  installBridge({
    'customers.search': (input) => (queries.push(input), accept(found)(input)),
    'customers.browse': accept({
      rows: [row('c-1')],
      matching: 12,
      counts,
      total: counts.all,
      unknownCoverage: 0,
      asOf: found.asOf,
    }),
  })
  const router = emptyPages()
  await router.push('/settings')
  const pinia = createPinia()
  const field = mount(SearchField, {
    global: { plugins: [pinia, createDeskI18n(), router] },
    attachTo: document.body,
  })
  const back = mount(SearchReturn, { global: { plugins: [pinia, createDeskI18n(), router] } })
  onTestFinished(() => {
    field.unmount()
    back.unmount()
  })
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
  return { field, back, input, router, queries, press, type, path: () => router.currentRoute.value.path }
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
  expect(input.attributes('aria-activedescendant')).toBe('customer-row-1')
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

describe('while a customer is about to be opened', () => {
  async function opening() {
    const rendered = await renderField()
    const store = useSearch()
    rendered.input.element.focus()
    await rendered.type('an')
    await rendered.input.trigger('keydown', { key: 'Enter' })
    expect([store.isOpening, document.activeElement]).toEqual([true, document.body])
    return { ...rendered, store }
  }

  test('the field has given the focus away, and has it again if that is stopped', async () => {
    const { input, store, path } = await opening()
    store.stopOpening()
    await flushPromises()
    expect([document.activeElement, path()]).toEqual([input.element, '/customers'])
  })

  test('the focus stays where it was moved to before that was stopped', async () => {
    const { store } = await opening()
    const other = document.body.appendChild(document.createElement('button'))
    onTestFinished(() => other.remove())
    other.focus()
    store.stopOpening()
    expect(document.activeElement).toBe(other)
  })

  test('the field does not take the focus from the page of the customer, also when somebody goes back there', async () => {
    const { store, path } = await opening()
    await flushPromises()
    expect(path()).toBe('/customers/c-2')
    store.stopOpening()
    expect(document.activeElement).toBe(document.body)
  })
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

test('a page that is opened empties the field, and a link on the customer who was found brings the search back', async () => {
  const { field, back, input, type, press, path, queries, router } = await renderField()
  await type('an')
  expect(back.text()).toBe('')
  await press('Enter')
  expect(path()).toBe('/customers/c-2')
  expect(input.element.value).toBe('')
  expect(field.find('button').exists()).toBe(false)
  expect(back.get('a').text()).toBe(text('frame.search.backTo', { text: 'an', count: 3 }))
  await router.push('/customers/c-9')
  expect([input.element.value, back.find('a').exists()]).toEqual(['', false])
  await router.push('/inventory')
  expect([input.element.value, back.find('a').exists()]).toEqual(['', false])
  await router.push('/customers/c-2')
  await back.get('a').trigger('click')
  await flushPromises()
  expect(path()).toBe('/customers')
  expect(input.element.value).toBe('an')
  expect(back.text()).toBe('')
  expect(queries).toHaveLength(2)
})

test('Enter in the field over a customer opens nobody from the search that was left', async () => {
  const { type, press, path } = await renderField()
  await type('an')
  await press('Enter')
  await press('Enter')
  expect(path()).toBe('/customers/c-2')
  await press('Escape')
  await press('ArrowDown')
  expect(path()).toBe('/customers')
})

test('a customer of a filtered list has a link back to it, and one of the whole list has none', async () => {
  const { back, router, path } = await renderField()
  const search = useSearch()
  const customerList = useCustomerList()
  search.open(CustomerUid.parse('c-1'))
  await flushPromises()
  expect(back.find('a').exists()).toBe(false)
  await customerList.change({ filter: 'error' })
  await flushPromises()
  expect(back.get('a').text()).toBe(
    text('frame.search.backToList', { count: 12, filter: text('customers.filter.error') }),
  )
  await customerList.change({ filter: 'ending' })
  await flushPromises()
  expect(back.get('a').text()).toBe(
    text('frame.search.backToList', { count: 12, filter: text('customers.filter.ending', { count: 3 }) }),
  )
  // A customer who was opened elsewhere need not be in the list.
  await router.push('/customers/c-2')
  expect(back.find('a').exists()).toBe(false)
  await router.push('/customers/c-1')
  await back.get('a').trigger('click')
  await flushPromises()
  expect([path(), customerList.view.filter]).toEqual(['/customers', 'ending'])
})

test('typing over a customer begins a new search', async () => {
  const { input, type, press, path, queries } = await renderField()
  await type('an')
  await press('Enter')
  await type('b')
  expect(path()).toBe('/customers')
  expect(input.element.value).toBe('b')
  expect(queries.at(-1)).toEqual({ query: 'b', limit: 30 })
})

test('no row is announced as the current one before there are rows', async () => {
  const { input } = await renderField()
  await input.setValue('a')
  expect(input.attributes('aria-activedescendant')).toBeUndefined()
  await flushPromises()
  expect(input.attributes('aria-activedescendant')).toBe('customer-row-0')
})

test('two pasted lines are searched as one line with a blank between them', async () => {
  const { input, queries } = await renderField()
  const paste = new Event('paste', { cancelable: true, bubbles: true })
  Object.assign(paste, { clipboardData: { getData: () => '8948010000012345678\r\nthank you' } })
  input.element.dispatchEvent(paste)
  await flushPromises()
  expect(paste.defaultPrevented).toBe(true)
  expect(queries).toEqual([{ query: '8948010000012345678 thank you', limit: 30 }])
})
