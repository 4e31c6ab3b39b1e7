import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { TrainingState } from '#shared/model/training.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useTraining, type TrainingPanel } from '../../../../renderer/composables/training/useTraining.ts'
import { at, questions, settle } from '../support/deferred.ts'
import { fakeEvents } from '../support/events.ts'
import { customerUid, operation } from '../support/samples.ts'

const state = (changes: Partial<TrainingState> = {}): TrainingState => ({
  now: '2026-11-21T10:00:00Z',
  credits: { amount: '5000.00', currency: 'USD' },
  executed: 0,
  faults: [],
  customer: { uid: customerUid, country: null, esims: [] },
  ...changes,
})
const uid = ref(customerUid)
const reads = questions<InputOf<'sandbox', 'state'>, TrainingState>()
const acts = questions<InputOf<'sandbox', 'act'>, TrainingState>()
const events = fakeEvents()
let scope: EffectScope
let panel: TrainingPanel
let done = 0

beforeEach(() => {
  reads.asked.length = acts.asked.length = done = 0
  uid.value = customerUid
  scope = effectScope()
  const made = scope.run(() =>
    useTraining(
      () => uid.value,
      { state: reads.ask, act: acts.ask, on: events.on },
      () => (done += 1),
    ),
  )
  if (made === undefined) throw new Error('The scope is over')
  panel = made
})
afterEach(() => scope.stop())

const ready = async (): Promise<void> => {
  at(reads.asked, 0).answer(state())
  await settle()
}

test('the state of the present customer is read at once', async () => {
  expect(at(reads.asked, 0).input).toEqual({ customerUid })
  await ready()
  expect(panel.state.value?.credits.amount).toBe('5000.00')
})

test('what an operation changed is read when it has ended, and not while an act is under way', async () => {
  await ready()
  events.push('operation.changed', operation({ state: 'SENDING' }))
  expect(reads.asked).toHaveLength(1)
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.asked).toHaveLength(2)
  at(reads.asked, 1).answer(state({ credits: { amount: '4990.00', currency: 'USD' } }))
  await settle()
  expect(panel.state.value?.credits.amount).toBe('4990.00')
  void panel.act({ act: 'clearFaults' })
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.asked).toHaveLength(2)
  scope.stop()
  at(acts.asked, 0).answer(state())
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(reads.asked).toHaveLength(2)
})

test('an act is carried out once, however often it is pressed, and then the page is told', async () => {
  await ready()
  void panel.act({ act: 'enter', customerUid, country: 'JP' })
  void panel.act({ act: 'enter', customerUid, country: 'JP' })
  expect(acts.asked).toHaveLength(1)
  at(acts.asked, 0).answer(state({ customer: { uid: customerUid, country: 'JP', esims: [] } }))
  await settle()
  expect(panel.state.value?.customer?.country).toBe('JP')
  expect(done).toBe(1)
})

test('an answer without the customer is completed by a read', async () => {
  await ready()
  void panel.act({ act: 'clearFaults' })
  at(acts.asked, 0).answer(state({ customer: null }))
  await settle()
  expect(reads.asked).toHaveLength(2)
  at(reads.asked, 1).answer(state())
  await settle()
  expect(panel.state.value?.customer?.uid).toBe(customerUid)
  expect(panel.busy.value).toBe(false)
})

test('a refusal is shown, leaves the state as it was and tells the page nothing', async () => {
  await ready()
  void panel.act({ act: 'use', customerUid, megabytes: 1 })
  at(acts.asked, 0).fail(new DeskError('sandbox_refused', 'no', { reason: 'Not on a network.' }))
  await settle()
  expect(panel.error.value?.code).toBe('sandbox_refused')
  expect(panel.state.value).not.toBeNull()
  expect(done).toBe(0)
})

test('an answer for the customer before is dropped', async () => {
  uid.value = CustomerUid.parse('another')
  await settle()
  at(reads.asked, 0).answer(state())
  await settle()
  expect(panel.state.value).toBeNull()
  at(reads.asked, 1).answer(state({ customer: { uid: uid.value, country: 'FR', esims: [] } }))
  await settle()
  expect(panel.state.value?.customer?.country).toBe('FR')
})
