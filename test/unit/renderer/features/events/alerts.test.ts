/** The count of unread events, the notifications of alerts, and how they are muted. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { AlertKind } from '#shared/model/events.ts'
import EventsMark from '../../../../../renderer/features/events/EventsMark.vue'
import EventsSection from '../../../../../renderer/features/events/EventsSection.vue'
import { useEventAlerts } from '../../../../../renderer/features/events/useEventAlerts.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
import { customerUid, now, settings } from '../../support/samples.ts'
import type { EventRow } from '#shared/model/events.ts'
import { event, status } from './samples.ts'

/** As the sidebar has them. */
const MarkWithAlerts = defineComponent({
  setup() {
    useEventAlerts()
    return () => h(EventsMark)
  },
})

async function mark(unread: number, muted: AlertKind[] = [], names = accept({ customers: [], packages: [] })) {
  useToast().take()
  const bridge = installBridge({
    'events.status': accept(status({ unread })),
    'customers.names': names,
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
  expect(read(wrapper)).toBe('99+120 unread')
  push('events.changed', { arrived: [], updated: [], reload: true, alerts: {}, unread: 0 })
  await wrapper.vm.$nextTick()
  expect(wrapper.find('.unread').exists()).toBe(false)
})

test.each([
  [
    'by the e-mail address',
    accept({ customers: [{ uid: customerUid, email: 'ada@example.org' }], packages: [] }),
    'ada@example.org',
  ],
  ['without an address by the uid', accept({ customers: [{ uid: customerUid, email: null }], packages: [] }), 'c-1'],
  ['if it is not known by the uid', accept({ customers: [], packages: [] }), 'c-1'],
  ['if nothing can be read by the uid', refuse('storage_unreadable'), 'c-1'],
])('an alert is a notification that says what happened to whom: %s', async (_how, names, customer) => {
  const { push } = await mark(0, [], names)
  push('events.changed', pushOf([lowData(1), event({ id: '0000000000000002' })]))
  await flushPromises()
  expect(useToast().take()).toEqual([
    { text: `Little data is left in a package: 1 MB. Customer ${customer}`, lasting: true },
  ])
})

test('of many alerts at once only the number is shown', async () => {
  const { push } = await mark(0)
  push('events.changed', pushOf([lowData(1), lowData(2), lowData(3)]))
  expect(
    useToast()
      .take()
      .map(({ text }) => text),
  ).toEqual(['3 alerts have arrived. They are on the page Events.'])
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
  expect(wrapper.findAll('dd').filter((each) => read(each) === 'Never')).toHaveLength(6)
  expect(read(wrapper)).toContain('2 messages could not be read.')
})
