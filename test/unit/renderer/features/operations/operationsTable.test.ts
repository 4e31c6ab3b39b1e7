/** The rows of the journal. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { VueWrapper } from '@vue/test-utils'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import OperationsTable from '../../../../../renderer/features/operations/OperationsTable.vue'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { openSandbox, operation } from '../../support/samples.ts'

const table = (row: OperationRow): VueWrapper => mounted(OperationsTable, { rows: [row] })
const stateOf = (row: OperationRow): string => read(table(row).findAll('[role=gridcell]').at(-1) ?? table(row))

const width = window.innerWidth
const showWindow = (pixels: number): void => void (window.innerWidth = pixels)
beforeEach(() => showWindow(1600))
afterEach(() => showWindow(width))

test('a row of a window of the default size has two lines, so that package, customer and state are not cut off', () => {
  showWindow(1280)
  const row = operation({ state: 'CONFIRMED', confirmedBy: 'state', customerEmail: 'ada@example.org' })
  const wrapper = table(row)
  expect(wrapper.getComponent({ name: 'UiTable' }).props('rowHeight')).toBe(48)
  expect(wrapper.classes()).toContain('two')
  expect(wrapper.get('.customer wbr').element.nextSibling?.textContent).toBe('@example.org')
  expect(wrapper.findAll('.second').map(read)).toContain(text('operations.confirmedBy.state'))
  expect(stateOf(operation({ state: 'CONFIRMED', confirmedBy: 'answer' }))).toBe(text('operations.state.CONFIRMED'))
})

test('a row of a wide window has one line, 40 pixels high, with the exact time and the uid as hints', () => {
  const row = operation({ customerEmail: 'ada@example.org' })
  const wrapper = table(row)
  expect(wrapper.getComponent({ name: 'UiTable' }).props('rowHeight')).toBe(40)
  expect(wrapper.classes()).not.toContain('two')
  expect(wrapper.get('time').attributes()).toMatchObject({
    datetime: row.createdAt,
    title: expect.stringMatching(/\S/),
  })
  const customer = wrapper.get('.customer')
  expect([customer.text(), customer.attributes('title')]).toEqual([
    'ada@example.org',
    `ada@example.org\n${row.customerUid ?? ''}`,
  ])
})

test('on the sandbox it marks what was done in an earlier one, whose customers have come back since', async () => {
  installBridge({})
  const row = operation({ state: 'CONFIRMED', connectionName: 'Sandbox', current: false, sandbox: true })
  const wrapper = mounted(OperationsTable, {
    // A service may have any name.
    rows: [row, { ...row, id: 'B', current: true }, { ...row, id: 'C', sandbox: false }],
  })
  const states = () => wrapper.findAll('[role=gridcell]:last-child').map(read)
  expect(states()).toEqual([
    text('operations.state.CONFIRMED'),
    text('operations.state.CONFIRMED'),
    text('operations.state.CONFIRMED'),
  ])
  useConnection().take(openSandbox)
  await nextTick()
  expect(states()).toEqual([
    `${text('operations.state.CONFIRMED')}${text('operations.earlierSandbox')}`,
    text('operations.state.CONFIRMED'),
    text('operations.state.CONFIRMED'),
  ])
})

test('what was done in an earlier sandbox keeps the reason of its refusal, and what to do about it', async () => {
  installBridge({})
  showWindow(1280)
  const done = { current: false, sandbox: true } as const
  const wrapper = mounted(OperationsTable, {
    rows: [
      operation({ ...done, state: 'REJECTED', confirmedBy: null, reason: 'Locked.' }),
      operation({ ...done, id: 'B', state: 'UNKNOWN', confirmedBy: null }),
    ],
  })
  useConnection().take(openSandbox)
  await nextTick()
  const [refused = '', open = ''] = wrapper.findAll('[role=gridcell]:last-child').map(read)
  expect(refused).toBe(`${text('operations.state.REJECTED')}${text('operations.earlierSandbox')} · Locked.`)
  expect(open).toMatch(/ · ./)
  expect(open.startsWith(text('operations.state.UNKNOWN') + text('operations.earlierSandbox'))).toBe(true)
})

test('it says how an operation was confirmed only if that is not the usual way, and why one was refused', () => {
  expect(stateOf(operation({ state: 'CONFIRMED', confirmedBy: 'answer' }))).toBe(text('operations.state.CONFIRMED'))
  expect(stateOf(operation({ state: 'CONFIRMED', confirmedBy: 'person' }))).toBe(
    `${text('operations.state.CONFIRMED')}${text('operations.confirmedBy.person')}`,
  )
  expect(stateOf(operation({ state: 'REJECTED', confirmedBy: null, reason: 'Locked.' }))).toBe(
    `${text('operations.state.REJECTED')}Locked.`,
  )
  expect(stateOf(operation({ state: 'UNKNOWN', confirmedBy: null }))).toBe(text('operations.state.UNKNOWN'))
})
