import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { SimulatorState } from '#shared/model/simulator.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useSimulator, type SimulatorPanel } from '../../../../../renderer/features/simulator/useSimulator.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { fakeEvents } from '../../support/events.ts'
import { customerUid, mailRow, operation } from '../../support/samples.ts'

const state = (changes: Partial<SimulatorState> = {}): SimulatorState => ({
  now: '2026-11-21T10:00:00Z',
  credits: { amount: '5000.00', currency: 'USD' },
  executed: 0,
  faults: [],
  receivers: [],
  deliveries: [],
  mails: [],
  nextMail: 'kept',
  troubles: { delayMs: 0, dropped: 0, duplicated: 0, reordered: 0 },
  customer: { uid: customerUid, country: null, items: 0, esims: [] },
  ...changes,
})
const uid = ref(customerUid)
const reads = recordRequests<InputOf<'sandbox', 'state'>, SimulatorState>()
const acts = recordRequests<InputOf<'sandbox', 'act'>, SimulatorState>()
const events = fakeEvents()
let scope: EffectScope
let panel: SimulatorPanel
let done = 0

beforeEach(() => {
  reads.requests.length = acts.requests.length = done = 0
  uid.value = customerUid
  scope = effectScope()
  const made = scope.run(() =>
    useSimulator(
      () => uid.value,
      { state: reads.send, act: acts.send, on: events.on },
      () => (done += 1),
    ),
  )
  if (made === undefined) throw new Error('The scope is over')
  panel = made
})
afterEach(() => scope.stop())

const ready = async (): Promise<void> => {
  at(reads.requests, 0).answer(state())
  await flush()
}

test('the state of the present customer is read at once', async () => {
  expect(at(reads.requests, 0).input).toEqual({ customerUid })
  await ready()
  expect(panel.state.value?.credits.amount).toBe('5000.00')
})

test('a mail that has ended may be kept now, so the state is loaded again', async () => {
  await ready()
  const mail = mailRow({ state: 'SENDING' })
  events.push('mail.changed', mail)
  expect(reads.requests).toHaveLength(1)
  events.push('mail.changed', { ...mail, state: 'SENT' })
  expect(reads.requests).toHaveLength(2)
})

test('what happens while the state is loaded is loaded once more, once that has ended', async () => {
  await ready()
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  for (const id of ['second', 'third']) events.push('operation.changed', operation({ id, state: 'CONFIRMED' }))
  expect(reads.requests).toHaveLength(2)
  at(reads.requests, 1).answer(state())
  await flush()
  expect(reads.requests).toHaveLength(3)
  at(reads.requests, 2).answer(state())
  await flush()
  expect(reads.requests).toHaveLength(3)
})

test('a failure stays to be read, although something has happened meanwhile', async () => {
  await ready()
  const done = panel.act({ act: 'clearFaults' })
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  at(acts.requests, 0).fail(new DeskError('sandbox_unavailable', 'gone'))
  expect(await done).toBe(false)
  // What has happened is shown all the same.
  expect([panel.error.value?.code, reads.requests.length]).toEqual(['sandbox_unavailable', 2])
  at(reads.requests, 1).answer(state({ credits: { amount: '4990.00', currency: 'USD' } }))
  await flush()
  expect([panel.error.value?.code, panel.state.value?.credits.amount]).toEqual(['sandbox_unavailable', '4990.00'])
  events.push('operation.changed', operation({ id: 'later', state: 'CONFIRMED' }))
  at(reads.requests, 2).fail(new DeskError('unexpected', 'unreadable'))
  await flush()
  expect(panel.error.value?.code).toBe('sandbox_unavailable')
  // The next action answers both.
  void panel.act({ act: 'clearFaults' })
  at(acts.requests, 1).answer(state())
  await flush()
  expect(panel.error.value).toBeNull()
})

test('the changes of an operation are loaded when it has ended, and not while an action is running', async () => {
  await ready()
  events.push('operation.changed', operation({ state: 'SENDING' }))
  expect(reads.requests).toHaveLength(1)
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.requests).toHaveLength(2)
  at(reads.requests, 1).answer(state({ credits: { amount: '4990.00', currency: 'USD' } }))
  await flush()
  expect(panel.state.value?.credits.amount).toBe('4990.00')
  void panel.act({ act: 'clearFaults' })
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.requests).toHaveLength(2)
  scope.stop()
  at(acts.requests, 0).answer(state())
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.requests).toHaveLength(2)
})

test('an action is carried out once, however often it is clicked, and then reported to the page', async () => {
  await ready()
  void panel.act({ act: 'enter', customerUid, country: 'JP' })
  void panel.act({ act: 'enter', customerUid, country: 'JP' })
  expect(acts.requests).toHaveLength(1)
  at(acts.requests, 0).answer(state({ customer: { uid: customerUid, country: 'JP', items: 0, esims: [] } }))
  await flush()
  expect(panel.state.value?.customer?.country).toBe('JP')
  expect(done).toBe(1)
})

test('an answer without the customer is completed by another request', async () => {
  await ready()
  void panel.act({ act: 'clearFaults' })
  at(acts.requests, 0).answer(state({ customer: null }))
  await flush()
  expect(reads.requests).toHaveLength(2)
  at(reads.requests, 1).answer(state())
  await flush()
  expect(panel.state.value?.customer?.uid).toBe(customerUid)
  expect(panel.busy.value).toBe(false)
})

test('a refusal is shown, and changes neither the state nor the page', async () => {
  await ready()
  void panel.act({ act: 'use', customerUid, megabytes: 1 })
  at(acts.requests, 0).fail(new DeskError('sandbox_refused', 'no', { reason: 'Not on a network.' }))
  await flush()
  expect(panel.error.value?.code).toBe('sandbox_refused')
  expect(panel.state.value).not.toBeNull()
  expect(done).toBe(0)
})

test('an answer for the previous customer is dropped', async () => {
  uid.value = CustomerUid.parse('another')
  await flush()
  at(reads.requests, 0).answer(state())
  await flush()
  expect(panel.state.value).toBeNull()
  at(reads.requests, 1).answer(state({ customer: { uid: uid.value, country: 'FR', items: 0, esims: [] } }))
  await flush()
  expect(panel.state.value?.customer?.country).toBe('FR')
})
