/** The deliveries in the sandbox's panel: the outcome of each, and what an agent can do with them. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Delivery, DeliveryTroubles } from '#shared/model/deliveries.ts'
import SimulatorDeliveries from '../../../../../renderer/features/simulator/SimulatorDeliveries.vue'
import { mounted, read, text } from '../../support/mounted.ts'

const iccid = '8988303000000123456'
const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: 7,
  kind: 'esimStatus',
  origin: 'event',
  at: '2026-11-21T10:00:00.000Z',
  url: 'http://127.0.0.1:4000/in/…',
  about: iccid,
  status: 200,
  problem: null,
  dropped: false,
  answer: '',
  milliseconds: 12.4,
  ...changes,
})
const untroubled: DeliveryTroubles = { delayMs: 0, dropped: 0, duplicated: 0, reordered: 0 }
const group = (changes: Record<string, unknown> = {}) =>
  mounted(SimulatorDeliveries, {
    receivers: ['esimStatus', 'lowBalance'],
    deliveries: [delivery()],
    troubles: untroubled,
    busy: false,
    ...changes,
  })
const row = (changes: Partial<Delivery>) => group({ deliveries: [delivery(changes)] }).get('li')
const select = (wrapper: ReturnType<typeof group>, label: string) => wrapper.get(`select[aria-label="${label}"]`)
const button = (wrapper: ReturnType<typeof group>, name: string) =>
  wrapper.findAll('button').find((one) => read(one) === name)

test.each<[Partial<Delivery>, string]>([
  [{}, text('simulator.deliveries.answered', { status: 200 })],
  [{ status: 503, answer: 'Closed\n today' }, 'Closed today'],
  [{ status: null, problem: 'no response in time', answer: null }, text('simulator.deliveries.noAnswer')],
  [{ status: null, problem: 'no response in time', answer: null }, 'no response in time'],
  [{ status: null, dropped: true, answer: null }, text('simulator.deliveries.dropped')],
  [{ origin: 'forged' }, text('simulator.deliveries.origins.forged')],
  [{ origin: 'duplicate' }, text('simulator.deliveries.origins.duplicate')],
  [{ origin: 'repeat' }, text('simulator.deliveries.origins.repeat')],
  [{}, iccid],
  [{}, text('simulator.deliveries.took', { milliseconds: '12' })],
  [{}, 'http://127.0.0.1:4000/in/…'],
])('a delivery with %o says "%s"', (changes, shown) => {
  expect(read(row(changes))).toContain(shown)
})

test('an answer is shown as text', () => {
  const shown = row({ answer: '<img src=x onerror=alert(1)>' })
  expect(shown.get('q').text()).toBe('<img src=x onerror=alert(1)>')
  expect(shown.find('img').exists()).toBe(false)
})

test('a delivery is repeated by its number, with a button that names it', async () => {
  const wrapper = group({ deliveries: [delivery({ id: 9 }), delivery({ id: 8, kind: 'lowBalance' })] })
  const names = wrapper.findAll('li button').map((one) => one.attributes('aria-label'))
  const nameOf = (kind: string): string =>
    text('simulator.deliveries.repeatOne', { kind: text(`simulator.deliveries.kinds.${kind}`), time: '' })
  expect(names[0]).toContain(nameOf('esimStatus'))
  expect(names[0]).toContain('2026')
  expect(names[1]).toContain(nameOf('lowBalance'))
  await wrapper.findAll('li button')[1]?.trigger('click')
  expect(wrapper.emitted('repeat')).toEqual([[8]])
})

test('the chosen kind is forged if somebody receives it', async () => {
  const wrapper = group()
  await select(wrapper, text('simulator.deliveries.kind')).setValue('lowBalance')
  await wrapper.get('form').trigger('submit')
  expect(wrapper.emitted('forge')).toEqual([['lowBalance']])
  await select(wrapper, text('simulator.deliveries.kind')).setValue('countryChange')
  expect(button(wrapper, text('simulator.deliveries.forge'))?.attributes('disabled')).toBeDefined()
  expect(read(wrapper)).toContain(text('simulator.deliveries.noReceiver'))
})

test('each trouble is set by itself', async () => {
  const wrapper = group()
  await select(wrapper, text('simulator.troubles.delay.label')).setValue('30')
  await select(wrapper, text('simulator.troubles.dropped.label')).setValue('0.5')
  await select(wrapper, text('simulator.troubles.duplicated.label')).setValue('1')
  await select(wrapper, text('simulator.troubles.reordered.label')).setValue('0.25')
  expect(wrapper.emitted('trouble')).toEqual([
    [{ delayMs: 30_000 }],
    [{ dropped: 0.5 }],
    [{ duplicated: 1 }],
    [{ reordered: 0.25 }],
  ])
})

test('troubles of another program are shown, and all of them are ended by one button', async () => {
  const wrapper = group({ troubles: { ...untroubled, delayMs: 7000, dropped: 0.1 } })
  expect(select(wrapper, text('simulator.troubles.delay.label')).element).toMatchObject({ value: '7' })
  expect(read(select(wrapper, text('simulator.troubles.dropped.label')))).toContain(
    text('simulator.troubles.dropped.some', { percent: '10' }),
  )
  await button(wrapper, text('simulator.troubles.clear'))?.trigger('click')
  expect(wrapper.emitted('clear')).toHaveLength(1)
  expect(button(group(), text('simulator.troubles.clear'))).toBeUndefined()
})

test('many deliveries are shown in pages, and an empty list says so', async () => {
  const wrapper = group({ deliveries: Array.from({ length: 100 }, (_, index) => delivery({ id: 100 - index })) })
  expect(wrapper.findAll('li')).toHaveLength(6)
  await button(wrapper, text('simulator.deliveries.more', { count: 6 }))?.trigger('click')
  expect(wrapper.findAll('li')).toHaveLength(12)
  expect(read(group({ deliveries: [] }))).toContain(text('simulator.deliveries.none'))
})

test('nothing can be pressed while an action is under way', () => {
  const wrapper = group({ busy: true, troubles: { ...untroubled, dropped: 1 } })
  const buttons = wrapper
    .findAll('button')
    .filter((one) => read(one) !== text('simulator.deliveries.more', { count: 6 }))
  expect(buttons.every((one) => one.attributes('disabled') !== undefined)).toBe(true)
})

test('six deliveries are shown, and when the keyboard shows the last ones, the first of them has the focus', async () => {
  const wrapper = group({ deliveries: Array.from({ length: 9 }, (_, at) => delivery({ id: 9 - at })) })
  expect(wrapper.findAll('li')).toHaveLength(6)
  const more = button(wrapper, text('simulator.deliveries.more', { count: 3 }))
  more?.element.focus()
  await more?.trigger('click')
  await flushPromises()
  expect(wrapper.findAll('li')).toHaveLength(9)
  expect(document.activeElement).toBe(wrapper.findAll('li')[6]?.element)
})
