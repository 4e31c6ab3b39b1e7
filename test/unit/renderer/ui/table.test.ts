/** A long table: few rows are in the document, and the keyboard reaches all of them. */
import { expect, test } from 'vitest'
import UiTable from '../../../../renderer/ui/UiTable.vue'
import { mounted, read } from '../support/mounted.ts'

interface Row {
  readonly id: string
}

const rows: readonly Row[] = Array.from({ length: 5000 }, (_, index) => ({ id: `row ${String(index)}` }))
const columns = [
  { key: 'id', label: 'Name', width: '1fr', sortable: true },
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
  const wrapper = grid({ sort: { column: 'id', descending: true } })
  const [name, other] = wrapper.findAll('[role=columnheader]')
  expect(name?.attributes('aria-sort')).toBe('descending')
  expect(other?.find('button').exists()).toBe(false)
  await name?.get('button').trigger('click')
  expect(wrapper.emitted('sort')).toEqual([['id']])
})

test('rows that open nothing are a table and ignore keys', async () => {
  const wrapper = grid({ opens: false })
  expect(wrapper.attributes('role')).toBe('table')
  await wrapper.trigger('keydown', { key: 'ArrowDown' })
  await wrapper.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('open')).toBeUndefined()
  expect(read(wrapper)).toContain('Name')
})
