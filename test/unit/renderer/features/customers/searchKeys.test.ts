/** From the search field to what it found and back, by the keyboard alone. */
import { flushPromises, mount } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import SearchField from '../../../../../renderer/app/frame/SearchField.vue'
import KeysDialog from '../../../../../renderer/app/palette/KeysDialog.vue'
import CustomersPage from '../../../../../renderer/features/customers/CustomersPage.vue'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useSelection } from '../../../../../renderer/features/customers/selection.store.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { found, listed, noList, row } from '../../support/customers.ts'
import { read, text } from '../../support/mounted.ts'
import { emptyPages } from '../../support/pages.ts'
import { limits } from '../../../../limits.ts'

const Window = defineComponent({
  props: { keys: { type: Boolean, default: false } },
  setup: (props) => () => [h(SearchField), h(CustomersPage), props.keys ? h(KeysDialog, { shortcuts: [] }) : undefined],
})

/** The header's field above the page of customers. The list has two customers, a search finds three, or `rows`. */
async function opened(search: Record<string, unknown> = { rows: ['c-1', 'c-2', 'c-3'].map(row) }) {
  installBridge({
    'customers.status': accept(noList),
    'customers.browse': listed([row('c-8'), row('c-9')]),
    'customers.search': found(search),
    'customers.similar': accept({ queries: ['budi.suzuki@webmail.example'] }),
  })
  const router = emptyPages()
  await router.push('/customers')
  const wrapper = mount(Window, {
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  const field = wrapper.get('input')
  field.element.focus()
  return { wrapper, field, router, store: useSearch(), grid: () => wrapper.get('[role=grid]').element }
}

/** Presses a key where the focus is. Returns whether something else than the browser's own meaning of it was done. */
async function press(key: string, changes: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...changes })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
  return event.defaultPrevented
}

async function type(field: { setValue: (text: string) => Promise<void> }, text: string): Promise<void> {
  await field.setValue(text)
  await flushPromises()
}

test('the arrow down leads from the field to the rows, where the space bar selects them', async () => {
  const { wrapper, field, grid, store } = await opened()
  await type(field, 'an')
  await press('ArrowDown')
  expect(document.activeElement).toBe(grid())
  expect(store.row).toBe(1)
  await press('ArrowUp')
  await press(' ')
  await press('ArrowDown')
  await press(' ')
  expect([...useSelection().selected]).toEqual(['c-1', 'c-2'])
  await press('Enter', { ctrlKey: true })
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(2)
})

test('without a search the arrow down leads to the list, beginning with its first row', async () => {
  const { grid, store } = await opened()
  await press('ArrowDown')
  expect(document.activeElement).toBe(grid())
  expect(store.row).toBe(0)
  await press('ArrowUp')
  expect(document.activeElement).toBe(document.querySelector('input'))
})

test('Enter opens the row, and Shift with the arrow down selects rows', async () => {
  const { field, router } = await opened()
  await type(field, 'an')
  await press('ArrowDown')
  await press('ArrowDown', { shiftKey: true })
  expect([...useSelection().selected]).toEqual(['c-2', 'c-3'])
  await press('Enter')
  expect(router.currentRoute.value.path).toBe('/customers/c-3')
})

test('typing in the list goes on in the field, and a key of the whole window stays one', async () => {
  const { field, grid } = await opened()
  await type(field, 'an')
  for (const [key, leaves] of [
    ['n', true],
    ['Backspace', true],
    ['?', false],
    ['/', false],
    ['Home', false],
  ] as const) {
    await press('ArrowDown')
    expect(document.activeElement).toBe(grid())
    expect(await press(key)).toBe(key === 'Home')
    expect(document.activeElement === field.element).toBe(leaves)
    field.element.focus()
  }
})

test('where nobody is found the arrow down leads to the similar address, and up again', async () => {
  const { wrapper, field, store } = await opened({ rows: [] })
  await type(field, 'budi.suzuki@webmail.exmple')
  await vi.waitFor(() => expect(wrapper.find('.similar button').exists()).toBe(true), limits.state)
  const focused = (): string => (document.activeElement === null ? '' : read({ element: document.activeElement }))
  await press('ArrowDown')
  expect(focused()).toBe(text('customers.noMatch.near', { query: 'budi.suzuki@webmail.example' }))
  await press('ArrowUp')
  expect(focused()).toBe(text('customers.noMatch.clear'))
  await press('ArrowUp')
  expect(document.activeElement).toBe(field.element)
  await press('ArrowDown')
  if (document.activeElement instanceof HTMLElement) document.activeElement.click()
  await flushPromises()
  expect(store.text).toBe('budi.suzuki@webmail.example')
})

test('the sheets of the selected customers have a key, as long as one is selected', async () => {
  await opened()
  const chord = () => usePageActionList().actions.find(({ id }) => id === 'many')?.chord
  expect(chord()).toBeUndefined()
  await press('ArrowDown')
  await press(' ')
  expect(useSelection().selected.size).toBe(1)
  expect(chord()).toBe('Mod+Enter')
})

test('the keys of the list are among the keys of the page', async () => {
  const { wrapper } = await opened()
  await wrapper.setProps({ keys: true })
  await flushPromises()
  const lines = [...document.querySelectorAll('dl .line')].map((element) => read({ element }))
  expect(lines).toContain(`${text('keys.toList')}↓`)
  expect(lines).toContain(`${text('keys.select')}${text('common.keys.space')}`)
  expect(lines).toContain(`${text('keys.selectMore')}${text('common.keys.shift')}↓`)
})

const pressedFilter = (): string => document.activeElement?.textContent.trim().replaceAll(/\s+/g, ' ') ?? ''

test('a key leads to the chosen filter, the arrows, Home and End to the others, and Tab reaches one of them', async () => {
  const { wrapper } = await opened()
  await useCustomerList().change({ filter: 'disabled' })
  await flushPromises()
  const action = usePageActionList().actions.find(({ chord }) => chord === 'Mod+Shift+F')
  expect(action?.label).toBe(text('customers.filter.label'))
  action?.run()
  await flushPromises()
  expect(pressedFilter()).toBe(`${text('customers.filter.disabled')} 6`)
  for (const [key, filter] of [
    ['ArrowRight', `${text('customers.filter.unknownState')} 8`],
    ['ArrowLeft', `${text('customers.filter.disabled')} 6`],
    ['Home', `${text('customers.filter.all')} 12,000`],
    ['ArrowLeft', `${text('customers.filter.unconfirmed')} 5`],
    ['ArrowRight', `${text('customers.filter.all')} 12,000`],
    ['End', `${text('customers.filter.unconfirmed')} 5`],
  ] as const) {
    expect(await press(key)).toBe(true)
    expect([key, pressedFilter()]).toEqual([key, filter])
    expect(wrapper.findAll('[aria-pressed][tabindex="0"]').map(read)).toEqual([filter])
  }
  expect(await press('ArrowLeft', { altKey: true })).toBe(false)
  expect(useCustomerList().view.filter).toBe('disabled')
})

test('the arrow up leads from a filter to the search, and the arrow down to the list', async () => {
  const { wrapper, field, grid } = await opened()
  const filter = wrapper.get<HTMLElement>('[aria-pressed=true]')
  filter.element.focus()
  await press('ArrowUp')
  expect(document.activeElement).toBe(field.element)
  filter.element.focus()
  await press('ArrowDown')
  expect(document.activeElement).toBe(grid())
})
