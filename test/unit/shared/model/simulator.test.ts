import { describe, expect, it } from 'vitest'
import { SimulatorAct, SimulatorState } from '#shared/model/simulator.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success
const customerUid = 'c1'
const iccid = '8937002512345678905'
const fault = { act: 'fault', fault: 'slow', place: 'refund', times: 1 }

describe("an action of the sandbox's panel", () => {
  it.each([
    ...['install', 'fail', 'forbid', 'reject', 'mismatch', 'disable', 'enable', 'uninstall', 'replace'].map((what) => ({
      act: 'device',
      customerUid,
      iccid,
      what,
    })),
    { act: 'repeatDelivery', id: 1 },
    { act: 'forgeDelivery', kind: 'customerRegistration', customerUid },
    { act: 'app', customerUid, approves: false },
    { act: 'troubles', change: {} },
    { act: 'troubles', change: { delayMs: 600_000, dropped: 1 }, customerUid },
    { act: 'clearTroubles' },
    { act: 'use', customerUid, megabytes: 0.5 },
    { act: 'use', customerUid, megabytes: 100_000_000 },
    { act: 'enter', customerUid, country: 'DE' },
    { act: 'advance', hours: 0.1 },
    { act: 'advance', hours: 87_600, customerUid },
    { act: 'credits', add: -1_000_000 },
    { act: 'credits', add: 1_000_000 },
    ...[
      'answerLost',
      'answerCut',
      'notReached',
      'noAnswer',
      'serverError',
      'refused',
      'tooMany',
      'proxyPage',
      'tokenRevoked',
      'slow',
    ].map((which) => ({ ...fault, fault: which })),
    ...[
      'refund',
      'activate',
      'register',
      'topUp',
      'topUpWithProfile',
      'customer',
      'customers',
      'search',
      'inventory',
      'everything',
    ].map((place) => ({ ...fault, place })),
    { ...fault, times: 100 },
    { ...fault, times: 'always' },
    { act: 'clearFaults' },
  ])('%j', (act) => {
    expect(SimulatorAct.parse(act)).toEqual(act)
  })

  it.each([
    { act: '' },
    { act: 'device', customerUid, iccid, what: '' },
    { act: 'device', customerUid, what: 'install' },
    ...['..', '.', '8937\ud800'].map((invalid) => ({ act: 'device', customerUid, iccid: invalid, what: 'install' })),
    { act: 'use', customerUid, megabytes: 0 },
    { act: 'use', customerUid, megabytes: 100_000_001 },
    { act: 'use', megabytes: 1 },
    { act: 'enter', customerUid, country: 'de' },
    { act: 'enter', customerUid, country: 'DEU' },
    { act: 'enter', customerUid, country: 'XDE' },
    { act: 'enter', customerUid, country: 'D' },
    { act: 'advance', hours: 0 },
    { act: 'advance', hours: 87_601 },
    { act: 'advance', hours: 1, days: 1 },
    { act: 'credits', add: -1_000_001 },
    { act: 'credits', add: 1_000_001 },
    { act: 'credits' },
    { ...fault, fault: '' },
    { ...fault, place: '' },
    { ...fault, times: 0 },
    { ...fault, times: 101 },
    { ...fault, times: 1.5 },
    { ...fault, times: '' },
    { act: 'clearFaults', more: 1 },
  ])('is not %j', (act) => {
    expect(takes(SimulatorAct, act)).toBe(false)
  })
})

describe("the state of the sandbox's panel", () => {
  const state = {
    now: '2026-06-15T12:00:00.000Z',
    credits: { amount: '10.00', currency: 'USD' },
    executed: 2,
    faults: [
      { fault: 'slow', place: 'everything', left: 'always' },
      { fault: 'hang', place: 'history', left: 3 },
    ],
    receivers: ['esimStatus'],
    deliveries: [
      {
        id: 3,
        kind: 'lowBalance',
        origin: 'forged',
        at: '2026-06-15T11:59:00.000Z',
        url: 'http://127.0.0.1:4000/…',
        about: customerUid,
        status: null,
        problem: 'no response in time',
        dropped: false,
        answer: null,
        milliseconds: 10_000.5,
      },
    ],
    troubles: { delayMs: 5000, dropped: 0.5, duplicated: 0, reordered: 1 },
    mails: [{ id: 1, at: '2026-06-15T11:59:00.000Z', to: ['ada@example.org'], subject: 'Your eSIM' }],
    nextMail: 'answerLost',
    customer: {
      uid: customerUid,
      country: null,
      items: 1,
      esims: [{ iccid, state: 'INSTALLED', active: true, installations: 1, appMessage: null }],
    },
  }
  it('is the state of the sandbox, including faults that this desk has no text for', () => {
    expect(SimulatorState.parse(state)).toEqual(state)
    expect(takes(SimulatorState, { ...state, customer: null, faults: [] })).toBe(true)
  })
  it.each([
    { credits: {} },
    { credits: { amount: 10, currency: 'USD' } },
    { faults: [{}] },
    { faults: [{ fault: 'slow', place: 'refund', left: '' }] },
    { faults: [{ fault: 'slow', place: 'refund', left: 0.5 }] },
    { faults: [{ fault: 1, place: 'refund', left: 1 }] },
    { faults: [{ fault: 'slow', place: 1, left: 1 }] },
    { customer: {} },
    { customer: { uid: customerUid, country: null, esims: [{}] } },
    { receivers: ['carrierPigeon'] },
    { deliveries: [{ ...state.deliveries[0], id: 0 }] },
    { deliveries: [{ ...state.deliveries[0], body: {} }] },
    { deliveries: Array.from({ length: 101 }, () => state.deliveries[0]) },
    { troubles: { ...state.troubles, dropped: 2 } },
    { troubles: { delayMs: 1 } },
    { more: 1 },
  ])('is not %j', (change) => {
    expect(takes(SimulatorState, { ...state, ...change })).toBe(false)
  })
})
