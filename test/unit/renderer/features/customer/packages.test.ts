/**
 * The customer's packages: their content and their actions.
 *
 * @module-tag long
 */
import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, test, vi } from 'vitest'
import { ItemUid } from '#shared/wire/ids.ts'
import PackagesSection from '../../../../../renderer/features/customer/PackagesSection.vue'
import { createCommands } from '../../support/commands.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { item, now } from '../../support/samples.ts'

const commands = createCommands()
beforeEach(() => void vi.clearAllMocks())
const section = (...items: readonly ReturnType<typeof item>[]) =>
  mounted(PackagesSection, { items, now }, commands.provided)

test('the table is named Packages', () => {
  const wrapper = section(item())
  expect(read(wrapper.get(`[id="${wrapper.get('table').attributes('aria-labelledby') ?? ''}"]`))).toBe(
    text('customer.packages.title'),
  )
})

test('the remaining data is a bar with a text', () => {
  const bar = section(item()).get('[role=progressbar]')
  expect(bar.attributes()).toMatchObject({
    'aria-label': text('customer.packages.remainingOf', { name: 'Europe 3 GB' }),
    'aria-valuetext': text('customer.packages.ofSize', { available: '1.5 GB', size: '3 GB' }),
    'aria-valuenow': '50',
  })
})

/** What a screen reader says after the name of a button: its package. */
function descriptions(wrapper: VueWrapper, button: DOMWrapper<Element> | undefined): readonly string[] {
  const ids = button?.attributes('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => read(wrapper.get(`[id="${id}"]`)))
}

const buttonsOf = (wrapper: VueWrapper): readonly string[] => wrapper.findAll('.actions button').map(read)

test('in place of the buttons of impossible actions a package says why, shortly and as a whole', () => {
  const wrapper = section(item())
  expect(buttonsOf(wrapper)).toEqual([])
  const reason = wrapper.get('.short')
  expect(read(reason.get('[aria-hidden]'))).toBe(text('customer.reasonShort.used'))
  const whole = [
    ['activate', 'already_active'],
    ['refund', 'used'],
  ].map(([kind, why]) =>
    text('customer.actions.reasonsOf', {
      package: text(`customer.actions.${kind ?? ''}`),
      reasons: text(`customer.reason.${why ?? ''}`),
    }),
  )
  expect(read(reason.get('.visually-hidden'))).toBe(whole.join(' '))
  expect(reason.attributes('title')).toBe(whole.join(' '))
})

test('a refunded package shows a single reason and no time left', () => {
  const why = ['refunded', 'already_active'] as const
  const wrapper = section(
    item({
      phase: 'refunded',
      useOrder: null,
      activate: { possible: false, reasons: [...why], notes: [] },
      refund: { possible: false, reasons: ['refunded', 'expired'], notes: [] },
    }),
  )
  expect(read(wrapper.get('.short [aria-hidden]'))).toBe(text('customer.reasonShort.refunded'))
  expect(read(wrapper.get('td .validity'))).toBe('–')
  expect(wrapper.get('.short').attributes('title')).not.toContain(text('customer.reason.expired'))
  expect(buttonsOf(wrapper)).toEqual([])
  expect(read(wrapper)).not.toContain(text('customer.mode.NOW'))
})

test('an expired package is not called active', () => {
  const wrapper = section(
    item({
      phase: 'expired',
      useOrder: null,
      activate: { possible: false, reasons: ['expired', 'already_active'], notes: [] },
      refund: { possible: false, reasons: ['used', 'expired'], notes: [] },
    }),
  )
  expect(read(wrapper.get('.short [aria-hidden]'))).toBe(
    `${text('customer.reasonShort.expired')} · ${text('customer.reasonShort.used')}`,
  )
})

test('a possible action is triggered for its own package', async () => {
  const waiting = item({ phase: 'waiting_activation', activate: { possible: true, reasons: [], notes: [] } })
  const wrapper = section(waiting)
  const activate = wrapper.findAll('button').find((button) => read(button) === text('customer.actions.activate'))
  expect(descriptions(wrapper, activate)).toEqual(['Europe 3 GB'])
  expect(buttonsOf(wrapper)).toEqual([text('customer.actions.activate')])
  await activate?.trigger('click')
  expect(commands.act.mock.calls).toEqual([['activate', waiting]])
})

test('the date of an inactive package is that of its start and never an expiry', () => {
  const shownText = read(
    section(item({ phase: 'waiting_use', activatedAt: null, expiresAt: null, activatesBy: '2027-01-11T00:00:00Z' })),
  )
  expect(shownText).toContain(
    text('customer.validity.length', { length: text('customer.validityLength.days', { count: 30 }) }),
  )
  expect(shownText).toContain(text('customer.validity.startsBy', { date: 'Jan 11, 2027' }))
  expect(shownText).not.toContain(text('customer.validity.left', { time: '' }).trim())
})

test('the remaining validity counts from the time of the service', () => {
  expect(read(section(item()))).toContain(text('customer.validity.left', { time: '20 days' }))
  expect(
    read(
      section(item({ activatedAt: now, expiresAt: new Date(Date.parse(now) + 30 * 86_400_000 - 1000).toISOString() })),
    ),
  ).toContain(text('customer.validity.left', { time: '29 days' }))
  expect(read(section(item({ expiresAt: '2026-11-22T14:00:00Z' })))).toContain(
    text('customer.validity.left', { time: '1 day, 4 hours' }),
  )
  expect(read(section(item({ expiresAt: '2026-11-01T10:00:00Z', phase: 'expired', useOrder: null })))).toContain(
    text('customer.validity.ended', { time: '20 days ago' }),
  )
})

test('a package has no day more than its length right after its sale', () => {
  // The clock of the service is some seconds ahead of the time of the copy.
  const justSold = new Date(Date.parse(now) + 7 * 86_400_000 + 8000).toISOString()
  expect(read(section(item({ activatedAt: now, expiresAt: justSold })))).toContain(
    text('customer.validity.left', { time: '7 days' }),
  )
})

test('inferred coverage is marked, and unknown coverage is shown as unknown', () => {
  expect(read(section(item()))).toContain(
    text('customer.coverage.probably', {
      place: text('customer.coverage.withCount', {
        place: text('places.set.EUROPE'),
        countries: text('customer.coverage.countries', { count: 2 }),
      }),
    }),
  )
  expect(read(section(item({ coverage: { certainty: 'unknown', countrySet: null, countries: [] } })))).toContain(
    text('customer.coverage.unknown'),
  )
})

test.each([
  [{ salesDate: null, salesChannel: null, retailPrice: null }, undefined],
  [{ salesDate: null, salesChannel: 'shop', retailPrice: null }, 'shop'],
  [
    { salesDate: null, salesChannel: 'shop', retailPrice: { amount: '9.00', currency: 'USD' } },
    `shop · ${text('customer.packages.retail', { price: '$9.00' })}`,
  ],
] as const)('the title of a sale names what is known and nothing else: %#', (sale, title) => {
  expect(section(item(sale)).get('.sold').attributes('title')).toBe(title)
})

test('hostile text is shown as text', () => {
  const hostile = '<img src=x onerror="window.__pwned=1">'
  const wrapper = section(item({ name: hostile, metatag: hostile, salesChannel: hostile, mode: hostile }))
  expect(wrapper.find('img[src=x]').exists()).toBe(false)
  expect(read(wrapper)).toContain(hostile)
})

test('how a package starts is shown until it has started', () => {
  const waiting = { phase: 'waiting_use', mode: 'FIRST_USE', activatedAt: null } as const
  expect(read(section(item(waiting)))).toContain(text('customer.mode.FIRST_USE'))
  expect(read(section(item({ mode: 'FIRST_USE' })))).not.toContain(text('customer.mode.FIRST_USE'))
})

test('an unknown mode is shown as it came', () => {
  expect(read(section(item({ mode: 'LATER' })))).toContain(text('customer.mode.other', { mode: 'LATER' }))
})

test('a customer without packages has a message', () => {
  expect(read(section())).toContain(text('customer.packages.noneHint'))
})

test('of thousands of packages fifty are shown with their total, and more on request', async () => {
  const many = Array.from({ length: 2000 }, (_, at) =>
    item({ uid: ItemUid.parse(`item-${String(at)}`), useOrder: null }),
  )
  const wrapper = mounted(PackagesSection, { items: many, omitted: 48_000, now }, commands.provided)
  expect(wrapper.findAll('tbody tr')).toHaveLength(50)
  expect(read(wrapper.get('.more'))).toContain(text('customer.packages.some', { shown: '50', total: '50,000' }))
  await wrapper.get('.more button').trigger('click')
  expect(wrapper.findAll('tbody tr')).toHaveLength(100)
})

test('the focus goes to the first package that the last press has added', async () => {
  const many = Array.from({ length: 60 }, (_, at) => item({ uid: ItemUid.parse(`item-${String(at)}`), useOrder: null }))
  const wrapper = mounted(PackagesSection, { items: many, now }, commands.provided)
  const button = wrapper.get<HTMLButtonElement>('.more button')
  button.element.focus()
  await button.trigger('click')
  await flushPromises()
  expect(wrapper.find('.more').exists()).toBe(false)
  expect(document.activeElement).toBe(wrapper.findAll('tbody tr')[50]?.element)
})

test('an item that was just bought is among those that are shown', () => {
  const many = Array.from({ length: 150 }, (_, at) =>
    item({ uid: ItemUid.parse(`item-${String(at)}`), useOrder: null }),
  )
  const wrapper = mounted(PackagesSection, { items: many, now, fresh: ItemUid.parse('item-120') }, commands.provided)
  expect(wrapper.findAll('tbody tr').length).toBeGreaterThan(120)
})

const finishedItems = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    item({ uid: ItemUid.parse(`old-${String(at)}`), phase: 'expired', useOrder: null }),
  )

test('several finished packages are folded below those that are left', async () => {
  const wrapper = section(item(), ...finishedItems(3))
  expect(wrapper.findAll('tbody tr')).toHaveLength(1)
  const fold = wrapper.get('button[aria-expanded]')
  expect(read(fold)).toBe(text('customer.packages.finished', { count: 3 }))
  await fold.trigger('click')
  expect(wrapper.findAll('tbody tr')).toHaveLength(4)
  expect(read(wrapper.get('button[aria-expanded]'))).toBe(text('customer.packages.hideFinished'))
})

test('finished packages stay where they explain the situation', () => {
  expect(section(item(), ...finishedItems(2)).findAll('tbody tr')).toHaveLength(3)
  expect(section(...finishedItems(5)).findAll('tbody tr')).toHaveLength(5)
})

test('a package whose state is not known is never folded', () => {
  const wrapper = section(item({ phase: 'unknown', useOrder: null }), ...finishedItems(3))
  expect(wrapper.findAll('tbody tr')).toHaveLength(1)
  expect(read(wrapper)).toContain(text('customer.phase.unknown'))
})

test('a field that could not be read leaves the state, what is left, and the buttons of its package', async () => {
  const wrapper = section(
    item({
      purchasePrice: null,
      salesDate: null,
      available: { value: 3, unit: 'GB' },
      refund: { possible: true, reasons: [], notes: [] },
      unreadable: ['purchasePrice', 'salesDate'],
    }),
  )
  expect(read(wrapper)).toContain(text('customer.phase.active'))
  expect(read(wrapper.get('td.sale'))).toBe(`${text('common.notReadable')}, API${text('common.notReadable')}`)
  const refund = wrapper.findAll('button').find((button) => read(button) === text('customer.actions.refund'))
  await refund?.trigger('click')
  expect(commands.act).toHaveBeenCalledOnce()
})

test('the page does not say that there is no package where one could not be read', () => {
  expect(read(mounted(PackagesSection, { items: [], now }, commands.provided))).toContain(
    text('customer.packages.none'),
  )
  expect(read(mounted(PackagesSection, { items: [], now, hidden: true }, commands.provided))).not.toContain(
    text('customer.packages.none'),
  )
})

test('a package that waits for its activation has no place in the order, and is not folded away', () => {
  const waits = item({ uid: ItemUid.parse('waits'), phase: 'waiting_activation', useOrder: null, name: 'Japan 3 GB' })
  const wrapper = section(item(), waits, ...finishedItems(3))
  expect(read(wrapper)).toContain('Japan 3 GB')
  expect(read(wrapper)).toContain(text('customer.packages.startsOnRequest'))
  expect(wrapper.findAll('tr.done')).toHaveLength(0)
})
