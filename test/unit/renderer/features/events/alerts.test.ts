/** The count of unread events, the notifications of alerts, and how they are muted. */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, unref } from 'vue'
import type { AlertKind } from '#shared/model/customer/events.ts'
import EventsMark from '../../../../../renderer/features/events/EventsMark.vue'
import EventsSection from '../../../../../renderer/features/events/EventsSection.vue'
import { maxWaitMs } from '../../../../../renderer/features/events/useAlertToasts.ts'
import { useEventAlerts } from '../../../../../renderer/features/events/useEventAlerts.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, now, settings } from '../../support/samples.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { event, status } from './samples.ts'

/** As the sidebar has them. */
const MarkWithAlerts = defineComponent({
  setup() {
    useEventAlerts()
    return () => h(EventsMark)
  },
})

type Answer = ReturnType<typeof accept>
const namesOf = (...customers: readonly { uid: string; email: string | null }[]): Answer =>
  accept({ customers, packages: [] })
const ada = { uid: customerUid, email: 'ada@example.org' }

async function mark(unread: number, muted: AlertKind[] = [], answers: Readonly<Record<string, Answer>> = {}) {
  useToast().take()
  const bridge = installBridge({
    'events.status': accept(status({ unread })),
    'customers.names': namesOf(),
    ...answers,
    'settings.get': accept(settings({ mutedAlerts: muted })),
  })
  const wrapper = mounted(MarkWithAlerts)
  await useSettings().load()
  await flushPromises()
  return { ...bridge, wrapper }
}

const lowData = (id: number) =>
  event({
    id: String(id).padStart(16, '0'),
    kind: 'lowBalance',
    details: { balanceAmountInByte: 1_048_576 },
    alert: 'lowData',
  })
const pushOf = (arrived: readonly EventRow[]) => ({
  arrived,
  updated: [],
  reload: false,
  alerts: { lowData: arrived.filter(({ alert }) => alert !== null).length },
  unread: arrived.length,
})

test('the number of unread events is shown and read aloud, and disappears with them', async () => {
  const { wrapper, push } = await mark(120)
  expect(read(wrapper)).toBe(`99+${text('events.mark', { count: '120' })}`)
  push('events.changed', { arrived: [], updated: [], reload: true, alerts: {}, unread: 0 })
  await wrapper.vm.$nextTick()
  expect(wrapper.find('.unread').exists()).toBe(false)
})

/** The toasts that were shown since the last call, with the customer that each shows now. */
const taken = () =>
  useToast()
    .take()
    .map(({ text: shown, detail }) => ({ text: shown, customer: unref(detail), canChange: detail !== unref(detail) }))
const sentence = text('events.sentence.lowDataLeft', { left: '1 MB' })
const adaLine = { text: text('events.alertCustomer', { customer: 'ada@example.org' }), to: '/customers/c-1' }
const uidLine = { text: text('events.alertCustomer', { customer: 'c-1' }), to: '/customers/c-1' }
const nobody = { text: text('events.unknownCustomer') }

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test.each([
  ['by the e-mail address', namesOf(ada), adaLine],
  ['without an address by the uid', namesOf({ ...ada, email: null }), uidLine],
  ['if nothing can be read by the uid', refuse('storage_unreadable'), uidLine],
])('an alert is a notification that says what happened to whom: %s', async (_how, names, customer) => {
  const { push } = await mark(0, [], { 'customers.names': names })
  push('events.changed', pushOf([lowData(1), event({ id: '0000000000000002' })]))
  await flushPromises()
  expect(taken()).toEqual([{ text: sentence, customer, canChange: false }])
})

test('an alert that can have no customer is shown at once without one', async () => {
  const { push } = await mark(0)
  push('events.changed', pushOf([{ ...lowData(1), customerUid: null, iccid: null }]))
  expect(taken()).toEqual([{ text: sentence, customer: undefined, canChange: false }])
})

test('an alert whose customer is found within a moment is shown once, with the customer', async () => {
  fakeTimers()
  const { push } = await mark(0, [], { 'customers.names': namesOf(ada) })
  push('events.changed', pushOf([{ ...lowData(1), customerUid: null }]))
  await vi.advanceTimersByTimeAsync(maxWaitMs - 1)
  expect(taken()).toEqual([])
  push('events.changed', { ...pushOf([]), updated: [lowData(1)] })
  await flushPromises()
  expect(taken()).toEqual([{ text: sentence, customer: adaLine, canChange: false }])
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(taken()).toEqual([])
})

const early = { ...lowData(1), customerUid: null }
const pushedLater = { ...pushOf([]), updated: [lowData(1)] }
test.each([
  { how: 'by a push of its event', push: pushedLater, answers: {} },
  {
    how: 'after a push of too many events',
    push: { ...pushOf([]), reload: true },
    answers: { 'events.list': accept({ rows: [lowData(1)], total: 1 }) },
  },
])('an alert whose customer is found late, $how, is completed and not shown again', async ({ push, answers }) => {
  fakeTimers()
  const desk = await mark(0, [], { 'customers.names': namesOf(ada), ...answers })
  desk.push('events.changed', pushOf([early]))
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  const [shown, ...others] = useToast().take()
  expect([shown?.text, unref(shown?.detail), others]).toEqual([sentence, nobody, []])
  desk.push('events.changed', push)
  await flushPromises()
  expect(unref(shown?.detail)).toEqual(adaLine)
  expect(taken()).toEqual([])
})

test('an alert whose customer is not in the directory yet has the uid, until the customer has been read', async () => {
  fakeTimers()
  let customers: (typeof ada)[] = []
  const { push } = await mark(0, [], { 'customers.names': (input) => namesOf(...customers)(input) })
  push('events.changed', pushOf([lowData(1)]))
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  const [shown] = useToast().take()
  expect(unref(shown?.detail)).toEqual(uidLine)
  customers = [ada]
  push('customer.changed', { uid: 'c-2' })
  await flushPromises()
  expect(unref(shown?.detail)).toEqual(uidLine)
  push('customer.changed', { uid: customerUid })
  await flushPromises()
  expect(unref(shown?.detail)).toEqual(adaLine)
  expect(taken()).toEqual([])
})

test('an alert does not wait for a directory that does not answer', async () => {
  fakeTimers()
  const { push } = await mark(0, [], { 'customers.names': () => new Promise(() => undefined) })
  push('events.changed', pushOf([lowData(1)]))
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(taken()).toEqual([{ text: sentence, customer: uidLine, canChange: true }])
})

test('an alert that waits is not shown once its connection is closed', async () => {
  fakeTimers()
  const { push, wrapper } = await mark(0)
  push('events.changed', pushOf([early]))
  wrapper.unmount()
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(taken()).toEqual([])
})

test('of many alerts at once only the number is shown', async () => {
  const { push } = await mark(0)
  push('events.changed', pushOf([lowData(1), lowData(2), lowData(3)]))
  expect(
    useToast()
      .take()
      .map((toast) => toast.text),
  ).toEqual([text('events.toastMany', { count: '3' })])
})

test('a kind of alert that is muted is no notification, and neither is an event that was there before', async () => {
  const { push } = await mark(0, ['lowData'])
  push('events.changed', pushOf([lowData(1)]))
  push('events.changed', { ...pushOf([]), updated: [event({ alert: 'activationFailed' })] })
  await flushPromises()
  expect(useToast().take()).toEqual([])
})

test('each kind of alert is muted by itself in the settings, which show when each kind was last received', async () => {
  const saved: unknown[] = []
  const state = status({ lastReceived: { lowBalance: now }, unreadable: 2 })
  installBridge({
    'events.status': accept(state),
    'settings.get': accept(settings({ mutedAlerts: ['threshold'] })),
    'settings.set': (input) => (saved.push(input), accept(settings({ mutedAlerts: ['lowData', 'threshold'] }))(input)),
  })
  const wrapper = mounted(EventsSection)
  useConnection().take(null)
  await useSettings().load()
  const { useEvents } = await import('../../../../../renderer/features/events/events.store.ts')
  await useEvents().load()
  await flushPromises()
  const boxes = wrapper.findAll('[role=checkbox]')
  expect(boxes.map((box) => box.attributes('aria-checked'))).toEqual(['true', 'false', 'true', 'true'])
  await boxes[0]?.trigger('click')
  await flushPromises()
  expect(saved).toEqual([{ mutedAlerts: ['lowData', 'threshold'] }])
  expect(wrapper.findAll('dd').filter((each) => read(each) === text('events.settings.never'))).toHaveLength(6)
  expect(read(wrapper)).toContain(text('events.settings.unreadable', { count: 2 }))
})
