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
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
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
  expect(read(wrapper)).toContain('the next start needs a new code')
  const [address, code] = wrapper.findAll('form input')
  await address?.setValue(' https://relay.example ')
  expect(button('Connect the relay')?.attributes('disabled')).toBeDefined()
  await code?.setValue('ABCD-EFGH')
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(inputs).toEqual([{ address: 'https://relay.example', code: 'ABCD-EFGH' }])
  const text = read(wrapper)
  for (const part of ['https://relay.example', 'Anna', 'In the keychain', 'Receiving by a stream'])
    expect(text).toContain(part)
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
  expect(read(wrapper.get('[role=alert]'))).toContain('The relay refused the code')
  expect(wrapper.findAll('form input').map((input) => input.element)).toMatchObject([
    { value: 'https://relay.example' },
    { value: '' },
  ])
})

test.each([
  ['connecting', null, 'Connecting'],
  ['polling', null, 'Receiving by asking again and again'],
  ['away', 'relay_unreachable', "The relay can't be reached."],
  ['refused', 'relay_device_refused', 'its access was revoked'],
  ['refused', 'relay_key_missing', 'is not in the keychain'],
] as const)('the state %s with %s is one clear text', async (state, problem, text) => {
  const { wrapper, button } = await section([connected({ state, problem })])
  expect(read(wrapper)).toContain(text)
  expect(button('Connect with a new code') !== undefined).toBe(state === 'refused')
})

test.each([
  [true, 'The relay was disconnected.'],
  [false, "the relay couldn't be told. Ask its operator to revoke this desk."],
])('a relay is disconnected, and the form is back; the relay was told: %s', async (hasLeft, text) => {
  const { wrapper, button } = await section([connected(), none], { 'events.disconnectRelay': accept({ hasLeft }) })
  await button('Disconnect the relay')?.trigger('click')
  await flushPromises()
  expect(wrapper.find('form').exists()).toBe(true)
  expect(
    useToast()
      .take()
      .map((each) => each.text)
      .join(' '),
  ).toContain(text)
})

test.each([
  [{ arrivedAt: '2026-11-22T10:00:00.000Z', took: 432 }, 'after 0.43 s.'],
  [{ arrivedAt: null, took: 30_000 }, 'did not arrive within half a minute'],
])('a test says whether it arrived: %j', async (outcome, text) => {
  const { wrapper, button } = await section([connected()], { 'events.sendTest': accept(outcome) })
  await button('Send a test')?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain(text)
})

test('a connection that can have no relay shows no form, and says why', async () => {
  const { wrapper } = await section([status({ source: null, canHaveRelay: false })])
  expect(wrapper.find('form').exists()).toBe(false)
  expect(read(wrapper)).toContain(
    "isn't stored, so it can't have a relay. To receive its events, add it under Connections.",
  )
  expect(useConnection().current).toBeNull()
})
