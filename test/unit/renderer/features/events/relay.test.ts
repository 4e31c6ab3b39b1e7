/** Settings → Events: the relay of the open connection, what was last received, and a test. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { EventStatus } from '#shared/model/customer/events.ts'
import EventsSection from '../../../../../renderer/features/events/EventsSection.vue'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useEvents } from '../../../../../renderer/features/events/events.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { formatMoment } from '../../../../../renderer/lib/format.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { status } from './samples.ts'

const relay = {
  address: 'https://relay.example',
  name: 'Anna',
  key: 'stored',
  state: 'stream',
  problem: null,
  isCatchingUp: false,
} as const
const none = status({ source: null, canHaveRelay: true, listeningSince: null, storage: null })
const connected = (changes: Partial<NonNullable<EventStatus['relay']>> = {}): EventStatus =>
  status({ source: 'relay', canHaveRelay: true, relay: { ...relay, ...changes }, problem: changes.problem ?? null })

async function section(states: readonly EventStatus[], calls: Parameters<typeof installBridge>[0] = {}) {
  const inputs: unknown[] = []
  const waiting = [...states]
  installBridge({
    'settings.get': accept({
      theme: 'system',
      language: 'system',
      systemLanguage: 'en',
      agentName: 'Ada',
      osUser: 'ada',
      keychain: 'session',
      version: '1',
      host: 'chromium',
      documents: defaultDocuments,
      mail: null,
      mutedAlerts: [],
    }),
    'events.status': (input) => accept((waiting.length > 1 ? waiting.shift() : waiting[0]) ?? none)(input),
    'events.connectRelay': (input) => (inputs.push(input), accept(connected())(input)),
    'events.disconnectRelay': accept({ hasLeft: true }),
    ...calls,
  })
  const wrapper = mounted(EventsSection)
  await useSettings().load()
  await useEvents().load()
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  return { wrapper, inputs, button }
}

test('an address and a code connect a relay, and the code is not kept in the window', async () => {
  const { wrapper, inputs, button } = await section([none, connected()])
  expect(read(wrapper)).toContain(text('events.relay.codeSession'))
  const [address, code] = wrapper.findAll('form input')
  await address?.setValue(' https://relay.example ')
  expect(button(text('events.relay.connect'))?.attributes('disabled')).toBeDefined()
  await code?.setValue('ABCD-EFGH')
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(inputs).toEqual([{ address: 'https://relay.example', code: 'ABCD-EFGH' }])
  const shown = read(wrapper)
  for (const part of [
    'https://relay.example',
    'Anna',
    text('events.relay.keyStored'),
    text('events.relay.state.stream'),
  ])
    expect(shown).toContain(part)
  expect(wrapper.html()).not.toContain('ABCD-EFGH')
  expect(wrapper.find('form').exists()).toBe(false)
})

test('a refused code is explained and has to be typed again', async () => {
  const { wrapper } = await section([none], { 'events.connectRelay': refuse('relay_code_refused') })
  const [address, code] = wrapper.findAll('form input')
  await address?.setValue('https://relay.example')
  await code?.setValue('ABCD-EFGH')
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(read(wrapper.get('[role=alert]'))).toContain(text('errors.relay_code_refused.what'))
  expect(wrapper.findAll('form input').map((input) => input.element)).toMatchObject([
    { value: 'https://relay.example' },
    { value: '' },
  ])
})

test.each([
  ['connecting', null, text('events.relay.state.connecting')],
  ['polling', null, text('events.relay.state.polling')],
  ['away', 'relay_unreachable', text('errors.relay_unreachable.what')],
  ['refused', 'relay_device_refused', text('errors.relay_device_refused.what')],
  ['refused', 'relay_key_missing', text('errors.relay_key_missing.what')],
] as const)('the state %s with %s is one clear text', async (state, problem, shown) => {
  const { wrapper, button } = await section([connected({ state, problem })])
  expect(read(wrapper)).toContain(shown)
  expect(button(text('events.relay.reconnect')) !== undefined).toBe(state === 'refused')
})

test.each([
  [true, text('events.relay.disconnected')],
  [false, text('events.relay.disconnectedHereOnly')],
])('a relay is disconnected, and the form is back; the relay was notified: %s', async (hasLeft, shown) => {
  const { wrapper, button } = await section([connected(), none], { 'events.disconnectRelay': accept({ hasLeft }) })
  await button(text('events.relay.disconnect'))?.trigger('click')
  await flushPromises()
  expect(wrapper.find('form').exists()).toBe(true)
  expect(
    useToast()
      .take()
      .map((each) => each.text)
      .join(' '),
  ).toContain(shown)
})

test.each([
  [
    { arrivedAt: '2026-11-22T10:00:00.000Z', took: 432 },
    text('events.settings.testArrived', { when: formatMoment('2026-11-22T10:00:00.000Z', 'en'), took: '0.43' }),
  ],
  [{ arrivedAt: null, took: 30_000 }, text('events.settings.testMissing')],
])('a test says whether it arrived: %j', async (outcome, shown) => {
  const { wrapper, button } = await section([connected()], { 'events.sendTest': accept(outcome) })
  await button(text('events.settings.test'))?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain(shown)
})

test('a connection that can have no relay shows no form, and says why', async () => {
  const { wrapper } = await section([status({ source: null, canHaveRelay: false })])
  expect(wrapper.find('form').exists()).toBe(false)
  expect(read(wrapper)).toContain(text('events.relay.notStored'))
  expect(useConnection().current).toBeNull()
})
