import { describe, expect, it } from 'vitest'
import {
  esimHistory,
  esimWarning,
  esimWarnings,
  handOutRank,
  installationObstacle,
  installationObstaclesOf,
  noHistory,
  willProbablyFail,
} from '#shared/model/esim/esimWarning.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { Iccid } from '#shared/wire/ids.ts'

const iccid = Iccid.parse('8948010000012345678')
const released = { state: 'released', active: true, nothingToUse: false } as const

const event = (profileState: string, changes: Partial<EventRow> = {}): EventRow => ({
  id: '1',
  at: '2026-11-21T10:00:00Z',
  kind: 'esimStatus',
  customerUid: null,
  iccid,
  itemUid: null,
  details: { profileState },
  repeats: 0,
  isRead: true,
  alert: null,
  ...changes,
})
const history = (...states: readonly string[]) =>
  esimHistory(
    { iccid, lastSeen: null },
    states.map((state) => event(state)),
  )

describe('before an installation is given to the customer', () => {
  it('there is no warning for an eSIM that was never installed', () => {
    expect(esimWarning(released, noHistory)).toBeNull()
    expect(willProbablyFail(null)).toBe(false)
  })

  it.each([
    ['inactive', { state: 'installed', active: false }],
    ['error', { state: 'error', active: true }],
  ] as const)('an eSIM that is %s will probably fail', (warning, esim) => {
    expect(esimWarning({ ...esim, nothingToUse: false }, noHistory)).toBe(warning)
    expect(willProbablyFail(warning)).toBe(true)
  })

  it.each(['installed', 'disabled', 'unknown'] as const)('an eSIM that is %s is pointed out', (state) => {
    expect(esimWarning({ state, active: true, nothingToUse: false }, noHistory)).toBe(state)
    expect(willProbablyFail(state)).toBe(false)
  })

  it('all that is true of it is known, the most important first', () => {
    const nothing = { ...released, nothingToUse: true }
    const seen = { ...noHistory, lastSeen: '2026-11-01T00:00:00Z' }
    expect(esimWarnings(released, noHistory)).toEqual([])
    expect(esimWarnings(nothing, noHistory)).toEqual(['nothingToUse'])
    expect(esimWarnings(nothing, seen)).toEqual(['nothingToUse', 'removed'])
    expect(esimWarnings({ ...nothing, state: 'installed' }, seen)).toEqual(['installed', 'nothingToUse'])
    expect(installationObstaclesOf({ ...nothing, iccid }, [event('RELEASED'), event('INSTALLED')])).toEqual([
      'nothingToUse',
    ])
  })

  it('one that was removed is pointed out, and after five reported installations it will fail', () => {
    expect(esimWarning(released, { ...noHistory, lastSeen: '2026-11-01T00:00:00Z' })).toBe('removed')
    expect(esimWarning(released, history('RELEASED', 'INSTALLED'))).toBe('removed')
    const five = history(...Array.from({ length: 5 }, () => ['RELEASED', 'INSTALLED']).flat())
    expect(esimWarning(released, five)).toBe('usedUp')
    expect(willProbablyFail('usedUp')).toBe(true)
  })

  it('one whose last installation failed will probably fail again, until it was installed', () => {
    expect(esimWarning(released, history('RELEASED', 'ERROR', 'INSTALLED'))).toBe('failedBefore')
    expect(esimWarning(released, history('RELEASED', 'INSTALLED', 'ERROR'))).toBe('removed')
  })

  it('one for which the customer has no package is pointed out, unless it can not be installed anyway', () => {
    const unused = { ...released, nothingToUse: true }
    expect(esimWarning(unused, noHistory)).toBe('nothingToUse')
    expect(esimWarning(unused, { ...noHistory, lastSeen: '2026-11-01T00:00:00Z' })).toBe('nothingToUse')
    expect(esimWarning({ ...unused, state: 'installed' }, noHistory)).toBe('installed')
    expect(esimWarning(unused, history('RELEASED', 'ERROR'))).toBe('failedBefore')
    expect(willProbablyFail('nothingToUse')).toBe(false)
    expect(installationObstacle({ ...unused, iccid }, [])).toBe('nothingToUse')
    expect(installationObstacle({ ...released, iccid }, [event('RELEASED'), event('INSTALLED')])).toBeNull()
  })

  it('events of another eSIM and of other kinds say nothing', () => {
    const others = [
      event('ERROR', { iccid: Iccid.parse('8948010000099999999') }),
      event('ERROR', { kind: 'lowBalance' }),
    ]
    expect(esimHistory({ iccid, lastSeen: null }, others)).toEqual(noHistory)
  })

  it('of several eSIMs the one that can be installed is handed out first, and the hopeless last', () => {
    const seen = '2026-11-01T00:00:00Z'
    const esims = [
      { state: 'error', active: true, lastSeen: null },
      { state: 'installed', active: true, lastSeen: seen },
      { state: 'released', active: true, lastSeen: seen },
      { state: 'released', active: true, lastSeen: null },
    ] as const
    expect(esims.toSorted((one, other) => handOutRank(one) - handOutRank(other))).toEqual(esims.toReversed())
    expect(handOutRank({ state: 'released', active: false, lastSeen: null })).toBe(handOutRank(esims[0]))
  })
})
