/** What the steps of an update share: the host's source and the state that the window shows. */
import type { Emit } from '#shared/contract.ts'
import type { UpdateState } from '#shared/model/updates.ts'
import type { Clock } from '../base/clock.ts'
import { UpdateFailure, type UpdateSource } from '../host/index.ts'
import type { Log } from '../log/index.ts'
import { advance, initialState, type MachineEvent, type MachineState } from './machine.ts'
import type { Timer } from './schedule.ts'

export interface UpdatesOptions {
  /** Called once, with the first call or when the first check is due. */
  readonly open: () => Promise<UpdateSource | null>
  readonly version: string
  /** Returns the number of operations that are being sent or whose result is not known yet. */
  readonly unresolvedOperations: () => number
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly clock: Pick<Clock, 'now'>
  readonly timer?: Timer
  readonly random?: () => number
}

const systemTimer: Timer = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds).unref()
  return () => clearTimeout(timer)
}

export interface UpdatesContext {
  readonly options: UpdatesOptions
  readonly timer: Timer
  machine: MachineState
  /** The source, once it has been opened or is being opened. */
  opening: Promise<UpdateSource | null> | null
  /** Ends the wait for the end of a program that was requested to restart. */
  stopWaiting: () => void
  closed: boolean
  /** Number of downloads begun so far: events of a cancelled one are ignored. */
  downloads: number
}

export const createContext = (options: UpdatesOptions): UpdatesContext => ({
  options,
  timer: options.timer ?? systemTimer,
  machine: initialState,
  opening: null,
  stopWaiting: () => undefined,
  closed: false,
  downloads: 0,
})

/** Returns the source, which is opened with the first call, or null if there are no updates. */
export const sourceOf = (context: UpdatesContext): Promise<UpdateSource | null> =>
  (context.opening ??= openSource(context.options))

async function openSource({ open, log }: UpdatesOptions): Promise<UpdateSource | null> {
  try {
    return await open()
  } catch (thrown) {
    log.warn('Updates cannot be used', { error: thrown })
    return null
  }
}

/** Returns what the window shows. */
export const stateOf = async (context: UpdatesContext): Promise<UpdateState> =>
  (await sourceOf(context)) === null ? { phase: 'off' } : view(context)

function view({ machine, options }: UpdatesContext): UpdateState {
  if (machine.phase === 'checking') return { phase: 'checking' }
  return machine.phase === 'ready' ? { ...machine, unresolvedOperations: options.unresolvedOperations() } : machine
}

/** Applies the event and emits the new state. Returns false if the event does not fit the present state. */
export function apply(context: UpdatesContext, event: MachineEvent): boolean {
  const next = advance(context.machine, event)
  if (next === context.machine) return false
  context.machine = next
  context.options.emit('updates.changed', view(context))
  return true
}

/** Logs the failure and applies it. */
export function fail(context: UpdatesContext, what: string, thrown: unknown): void {
  const failure = thrown instanceof UpdateFailure ? thrown : new UpdateFailure('unexpected', { cause: thrown })
  context.options.log.warn(what, { problem: failure.problem, error: failure.cause })
  apply(context, { type: 'failed', problem: failure.problem })
}
