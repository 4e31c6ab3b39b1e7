/** The transitions of the update state machine; any other event changes nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UpdateRelease } from '#shared/model/updates.ts'
import { advance, initialState, type MachineEvent, type MachineState } from '../../../../electron/updates/machine.ts'

const release: UpdateRelease = { version: '1.2.0', notes: 'New', releasedAt: null }
const newer: UpdateRelease = { ...release, version: '1.3.0' }
const at = '2026-01-02T03:04:05.000Z'

const after = (...events: readonly MachineEvent[]): MachineState => events.reduce(advance, initialState)
const found: readonly MachineEvent[] = [{ type: 'checkStarted' }, { type: 'found', release }]
const ready: readonly MachineEvent[] = [...found, { type: 'downloadStarted' }, { type: 'downloaded' }]

describe('a check', () => {
  it('finds a release, or shows when there was nothing newer', () => {
    expect(after({ type: 'checkStarted' }, { type: 'nothingNewer', at })).toEqual({ phase: 'idle', checkedAt: at })
    expect(after(...found)).toEqual({ phase: 'available', release, postponed: false })
  })
  it('that fails reports it, and keeps a release that was found before', () => {
    expect(after({ type: 'checkStarted' }, { type: 'failed', problem: 'unreachable' })).toMatchObject({
      phase: 'failed',
      step: 'check',
      release: null,
    })
    expect(after(...found, { type: 'checkStarted' }, { type: 'failed', problem: 'unreachable' })).toEqual(
      after(...found),
    )
  })
  it('finds a release that replaces the previous one, and withdraws one that was removed', () => {
    expect(after(...found, { type: 'checkStarted' }, { type: 'found', release: newer })).toMatchObject({
      phase: 'available',
      release: newer,
    })
    expect(after(...found, { type: 'checkStarted' }, { type: 'nothingNewer', at })).toMatchObject({ phase: 'idle' })
  })
  it('does not begin while something is under way or ready', () => {
    for (const state of [
      after({ type: 'checkStarted' }),
      after(...found, { type: 'downloadStarted' }),
      after(...ready),
      after(...ready, { type: 'installStarted' }),
    ]) {
      expect(advance(state, { type: 'checkStarted' })).toBe(state)
    }
  })
})

describe('a download', () => {
  it('reports its progress, then the update is ready', () => {
    expect(after(...found, { type: 'downloadStarted' }, { type: 'progressed', percent: 40 })).toEqual({
      phase: 'downloading',
      release,
      percent: 40,
    })
    expect(after(...ready)).toEqual({ phase: 'ready', release, postponed: false, installOnClose: false })
  })
  it('that failed or was cancelled can begin again', () => {
    const failed = after(...found, { type: 'downloadStarted' }, { type: 'failed', problem: 'corrupt' })
    expect(failed).toMatchObject({ phase: 'failed', step: 'download', problem: 'corrupt', release })
    expect(advance(failed, { type: 'downloadStarted' })).toMatchObject({ phase: 'downloading' })
    const cancelled = after(...found, { type: 'downloadStarted' }, { type: 'downloadCancelled' })
    expect(cancelled).toEqual({ phase: 'available', release, postponed: true })
    expect(advance(cancelled, { type: 'downloadStarted' })).toMatchObject({ phase: 'downloading' })
  })
  it('needs a release', () => {
    for (const state of [initialState, after({ type: 'checkStarted' }, { type: 'failed', problem: 'unreachable' })])
      expect(advance(state, { type: 'downloadStarted' })).toBe(state)
  })
})

describe('an installation', () => {
  it('needs a downloaded update, and can be tried again after a failure', () => {
    for (const state of [initialState, after(...found), after(...found, { type: 'downloadStarted' })])
      expect(advance(state, { type: 'installStarted' })).toBe(state)
    const failed = after(...ready, { type: 'installStarted' }, { type: 'failed', problem: 'installer_failed' })
    expect(failed).toMatchObject({ phase: 'failed', step: 'install', release })
    expect(advance(failed, { type: 'installStarted' })).toEqual({ phase: 'installing', release })
  })
  it('on close is enabled, and disabled by postponing', () => {
    const enabled = after(...ready, { type: 'installOnClose', enabled: true })
    expect(enabled).toMatchObject({ installOnClose: true })
    expect(advance(enabled, { type: 'postponed' })).toMatchObject({
      phase: 'ready',
      postponed: true,
      installOnClose: false,
    })
  })
})

const events: fc.Arbitrary<MachineEvent> = fc.constantFrom(
  { type: 'checkStarted' },
  { type: 'nothingNewer', at },
  { type: 'found', release },
  { type: 'downloadStarted' },
  { type: 'progressed', percent: 7 },
  { type: 'downloaded' },
  { type: 'downloadCancelled' },
  { type: 'installOnClose', enabled: true },
  { type: 'installStarted' },
  { type: 'postponed' },
  { type: 'failed', problem: 'unexpected' },
)

it('in any order of events, nothing is installed that was not found and then downloaded', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), (history) => {
      let state: MachineState = initialState
      let isDownloaded = false
      for (const event of history) {
        const next = advance(state, event)
        if (next.phase === 'ready' && state.phase === 'downloading') isDownloaded = true
        if (next.phase === 'available') isDownloaded = false
        if (next.phase === 'installing') expect(isDownloaded).toBe(true)
        if (next.phase === 'downloading' && next !== state)
          expect(['available', 'failed', 'downloading']).toContain(state.phase)
        state = next
      }
    }),
  )
})
