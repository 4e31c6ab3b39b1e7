/** What is known of a phone that is to install an eSIM, from events and reads in any order. */
import { describe, expect, test } from 'vitest'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { EsimState } from '#shared/model/customer/views.ts'
import { Iccid } from '#shared/wire/ids.ts'
import {
  isEager,
  progressOf,
  withEvent,
  withReading,
  type AwaitedPhone,
} from '../../../../../renderer/features/documents/awaitedPhone.ts'
import { customerUid, esim } from '../../support/samples.ts'

const since = Date.parse('2026-11-21T14:02:00.000Z')
const minute = 60_000
const phone: AwaitedPhone = {
  customerUid,
  esimUid: esim().uid,
  iccid: esim().iccid,
  how: 'shown',
  since,
  seenBefore: 0,
  signs: [],
  readAt: null,
  networkAt: null,
}

type Step = (phone: AwaitedPhone) => AwaitedPhone
const at = (minutes: number): number => since + minutes * minute

const read =
  (state: EsimState | 'inactive' | 'gone', minutes: number, seen: number | null = null): Step =>
  (before) =>
    withReading(before, { at: at(minutes), state, seen, clockOffset: 0 })

const event =
  (profileState: string, minutes: number, iccid = esim().iccid): Step =>
  (before) => {
    const row: EventRow = {
      id: String(minutes),
      at: new Date(at(minutes)).toISOString(),
      kind: 'esimStatus',
      customerUid,
      iccid,
      itemUid: null,
      details: { profileState },
      repeats: 0,
      isRead: false,
      alert: null,
    }
    return withEvent(before, row)
  }

const after = (...steps: readonly Step[]): AwaitedPhone => steps.reduce((before, step) => step(before), phone)
const stage = (steps: readonly Step[], minutes = 10, isOnNone = false) =>
  progressOf(after(...steps), at(minutes), isOnNone).stage

describe('it says', () => {
  test.each([
    ['nothing, while nothing was reported or read', [], 'waiting'],
    ['nothing of a read that shows it as before', [read('released', 1)], 'waiting'],
    ['no more than that it was reported, by the event alone', [event('INSTALLED', 1)], 'reported'],
    ['the same while a later read does not show it', [event('INSTALLED', 1), read('released', 2)], 'reported'],
    ['that it is installed, by the read after the event', [event('INSTALLED', 1), read('installed', 1)], 'installed'],
    ['that it is installed, by a read alone', [read('installed', 1)], 'installed'],
    ['that it is on a network once it was seen there', [read('installed', 1), read('installed', 2, at(2))], 'network'],
    ['that it is switched off again', [read('installed', 1, at(1)), read('disabled', 2)], 'disabled'],
    ['that it was removed again', [event('INSTALLED', 1), read('installed', 1), read('released', 2)], 'removed'],
    [
      'that it was removed again, also where the event of that came first',
      [read('installed', 1, at(1)), event('RELEASED', 2), read('released', 2)],
      'removed',
    ],
    ['that it was removed, where no read ever showed it', [event('INSTALLED', 1), event('RELEASED', 2)], 'removed'],
    ['that it failed, by a read', [read('error', 1)], 'failed'],
    ['that it failed, by an event that no read shows', [event('ERROR', 1), read('released', 2)], 'failed'],
    ['that it is installed after all', [event('ERROR', 1), read('released', 1), read('installed', 3)], 'installed'],
    ['that another profile has taken its place', [read('released', 1), read('inactive', 2)], 'inactive'],
    ['that it is not listed any more', [read('released', 1), read('gone', 2)], 'gone'],
    ['nothing of a new eSIM that is not listed yet', [read('gone', 1)], 'waiting'],
  ] as const)('%s', (_what, steps, expected) => {
    expect(stage(steps)).toBe(expected)
  })

  test('that it was removed, where a late event says installed before the read shows that', () => {
    expect(stage([read('installed', 1), event('INSTALLED', 2), read('released', 3)])).toBe('removed')
  })

  test('that it is reported again, where it was removed and an event says so since', () => {
    expect(stage([read('installed', 1), read('released', 2), event('INSTALLED', 3)])).toBe('reported')
  })

  test('that it has lost its network, where the service says that it is on none', () => {
    const steps = [read('installed', 1, at(1)), read('installed', 4, at(1))]
    expect(progressOf(after(...steps), at(5), true)).toEqual({ stage: 'lost', reportedAt: null, readAt: at(4) })
    expect(stage([read('installed', 1)], 5, true)).toBe('installed')
  })
})

test('what it says has the times of the event and of the read that first showed it', () => {
  const steps = [event('INSTALLED', 1), event('INSTALLED', 1.1), read('installed', 2), read('installed', 3)]
  expect(progressOf(after(...steps), at(4), false)).toEqual({
    stage: 'installed',
    reportedAt: at(1),
    readAt: at(2),
  })
})

test.each([
  ['of another eSIM', event('INSTALLED', 1, Iccid.parse('8948010000099999999'))],
  ['of before the code was handed over', event('INSTALLED', -1)],
  ['of a state that nobody knows', event('SOMETHING', 1)],
])('news %s change nothing', (_what, step) => {
  expect(after(step)).toBe(phone)
})

test.each([
  ['before the code was handed over', at(-30)],
  ['when it was on another phone', at(1)],
])('a network on which it was %s is none of this installation', (_what, seen) => {
  const known = { ...phone, seenBefore: at(1) }
  const shown = withReading(known, { at: at(2), state: 'installed', seen, clockOffset: 0 })
  expect(progressOf(shown, at(3), false).stage).toBe('installed')
})

test('the network is known by the clock of the service, which may be ahead', () => {
  const clockOffset = 600 * minute
  const of = (seen: number) => withReading(phone, { at: at(2), state: 'installed', seen, clockOffset }).networkAt
  expect([of(at(1)), of(at(1) + clockOffset)]).toEqual([null, at(2)])
})

test('after an hour without a sign it says so, counted from the last one', () => {
  expect([stage([], 59), stage([], 60)]).toEqual(['waiting', 'silent'])
  expect(stage([event('INSTALLED', 1), event('RELEASED', 30), read('installed', 40)], 80)).toBe('installed')
})

test('the customer is read more often for five minutes, and no longer than until it is on a network', () => {
  expect([isEager(phone, at(4)), isEager(phone, at(5))]).toEqual([true, false])
  expect(isEager(after(read('installed', 1)), at(2))).toBe(true)
  expect(isEager(after(read('installed', 1, at(1))), at(2))).toBe(false)
})
