/** The state machine of updates. It is pure: no clock, no network, no window. */
import type { UpdateProblem, UpdateRelease } from '#shared/model/updates.ts'

type UpdateStep = 'check' | 'download' | 'install'

type RestingState =
  | { readonly phase: 'idle'; readonly checkedAt: string | null }
  | { readonly phase: 'available'; readonly release: UpdateRelease; readonly postponed: boolean }
  | {
      readonly phase: 'failed'
      readonly step: UpdateStep
      readonly problem: UpdateProblem
      readonly release: UpdateRelease | null
      readonly postponed: boolean
    }

export type MachineState =
  | RestingState
  | { readonly phase: 'checking'; readonly previous: RestingState }
  | { readonly phase: 'downloading'; readonly release: UpdateRelease; readonly percent: number | null }
  | {
      readonly phase: 'ready'
      readonly release: UpdateRelease
      readonly postponed: boolean
      readonly installOnClose: boolean
    }
  | { readonly phase: 'installing'; readonly release: UpdateRelease }

export type MachineEvent =
  | { readonly type: 'checkStarted' }
  | { readonly type: 'nothingNewer'; readonly at: string }
  | { readonly type: 'found'; readonly release: UpdateRelease }
  | { readonly type: 'downloadStarted' }
  | { readonly type: 'progressed'; readonly percent: number }
  | { readonly type: 'downloaded' }
  | { readonly type: 'downloadCancelled' }
  | { readonly type: 'installOnClose'; readonly enabled: boolean }
  | { readonly type: 'installStarted' }
  | { readonly type: 'postponed' }
  | { readonly type: 'failed'; readonly problem: UpdateProblem }

export const initialState: MachineState = { phase: 'idle', checkedAt: null }

/** Returns the next state. An event that does not fit the state leaves it unchanged. */
export function advance(state: MachineState, event: MachineEvent): MachineState {
  switch (event.type) {
    case 'checkStarted':
      return isResting(state) ? { phase: 'checking', previous: state } : state
    case 'nothingNewer':
      return state.phase === 'checking' ? { phase: 'idle', checkedAt: event.at } : state
    case 'found':
      return state.phase === 'checking' ? { phase: 'available', release: event.release, postponed: false } : state
    case 'downloadStarted':
      return startDownload(state)
    case 'progressed':
      return state.phase === 'downloading' ? { ...state, percent: event.percent } : state
    case 'downloaded':
      if (state.phase !== 'downloading') return state
      return { phase: 'ready', release: state.release, postponed: false, installOnClose: false }
    case 'downloadCancelled':
      return state.phase === 'downloading' ? { phase: 'available', release: state.release, postponed: true } : state
    case 'installOnClose':
      return state.phase === 'ready' ? { ...state, installOnClose: event.enabled } : state
    case 'installStarted':
      return startInstall(state)
    case 'postponed':
      return postpone(state)
    case 'failed':
      return fail(state, event.problem)
  }
}

/** Whether a check may begin: no step is running, and no downloaded update waits to be installed. */
export function isResting(state: MachineState): state is RestingState {
  return state.phase === 'idle' || state.phase === 'available' || state.phase === 'failed'
}

function startDownload(state: MachineState): MachineState {
  const offered =
    state.phase === 'available' || (state.phase === 'failed' && state.step !== 'check') ? state.release : null
  return offered === null ? state : { phase: 'downloading', release: offered, percent: null }
}

function startInstall(state: MachineState): MachineState {
  const prepared =
    state.phase === 'ready' || (state.phase === 'failed' && state.step === 'install') ? state.release : null
  return prepared === null ? state : { phase: 'installing', release: prepared }
}

function postpone(state: MachineState): MachineState {
  switch (state.phase) {
    case 'available':
    case 'failed':
      return { ...state, postponed: true }
    case 'ready':
      return { ...state, postponed: true, installOnClose: false }
    case 'idle':
    case 'checking':
    case 'downloading':
    case 'installing':
      return state
  }
}

function fail(state: MachineState, problem: UpdateProblem): MachineState {
  switch (state.phase) {
    case 'checking':
      // A release that was found before can still be downloaded.
      if (state.previous.phase === 'available') return state.previous
      return { phase: 'failed', step: 'check', problem, release: null, postponed: false }
    case 'downloading':
      return { phase: 'failed', step: 'download', problem, release: state.release, postponed: false }
    case 'installing':
      return { phase: 'failed', step: 'install', problem, release: state.release, postponed: false }
    case 'idle':
    case 'available':
    case 'ready':
    case 'failed':
      return state
  }
}
