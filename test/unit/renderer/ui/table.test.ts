/** A long table: few rows are in the document, and the keyboard reaches all of them. */
import type { VueWrapper } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick } from 'vue'
import UiModal from '../../../../renderer/ui/UiModal.vue'
import UiTable from '../../../../renderer/ui/UiTable.vue'
import { mounted, read } from '../support/mounted.ts'
import { limits } from '../../../limits.ts'

interface Row {
  readonly id: string
}

const rows: readonly Row[] = Array.from({ length: 5000 }, (_, index) => ({ id: `row ${String(index)}` }))
const columns = [
  { key: 'id', label: 'Name', width: '1fr', sort: 'name' },
  { key: 'other', label: 'Other', width: '1fr' },
]
const grid = (props: Record<string, unknown> = {}) =>
  mounted(UiTable, { label: 'Things', columns, rows, rowKey: (row: Row) => row.id, opens: true, ...props })

test('of thousands of rows only the visible ones are in the document, and their number is exposed', () => {
  const wrapper = grid()
  expect(wrapper.attributes()).toMatchObject({ role: 'grid', 'aria-label': 'Things', 'aria-rowcount': '5001' })
  expect(wrapper.findAll('[role=row]').length).toBeLessThan(60)
})

test('arrows move and Enter opens', async () => {
  const wrapper = grid()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'])
    await wrapper.trigger('keydown', { key })
  expect(wrapper.emitted('open')).toEqual([[{ id: 'row 1' }]])
  expect(wrapper.attributes('aria-activedescendant')).toMatch(/-1$/)
})

test('End goes to the last row, and no key goes beyond it', async () => {
  const wrapper = grid()
  for (const key of ['End', 'ArrowDown', 'PageDown', 'Enter']) await wrapper.trigger('keydown', { key })
  expect(wrapper.emitted('open')).toEqual([[{ id: 'row 4999' }]])
})

test('headings that sort are buttons and expose the order', async () => {
  const wrapper = grid({ sort: { sort: 'name', descending: true } })
  const [name, other] = wrapper.findAll('[role=columnheader]')
  expect(name?.attributes('aria-sort')).toBe('descending')
  expect(other?.find('button').exists()).toBe(false)
  await name?.get('button').trigger('click')
  expect(wrapper.emitted('sort')).toEqual([[{ sort: 'name', descending: false }]])
})

test('the space bar without a current row makes the first one current, and never scrolls', async () => {
  const wrapper = grid({ selected: new Set<string>() })
  const press = (): KeyboardEvent => new KeyboardEvent('keydown', { key: ' ', cancelable: true, bubbles: true })
  const [first, second] = [press(), press()]
  wrapper.element.dispatchEvent(first)
  await wrapper.vm.$nextTick()
  expect(wrapper.emitted('select')).toBeUndefined()
  wrapper.element.dispatchEvent(second)
  expect([first.defaultPrevented, second.defaultPrevented]).toEqual([true, true])
  expect(wrapper.emitted('select')).toEqual([[{ id: 'row 0' }]])
})

test('rows that open nothing are a table and ignore keys', async () => {
  const wrapper = grid({ opens: false })
  expect(wrapper.attributes('role')).toBe('table')
  await wrapper.trigger('keydown', { key: 'ArrowDown' })
  await wrapper.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('open')).toBeUndefined()
  expect(read(wrapper)).toContain('Name')
})

const million = 1_000_000
const sparse = (props: Record<string, unknown> = {}) =>
  grid({
    rows: [],
    count: million,
    rowAt: (index: number) => (index % 2 === 0 ? { id: `row ${index}` } : undefined),
    ...props,
  })

test('a row that is not loaded is announced as busy and opens nothing', async () => {
  const wrapper = sparse()
  expect(wrapper.attributes('aria-rowcount')).toBe(String(million + 1))
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await wrapper.trigger('keydown', { key })
  expect(wrapper.emitted('open')).toBeUndefined()
  expect(wrapper.findAll('[aria-busy=true]').length).toBeGreaterThan(5)
  await wrapper.trigger('keydown', { key: 'ArrowDown' })
  await wrapper.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('open')).toEqual([[{ id: 'row 2' }]])
})

test('a million rows are no higher than an element can be, and the last one is reached', async () => {
  const wrapper = sparse({ rowHeight: 40 })
  const body = wrapper.get('.body').element
  expect(body instanceof HTMLElement ? Number.parseInt(body.style.height, 10) : 0).toBeLessThanOrEqual(30_000_000)
  await wrapper.trigger('keydown', { key: 'End' })
  await wrapper.trigger('scroll')
  await vi.waitFor(() => expect(wrapper.emitted('range')?.at(-1)?.[1]).toBe(million), limits.state)
  expect(wrapper.find(`[aria-rowindex="${million + 1}"]`).exists()).toBe(true)
})

test('going to the top shows the first rows, also in a page that is not shown, where an element can not scroll', async () => {
  const wrapper = sparse({ rowHeight: 40 })
  await wrapper.vm.$nextTick()
  wrapper.element.scrollTop = 40_000
  await wrapper.trigger('scroll')
  expect(wrapper.find('[aria-rowindex="2"]').exists()).toBe(false)
  vi.spyOn(wrapper.element, 'scrollTo').mockImplementation(() => undefined)
  vi.spyOn(wrapper.element, 'scrollTop', 'get').mockReturnValue(0)
  ;(wrapper.vm as unknown as { readonly toRow: (row: number) => void }).toRow(0)
  await wrapper.vm.$nextTick()
  expect(wrapper.find('[aria-rowindex="2"]').exists()).toBe(true)
})

test('another number of rows reports the positions on the screen, also where these stay the same', async () => {
  const wrapper = grid()
  const before = wrapper.emitted('range')?.length ?? 0
  await wrapper.setProps({ rows: rows.slice(0, 4000) })
  expect(wrapper.emitted('range')?.length ?? 0).toBe(before + 1)
})

test('a row that came under the pointer after it was pressed is not opened', async () => {
  const wrapper = grid()
  const first = () => wrapper.get('[aria-rowindex="2"]')
  await first().trigger('pointerdown', { button: 0 })
  await wrapper.setProps({ rows: rows.slice(1) })
  await first().trigger('click', { detail: 1 })
  expect(wrapper.emitted('open')).toBeUndefined()
  // A click of assistive technology has no pointer. A right click opens nothing and changes nothing.
  await first().trigger('pointerdown', { button: 0 })
  await wrapper.setProps({ rows: rows.slice(2) })
  await first().trigger('click', { detail: 0 })
  await first().trigger('pointerdown', { button: 2 })
  await wrapper.setProps({ rows: rows.slice(3) })
  await first().trigger('click', { detail: 1 })
  expect(wrapper.emitted('open')).toEqual([[{ id: 'row 2' }], [{ id: 'row 3' }]])
})

test('a row that came under the pointer after its box was pressed is not selected', async () => {
  const wrapper = grid({ selected: new Set<string>() })
  const box = () => wrapper.get('[aria-rowindex="2"] .select')
  await box().trigger('pointerdown', { button: 0 })
  await wrapper.setProps({ rows: rows.slice(1) })
  await box().trigger('click', { detail: 1 })
  await box().trigger('pointerdown', { button: 0 })
  await wrapper.setProps({ rows: rows.slice(2) })
  await box().trigger('click', { detail: 1, shiftKey: true })
  expect([wrapper.emitted('select'), wrapper.emitted('selectRange')]).toEqual([undefined, undefined])
  await box().trigger('pointerdown', { button: 0 })
  await box().trigger('click', { detail: 1 })
  expect(wrapper.emitted('select')).toEqual([[{ id: 'row 2' }]])
})

test('of a row that was pressed before it was loaded only the position counts', async () => {
  let isLoaded = false
  const rowAt = (index: number) => (isLoaded ? { id: `row ${index}` } : undefined)
  const wrapper = grid({ rows: [], count: 5000, rowAt, selected: new Set<string>() })
  const row = (index: number) => wrapper.get(`[aria-rowindex="${index + 2}"]`)
  await row(1).trigger('click', { detail: 1 })
  await row(4).trigger('pointerdown', { button: 0 })
  isLoaded = true
  await wrapper.setProps({ rowAt: (index: number) => rowAt(index) })
  await row(4).trigger('click', { detail: 1 })
  expect(wrapper.emitted('open')).toBeUndefined()
  isLoaded = false
  await wrapper.setProps({ rowAt: (index: number) => rowAt(index) })
  await row(4).trigger('pointerdown', { button: 0 })
  isLoaded = true
  await wrapper.setProps({ rowAt: (index: number) => rowAt(index) })
  await row(4).trigger('click', { detail: 1, shiftKey: true })
  expect(wrapper.emitted('selectRange')?.at(-1)?.slice(0, 2)).toEqual([4, 4])
})

test('a row that is loading keeps what its element had out of sight, and a press on it opens nothing', async () => {
  let isLoaded = true
  const rowAt = (index: number) => (isLoaded ? { id: `row ${index}` } : undefined)
  const wrapper = grid({ rows: [], count: 5000, rowAt })
  const first = wrapper.get('[aria-rowindex="2"]')
  const { element } = first
  isLoaded = false
  await wrapper.setProps({ rowAt: (index: number) => rowAt(index) })
  expect(wrapper.get('[aria-rowindex="2"]').element).toBe(element)
  expect([first.classes('loading'), first.attributes('aria-busy')]).toEqual([true, 'true'])
  await first.trigger('pointerdown', { button: 0 })
  await first.trigger('click', { detail: 1 })
  expect(wrapper.emitted('open')).toBeUndefined()
})

test('the arrows reveal a row from where a shorter table is scrolled to', async () => {
  const wrapper = grid({ rows: rows.slice(0, 500), rowHeight: 40 })
  wrapper.element.scrollTop = 15_000
  await wrapper.trigger('scroll')
  await wrapper.setProps({ rows: rows.slice(0, 30) })
  await wrapper.trigger('keydown', { key: 'End' })
  // All that can be scrolled is the height of 30 rows and the head, without that of the table.
  expect(wrapper.element.scrollTop).toBe(30 * 40 + 36 - 640)
  expect(wrapper.find('[aria-rowindex="31"]').exists()).toBe(true)
  await wrapper.trigger('keydown', { key: 'Home' })
  expect(wrapper.element.scrollTop).toBe(0)
})

test('the space bar and a click beside a row select it, and do not open it', async () => {
  const wrapper = grid({ selected: new Set(['row 1']), selectLabel: 'Selected' })
  expect(wrapper.attributes('aria-multiselectable')).toBe('true')
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(1)
  await wrapper.trigger('keydown', { key: 'ArrowDown' })
  await wrapper.trigger('keydown', { key: ' ' })
  await wrapper.findAll('.select')[3]?.trigger('click')
  expect(wrapper.emitted('select')).toEqual([[{ id: 'row 0' }], [{ id: 'row 3' }]])
  expect(wrapper.emitted('open')).toBeUndefined()
})

/** A table with a selection as its parent keeps it, whatever rows it has loaded. */
function selectable(props: Record<string, unknown> = {}) {
  const wrapper = grid({ selected: new Set<string>(), ...props })
  let selected: ReadonlySet<number> = new Set()
  let before = selected
  let read = 0
  function now(): readonly number[] {
    const ranges = (wrapper.emitted('selectRange') ?? []) as [number, number, boolean][]
    for (const [first, last, begins] of ranges.slice(read)) {
      if (begins) before = selected
      selected = new Set([...before, ...Array.from({ length: last - first + 1 }, (_, each) => first + each)])
    }
    read = ranges.length
    return [...selected].toSorted((one, other) => one - other)
  }
  return {
    wrapper,
    async press(key: string, shiftKey = false) {
      await wrapper.trigger('keydown', { key, shiftKey })
      return now()
    },
    async click(index: number, shiftKey = false, cell = '.cell') {
      await wrapper.get(`[aria-rowindex="${String(index + 2)}"] ${cell}`).trigger('click', { shiftKey })
      return now()
    },
  }
}

test('Shift with the arrows selects from where it was first pressed, and deselects on the way back', async () => {
  const { wrapper, press } = selectable()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key)
  expect(await press('ArrowDown', true)).toEqual([2, 3])
  expect(await press('ArrowDown', true)).toEqual([2, 3, 4])
  expect(await press('ArrowUp', true)).toEqual([2, 3])
  expect(await press('ArrowUp', true)).toEqual([2])
  expect(await press('ArrowUp', true)).toEqual([1, 2])
  await press('ArrowUp')
  // Another place begins another range.
  expect(await press('ArrowDown', true)).toEqual([0, 1, 2])
  // So does another row that became the current one by a click: what was selected before stays on the way back.
  await wrapper.setProps({ current: 5 })
  expect(await press('ArrowDown', true)).toEqual([0, 1, 2, 5, 6])
  expect(await press('ArrowUp', true)).toEqual([0, 1, 2, 5])
  // Without a current row, no row is selected that was not marked before.
  await wrapper.setProps({ current: -1 })
  expect(await press('ArrowDown', true)).toEqual([0, 1, 2, 5])
})

test('Shift with a click selects from the current row on, also on the other side, and opens nothing', async () => {
  const { wrapper, press, click } = selectable()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key)
  expect(await click(5, true)).toEqual([2, 3, 4, 5])
  expect(await click(3, true, '.select')).toEqual([2, 3])
  expect(await click(0, true)).toEqual([0, 1, 2])
  expect(await press('ArrowDown', true)).toEqual([1, 2])
  expect(wrapper.emitted('open')).toBeUndefined()
  expect(wrapper.emitted('select')).toBeUndefined()
  // A box that was clicked begins another range, although it is the row where the last one ended.
  await click(1, false, '.select')
  expect(await click(3, true)).toEqual([1, 2, 3])
  // What was selected before stays.
  expect(await press('ArrowUp', true)).toEqual([1, 2])
  expect(await press('ArrowUp', true)).toEqual([1, 2])
})

test('a new range begins once nothing is selected, and in another list', async () => {
  const { wrapper, press, click } = selectable()
  const last = (): unknown => wrapper.emitted('selectRange')?.at(-1)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key)
  await click(5, true)
  expect(last()).toEqual([2, 5, true])
  await wrapper.setProps({ selected: new Set(['row 2', 'row 5']) })
  await click(6, true)
  expect(last()).toEqual([2, 6, false])
  await wrapper.setProps({ selected: new Set() })
  await click(8, true)
  expect(last()).toEqual([6, 8, true])
  // A list in another order has no current row yet.
  await wrapper.setProps({ current: 3 })
  await wrapper.setProps({ current: -1 })
  await click(8, true)
  expect(last()).toEqual([8, 8, true])
})

test('a click with Shift opens its row where no row can be selected', async () => {
  const { wrapper, click } = selectable({ selected: null })
  expect(await click(1, true)).toEqual([])
  expect(wrapper.emitted('open')).toEqual([[{ id: 'row 1' }]])
})

test('a range has the rows between its ends that are not loaded', async () => {
  const { press } = selectable({ rows: [], count: 100, rowAt: (index: number) => rows[index === 1 ? -1 : index] })
  for (const [key, shift] of [['Home'], ['ArrowDown', true], ['ArrowDown', true]] as const) await press(key, shift)
  expect(await press('Home')).toEqual([0, 1, 2])
  expect(await press('End', true)).toHaveLength(100)
})

test('the arrow up on the first row leaves the table, and Ctrl with Enter opens nothing', async () => {
  const wrapper = grid()
  await wrapper.trigger('keydown', { key: 'ArrowUp' })
  expect(wrapper.emitted('leave')).toBeUndefined()
  await wrapper.trigger('keydown', { key: 'ArrowUp' })
  await wrapper.trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(wrapper.emitted('leave')).toHaveLength(1)
  expect(wrapper.emitted('open')).toBeUndefined()
})

describe('the arrow down where nothing that takes keys has the focus', () => {
  /** Presses it where the focus is, and returns whether the table has taken it. */
  async function pressDown(changes: KeyboardEventInit = {}): Promise<boolean> {
    const event = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true, ...changes })
    document.activeElement?.dispatchEvent(event)
    await nextTick()
    return event.defaultPrevented
  }
  function add(tag: string, parent: Element = document.body): HTMLElement {
    const element = parent.appendChild(document.createElement(tag))
    onTestFinished(() => element.remove())
    return element
  }
  const currentOf = (wrapper: VueWrapper): string | undefined => wrapper.attributes('aria-activedescendant')

  test('leads to the first row, from the document and from the page around the table', async () => {
    for (const isPageFocused of [false, true]) {
      const page = add('main')
      page.tabIndex = -1
      const wrapper = grid()
      page.append(wrapper.element)
      if (isPageFocused) page.focus()
      expect(document.activeElement).toBe(isPageFocused ? page : document.body)
      expect(await pressDown()).toBe(true)
      expect(document.activeElement).toBe(wrapper.element)
      expect(currentOf(wrapper)).toMatch(/-0$/)
      await pressDown()
      expect(currentOf(wrapper)).toMatch(/-1$/)
      wrapper.unmount()
    }
  })

  test('is not taken by a table that is not displayed, and its current row stays', async () => {
    const page = add('main')
    const wrapper = grid()
    page.append(wrapper.element)
    page.style.display = 'none'
    expect(await pressDown()).toBe(false)
    expect(currentOf(wrapper)).toBeUndefined()
    expect(document.activeElement).toBe(document.body)
    page.style.display = ''
    expect(await pressDown()).toBe(true)
    expect(currentOf(wrapper)).toMatch(/-0$/)
  })

  test('leads back to the row that was the current one', async () => {
    const wrapper = grid()
    for (let presses = 0; presses < 3; presses += 1) await pressDown()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await pressDown()
    expect(document.activeElement).toBe(wrapper.element)
    expect(currentOf(wrapper)).toMatch(/-2$/)
  })

  test('is left to a field, a menu, an open dialog, a chord, a table without rows and one that is not shown', async () => {
    const wrapper = grid()
    const menu = add('div')
    menu.tabIndex = -1
    for (const focused of [add('input'), add('button'), menu]) {
      focused.focus()
      expect(await pressDown()).toBe(false)
    }
    menu.blur()
    expect(await pressDown({ altKey: true })).toBe(false)
    const dialog = mounted(UiModal, { title: 'A dialog', open: true })
    await nextTick()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    expect(await pressDown()).toBe(false)
    dialog.unmount()
    await wrapper.setProps({ rows: [] })
    expect(await pressDown()).toBe(false)
    await wrapper.setProps({ rows })
    wrapper.element.remove()
    expect(await pressDown()).toBe(false)
  })
})
