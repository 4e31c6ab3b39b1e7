/**
 * The page as a whole: what it shows first, its filters in the address, its views, and the export.
 *
 * @module-tag long
 */
import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import * as z from 'zod'
import { OperationFilter, type OperationRow, type OperationTotals } from '#shared/model/operation/operation.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { routes } from '../../../../../renderer/app/router.ts'
import { matches } from '../../../../../renderer/features/operations/journalFilter.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { confirmExport } from '../../support/exporting.ts'
import { read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const day = {
  period: '2026-11-21',
  purchases: 1,
  spent: [usd('4.50')],
  refunds: 0,
  refunded: [],
  seenRefunds: 0,
  seenRefunded: [],
  unresolved: [],
  margin: [],
  withoutMargin: 0,
}
const totals: OperationTotals = {
  today: day,
  month: { ...day, period: '2026-11' },
  days: [day],
  months: [{ ...day, period: '2026-11' }],
  refundReasons: [],
  packages: [],
  spentToday: usd('4.50'),
  dailyLimit: null,
}

const Calls = z.object(OperationFilter.shape)

const journal: readonly OperationRow[] = [
  operation({ id: '09', state: 'CONFIRMED', kind: 'register' }),
  operation({ id: '08', state: 'UNKNOWN' }),
  operation({ id: '03', state: 'NEEDS_HUMAN', packageName: 'Japan 1 GB' }),
]

async function page(
  rows: readonly OperationRow[] = journal,
  path = '/operations',
  exported = accept({ path: '/home/a/x.csv', rows: 2 }),
  checked = refuse('service_timeout'),
) {
  const calls: unknown[] = []
  const bridge = installBridge({
    'operations.list': (input) => {
      const found = rows.filter((row) => matches(row, Calls.parse(input)))
      return accept({ rows: found, total: found.length })(input)
    },
    'operations.totals': accept(totals),
    'operations.get': (input) => {
      const { id } = z.object({ id: z.string() }).parse(input)
      const found = rows.find((row) => row.id === id) ?? operation()
      return accept({ operation: found, transitions: [], attempts: [], note: null, iccids: [] })(input)
    },
    'operations.check': (input) => (calls.push(input), checked(input)),
    'installation.mails': accept({ rows: [], total: 0 }),
    'operations.exportCsv': (input) => (calls.push(input), exported(input)),
  })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      ...routes.filter(({ path: known }) => known.startsWith('/operations')),
      { path: '/:rest(.*)*', component: { template: '<i />' } },
    ],
  })
  await router.push(path)
  const wrapper = mount(
    {
      template: '<RouterView v-slot="{ Component }"><KeepAlive><component :is="Component" /></KeepAlive></RouterView>',
    },
    { attachTo: document.body, global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] } },
  )
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  const select = (label: string) => wrapper.get(`select[aria-label="${label}"]`)
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  const ids = (): readonly string[] => wrapper.findAll('[role=grid] [role=row][id]').map((row) => read(row))
  return { wrapper, router, bridge, calls, select, button, ids }
}

test('operations that need a person come first, then those that are being checked, then the journal', async () => {
  const { wrapper } = await page()
  expect(wrapper.findAll('section, [role=grid]').map((part) => part.attributes('aria-label'))).toEqual([
    text('operations.totals.title'),
    text('operations.needsPerson.title'),
    text('operations.underWay.title'),
    text('operations.title'),
  ])
  expect(read(wrapper.get(`[aria-label="${text('operations.needsPerson.title')}"]`))).toContain('Japan 1 GB')
  expect(read(wrapper)).toContain(text('operations.count', { count: 3 }))
})

test('a choice goes into the address, and the address sets the choice', async () => {
  const { wrapper, router, select, ids } = await page(journal, '/operations?state=UNKNOWN')
  expect(ids()).toHaveLength(1)
  expect(read(wrapper)).toContain(text('operations.countMatching', { count: 1 }))
  await select(text('operations.kindLabel')).setValue('refund')
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({ state: 'UNKNOWN', kind: 'refund' })
  await select(text('operations.stateLabel')).setValue('')
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({ kind: 'refund' })
  expect(ids()).toHaveLength(2)
})

test('a range has two days, and an error if they are in the wrong order', async () => {
  const { wrapper, router, select } = await page()
  await select(text('operations.period.label')).setValue('range')
  await flushPromises()
  const [from, to] = wrapper.findAll('input[type=date]')
  await from?.setValue('2026-11-05')
  await flushPromises()
  await to?.setValue('2026-11-01')
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({ period: 'range', from: '2026-11-05', to: '2026-11-01' })
  expect(wrapper.get('[role=status].wrong').isVisible()).toBe(true)
})

test('no match differs from an empty journal, and offers to clear the filters', async () => {
  const { wrapper, router, button } = await page(journal, '/operations?kind=activate')
  expect(read(wrapper)).toContain(text('operations.noMatch.title'))
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({})
  expect(button(text('operations.clear'))).toBeUndefined()
  expect(read((await page([])).wrapper)).toContain(text('operations.empty.title'))
})

test('pushed rows appear in every section at once', async () => {
  const { wrapper, bridge, ids } = await page()
  bridge.push(
    'operation.changed',
    operation({ id: '08', state: 'NEEDS_HUMAN', updatedAt: '2027-01-01T00:00:00.000Z', packageName: 'Peru 2 GB' }),
  )
  await flushPromises()
  expect(read(wrapper.get(`[aria-label="${text('operations.needsPerson.title')}"]`))).toContain('Peru 2 GB')
  expect(wrapper.find(`[aria-label="${text('operations.underWay.title')}"]`).exists()).toBe(false)
  expect(ids().join()).toContain('Peru 2 GB')
})

test('the shown rows are written to a file, and its path is shown', async () => {
  const { calls, button } = await page(journal, '/operations?kind=refund')
  await button(text('operations.export.button'))?.trigger('click')
  await confirmExport()
  expect(calls).toEqual([
    { name: expect.stringMatching(/ \d{4}-\d\d-\d\d$/), filter: { kind: 'refund' }, decimal: 'point' },
  ])
  expect(calls).toMatchObject([{ name: expect.stringContaining(text('operations.export.name', { day: '' })) }])
  expect(useToast().take().at(-1)).toEqual({
    text: text('operations.export.done', { path: '/home/a/x.csv', count: 2 }),
    lasting: true,
  })
})

test("a file that can't be written is reported, and a cancelled choice is not", async () => {
  const failing = await page(journal, '/operations', refuse('file_unwritable'))
  await failing.button(text('operations.export.button'))?.trigger('click')
  await confirmExport()
  expect(failing.wrapper.find('[data-code=file_unwritable]').exists()).toBe(true)
  const cancelled = await page(journal, '/operations', accept({ path: null, rows: 2 }))
  useToast().take()
  await cancelled.button(text('operations.export.button'))?.trigger('click')
  await confirmExport()
  expect(useToast().take()).toEqual([])
})

test('the totals are a separate view', async () => {
  const { wrapper } = await page(journal, '/operations?view=totals')
  const names = wrapper.findAll('table[aria-label]').map((table) => table.attributes('aria-label'))
  expect(names).toEqual([text('operations.totals.by.day'), text('operations.totals.by.month')])
  expect(wrapper.find('[role=grid]').exists()).toBe(false)
  expect(wrapper.get('nav [aria-current=page]').text()).toBe(text('operations.view.totals'))
})

test('mails are a separate view without the credits', async () => {
  const { wrapper } = await page(journal, '/operations?view=mails')
  expect(wrapper.get('nav [aria-current=page]').text()).toBe(text('operations.view.mails'))
  expect(wrapper.find('.mails').exists()).toBe(true)
  expect(wrapper.find(`[aria-label="${text('operations.totals.title')}"]`).exists()).toBe(false)
})

test('after the details are closed, the focus is on the row of the operation, even if the row has moved', async () => {
  const { wrapper, router, bridge } = await page()
  const grid = wrapper.get<HTMLElement>('[role=grid]')
  grid.element.focus()
  await wrapper.findAll('[role=grid] [role=row][id]')[1]?.trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/operations/08')
  grid.element.blur()
  bridge.push('operation.changed', operation({ id: '11', state: 'CONFIRMED' }))
  await router.push('/operations')
  await flushPromises()
  expect(document.activeElement).toBe(grid.element)
  expect(grid.attributes('aria-activedescendant')).toMatch(/-row-2$/)
})

test('after details that were opened above the journal the focus is on the control that opened them', async () => {
  const { wrapper, router, button } = await page()
  const clicked = button(text('operations.needsPerson.record'))
  if (!(clicked?.element instanceof HTMLElement)) throw new Error('There is no such button')
  clicked.element.focus()
  await clicked.trigger('click')
  await flushPromises()
  clicked.element.blur()
  await router.push('/operations')
  await flushPromises()
  expect(document.activeElement).toBe(clicked.element)
  expect(wrapper.find('.detail').exists()).toBe(false)
})

test('the details link back to the list as it was left', async () => {
  const { wrapper, router } = await page(journal, '/operations?kind=refund')
  await router.push('/operations/09')
  await flushPromises()
  expect(wrapper.get('a.back').attributes('href')).toBe('/operations?kind=refund')
})

/** Two operations whose outcome is not known. */
const unknown = ['07', '08'].map((id) => operation({ id, state: 'UNKNOWN', confirmedBy: null }))

test('what the check of one operation brought is not shown beside the next one', async () => {
  const { wrapper, router, button } = await page(unknown, '/operations/07')
  await button(text('operations.checkNow'))?.trigger('click')
  await flushPromises()
  expect(wrapper.find('.detail [data-code=service_timeout]').exists()).toBe(true)
  await router.push('/operations/08')
  await flushPromises()
  expect(read(wrapper.get('.detail'))).toContain(text('operations.checkNow'))
  expect(wrapper.find('.detail [data-code=service_timeout]').exists()).toBe(false)
})

test('an operation can be checked while the check of the one before it is under way', async () => {
  const never = () => new Promise(() => undefined)
  const { router, button, calls } = await page(unknown, '/operations/07', undefined, never)
  await button(text('operations.checkNow'))?.trigger('click')
  await router.push('/operations/08')
  await flushPromises()
  await button(text('operations.checkNow'))?.trigger('click')
  expect(calls).toEqual([{ id: '07' }, { id: '08' }])
})
