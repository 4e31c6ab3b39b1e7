import { expect, test } from 'vitest'
import { alertOf, holesOf } from '#shared/model/customer/events.ts'
import { isRepeat } from '#shared/wire/webhookEvents.ts'

const minute = 60_000

test.each([
  ['lowBalance', {}, 'lowData'],
  ['dataConsumption', { configuredThresholdPercentage: 80 }, 'threshold'],
  ['esimStatus', { profileState: 'ERROR' }, 'activationFailed'],
  ['esimStatus', { profileState: 'INSTALLED/ENABLED' }, null],
  ['activationRequest', { returnCode: 'FAIL' }, 'activationRefused'],
  ['activationRequest', { returnCode: 'SUCCESS' }, null],
  ['activationRequest', { outcome: 'passed', returnCode: 'SUCCESS' }, null],
  ['activationRequest', { outcome: 'late', returnCode: null }, 'activationRefused'],
  ['balanceActivation', {}, null],
  ['countryChange', { newCountry: 'FR' }, null],
  ['customerRegistration', {}, null],
] as const)('%s with %j causes the alert %j', (kind, details, alert) => {
  expect(alertOf(kind, details)).toBe(alert)
})

test('an equal event repeats the previous one for ten minutes, whichever way the clock has moved', () => {
  const previous = { fingerprint: 'a', at: 100 * minute }
  expect(isRepeat({ fingerprint: 'a', at: 109 * minute }, previous)).toBe(true)
  expect(isRepeat({ fingerprint: 'a', at: 95 * minute }, previous)).toBe(true)
  expect(isRepeat({ fingerprint: 'a', at: 110 * minute }, previous)).toBe(false)
  expect(isRepeat({ fingerprint: 'b', at: 101 * minute }, previous)).toBe(false)
  expect(isRepeat({ fingerprint: 'a', at: 0 }, undefined)).toBe(false)
})

test('the breaks between the times of listening are holes, newest first', () => {
  const listening = [
    { from: 0, to: 10 * minute },
    { from: 12 * minute, to: 20 * minute },
    { from: 20 * minute + 500, to: 30 * minute },
    { from: 40 * minute, to: 50 * minute },
  ]
  const holes = [
    { from: 30 * minute, to: 40 * minute },
    { from: 10 * minute, to: 12 * minute },
  ]
  expect(holesOf(listening)).toEqual(holes)
  expect(holesOf(listening.toReversed())).toEqual(holes)
  expect(holesOf([])).toEqual([])
  expect(
    holesOf([
      { from: 0, to: 50 * minute },
      { from: 10 * minute, to: 12 * minute },
      { from: 45 * minute, to: 60 * minute },
    ]),
  ).toEqual([])
})
