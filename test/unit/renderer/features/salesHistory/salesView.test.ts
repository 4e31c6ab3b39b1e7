/** The sales history as a whole: its choices in the address, pages, customers, and its text where it is missing. */
import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import * as z from 'zod'
import type { SaleRow } from '#shared/model/operation/sales.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import SalesView from '../../../../../renderer/features/salesHistory/SalesView.vue'
import {
  noSalesFilter,
  salesFilterFromQuery,
  salesFilterToQuery,
  salesInput,
} from '../../../../../renderer/features/salesHistory/salesFilter.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { read, text } from '../../support/mounted.ts'

const sale = (index: number, changes: Partial<SaleRow> = {}): SaleRow => ({
  uid: ItemUid.parse(`item-${String(index)}`),
  soldAt: '2026-11-20T10:00:00.000Z',
  name: `Europe ${String(index)} GB`,
  size: { value: index, unit: 'GB' },
  validity: { value: 30, unit: 'days', unlimited: false },
  customerUid: CustomerUid.parse(`customer-${String(index)}`),
  customerEmail: `person${String(index)}@example.org`,
  reference: null,
  price: { amount: '4.50', currency: 'USD' },
  retailPrice: null,
  channel: 'API',
  status: 'Purchased',
  ...changes,
})

const answer = (rows: readonly SaleRow[], total = rows.length) => ({
  rows,
  total,
  all: total,
  sums: { price: [], retailPrice: [], margin: [], withoutMargin: 0, refunds: [] },
  unreadable: [],
  fetchedAt: '2026-11-21T10:00:00.000Z',
})

async function view(reply: (input: unknown) => Promise<unknown>, query = '') {
  const calls: unknown[] = []
  installBridge({ 'salesHistory.list': (input) => (calls.push(input), reply(input)) })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/operations', name: 'operations', component: SalesView },
      { path: '/:rest(.*)*', component: { template: '<i />' } },
    ],
  })
  await router.push(`/operations?view=sales${query}`)
  const wrapper = mount(SalesView, {
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  return { wrapper, router, calls, button }
}

test('shows the sales of the last 30 days, and a row opens its customer', async () => {
  const { wrapper, router, calls } = await view(accept(answer([sale(1), sale(2, { status: null })])))
  expect(calls).toEqual([expect.objectContaining({ sort: 'date', descending: true, limit: 100, offset: 0 })])
  expect(read(wrapper)).toContain(text('salesHistory.count', { count: 2 }))
  const rows = wrapper.findAll('[role=row][id]')
  expect(rows.map((row) => read(row))).toEqual([
    expect.stringContaining(text('salesHistory.status.Purchased')),
    expect.stringContaining(text('salesHistory.status.unknown')),
  ])
  await rows[1]?.trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/customers/customer-2')
})

test('a choice goes into the address and to the main process, and a heading sorts in both directions', async () => {
  const { wrapper, router, calls } = await view(accept(answer([sale(1)])), '&status=Refunded')
  expect(calls.at(-1)).toMatchObject({ status: 'Refunded' })
  await wrapper.get(`select[aria-label="${text('salesHistory.period.label')}"]`).setValue('week')
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({
    view: 'sales',
    status: 'Refunded',
    period: 'week',
  })
  const price = () => wrapper.findAll('button').find((each) => read(each) === text('salesHistory.column.price'))
  await price()?.trigger('click')
  await flushPromises()
  expect(calls.at(-1)).toMatchObject({ sort: 'price', descending: false })
  await price()?.trigger('click')
  await flushPromises()
  expect(calls.at(-1)).toMatchObject({ sort: 'price', descending: true })
  expect(router.currentRoute.value.query).toMatchObject({ sort: 'price', order: 'reverse' })
})

test('what is searched for goes into the address once nobody types, and what is found is added up', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const usd = (amount: string) => [{ amount, currency: 'USD' }]
  const sums = {
    price: usd('9.00'),
    retailPrice: usd('20.00'),
    margin: usd('11.00'),
    withoutMargin: 2,
    refunds: [{ agent: 'Ada', reason: 'wrong_package', sales: 1, price: usd('4.50') }],
  }
  const { wrapper, router, calls } = await view(accept({ ...answer([sale(1), sale(2)]), sums }))
  const field = wrapper.get<HTMLInputElement>('input[type="search"]')
  await field.setValue('order')
  await field.setValue('order 7')
  await vi.advanceTimersByTimeAsync(1000)
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({ view: 'sales', find: 'order 7' })
  expect(calls).toHaveLength(2)
  expect(calls.at(-1)).toMatchObject({ search: 'order 7' })
  const shown = read(wrapper.get('dl'))
  for (const part of ['$9.00', '$20.00', '$11.00', 'Ada', text('money.refundReason.wrong_package'), '$4.50'])
    expect(shown).toContain(part)
})

test('the sales that are shown are exported', async () => {
  const { wrapper, button } = await view(accept(answer([sale(1)])), '&find=order')
  expect(button(text('salesHistory.export.button'))?.element.disabled).toBe(false)
  expect(wrapper.get<HTMLInputElement>('input[type="search"]').element.value).toBe('order')
})

test('the next page is added to the rows that are shown', async () => {
  const { wrapper, calls, button } = await view((input) =>
    accept(answer([sale(z.object({ offset: z.number() }).parse(input).offset + 1)], 2))(input),
  )
  await button(text('operations.more'))?.trigger('click')
  await flushPromises()
  expect(calls.at(-1)).toMatchObject({ offset: 1 })
  expect(wrapper.findAll('[role=row][id]').map((row) => read(row))).toEqual([
    expect.stringContaining('Europe 1 GB'),
    expect.stringContaining('Europe 2 GB'),
  ])
  expect(button(text('operations.more'))).toBeUndefined()
})

test('a page of another answer is not added: everything is shown from that one', async () => {
  const sold = (at: string, from: number) => ({ ...answer([sale(from)], 2), fetchedAt: at })
  let isNew = false
  const { wrapper, button } = await view((input) => {
    const { offset } = z.object({ offset: z.number() }).parse(input)
    return accept(isNew ? sold('2026-11-21T11:00:00.000Z', 11 + offset) : sold('2026-11-21T10:00:00.000Z', 1 + offset))(
      input,
    )
  })
  const rows = () => wrapper.findAll('[role=row][id]').map((row) => read(row))
  expect(rows()).toEqual([expect.stringContaining('Europe 1 GB')])
  isNew = true
  await button(text('operations.more'))?.trigger('click')
  await flushPromises()
  expect(rows()).toEqual([expect.stringContaining('Europe 11 GB')])
  await button(text('operations.more'))?.trigger('click')
  await flushPromises()
  expect(rows()).toEqual([expect.stringContaining('Europe 11 GB'), expect.stringContaining('Europe 12 GB')])
})

test('says plainly that the service has no sales history, and checks again on request', async () => {
  let has = false
  const { wrapper, calls, button } = await view((input) =>
    has ? accept(answer([sale(1)]))(input) : refuse('not_supported')(input),
  )
  expect(read(wrapper)).toContain(text('salesHistory.missing.title'))
  expect(wrapper.find('select').exists()).toBe(false)
  has = true
  await button(text('salesHistory.missing.again'))?.trigger('click')
  await flushPromises()
  expect(calls.at(-1)).toMatchObject({ refresh: true })
  expect(read(wrapper)).toContain('Europe 1 GB')
})

test('a failed read can be repeated, and shows no rows of another choice', async () => {
  let fails = false
  const { wrapper, router, button } = await view((input) =>
    fails ? refuse('service_failed')(input) : accept(answer([sale(1)]))(input),
  )
  fails = true
  await router.replace('/operations?view=sales&period=all')
  await flushPromises()
  expect(read(wrapper)).not.toContain('Europe 1 GB')
  fails = false
  await button(text('common.tryAgain'))?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain('Europe 1 GB')
})

test('a query is read as it was written, and an invalid one as no choice', () => {
  const filter = {
    ...noSalesFilter,
    period: 'range',
    from: '2026-11-01',
    to: '',
    sort: 'name',
    descending: true,
  } as const
  expect(salesFilterFromQuery(salesFilterToQuery(filter))).toEqual(filter)
  expect(salesFilterToQuery(noSalesFilter)).toEqual({})
  expect(salesFilterFromQuery({ period: 'x', from: '2026-13-01', status: 'x', sort: 'x', order: 'x' })).toEqual(
    noSalesFilter,
  )
})

test('a period begins with its first day and ends with the last millisecond of its last one', () => {
  const now = new Date(2026, 10, 21, 15).getTime()
  const of = (changes: object): unknown => {
    const { from, to } = salesInput({ ...noSalesFilter, ...changes }, now)
    return [from, to].map((instant) => new Date(instant).getTime())
  }
  const end = new Date(2026, 10, 22).getTime() - 1
  expect(of({ period: 'day' })).toEqual([new Date(2026, 10, 21).getTime(), end])
  expect(of({ period: 'week' })).toEqual([new Date(2026, 10, 15).getTime(), end])
  expect(of({ period: 'range', from: '2026-11-01', to: '2026-11-02' })).toEqual([
    new Date(2026, 10, 1).getTime(),
    new Date(2026, 10, 3).getTime() - 1,
  ])
  expect(of({ period: 'range', from: '', to: '' })).toEqual([new Date(2010, 0, 1).getTime(), end])
})
