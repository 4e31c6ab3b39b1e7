/**
 * Updates of the program: checks for them, offers them, and installs one when a person requests it. It owns the state
 * that the window shows. Invariants: nothing is downloaded or installed automatically; only a greater version is
 * offered; nothing is installed while an operation is unresolved, and no operation begins while an update is being
 * installed. It knows no network, no file and no Electron: the host provides an `UpdateSource`.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { UpdateState } from '#shared/model/updates.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import { UpdateFailure, type UpdateSource } from '../host/index.ts'
import type { Log } from '../log/index.ts'
import { advance, initialState, isResting, type MachineEvent, type MachineState } from './machine.ts'
import { newerRelease } from './release.ts'
import { createSchedule, type Timer } from './schedule.ts'

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

export interface Updates {
  readonly handlers: HandlersOf<'updates'>
  /** Schedules the first check. */
  readonly start: () => void
  readonly onResume: () => void
  /**
   * Returns the handlers with a check that no operation begins while an update is being installed, which could
   * interrupt it.
   */
  readonly guard: (operations: HandlersOf<'operations'>) => HandlersOf<'operations'>
  /** Installs the update if the person chose to install it on close. Call this once no operation is in flight. */
  readonly close: (options: { readonly mayInstall: boolean }) => Promise<void>
}

/** Milliseconds in which the window receives its answer before the program ends. */
const restartDelayMs = 100
/** Milliseconds after which a program that was asked to quit and still runs is reported as not restarted. */
const restartTimeoutMs = 60_000

const systemTimer: Timer = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds).unref()
  return () => clearTimeout(timer)
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { emit, log, clock, unresolvedOperations, timer = systemTimer, random = Math.random } = options
  let machine: MachineState = initialState
  let opening: Promise<UpdateSource | null> | null = null
  let stopWaiting: () => void = () => undefined
  let closed = false
  /** Number of downloads begun so far: events of a cancelled one are ignored. */
  let downloads = 0

  const source = (): Promise<UpdateSource | null> => (opening ??= openSource(options))
  const view = (): UpdateState => {
    if (machine.phase === 'checking') return { phase: 'checking' }
    return machine.phase === 'ready' ? { ...machine, unresolvedOperations: unresolvedOperations() } : machine
  }
  const state = async (): Promise<UpdateState> => ((await source()) === null ? { phase: 'off' } : view())
  const apply = (event: MachineEvent): boolean => {
    const next = advance(machine, event)
    if (next === machine) return false
    machine = next
    emit('updates.changed', view())
    return true
  }
  const fail = (what: string, thrown: unknown): void => {
    const failure = thrown instanceof UpdateFailure ? thrown : new UpdateFailure('unexpected', { cause: thrown })
    log.warn(what, { problem: failure.problem, error: failure.cause })
    apply({ type: 'failed', problem: failure.problem })
  }

  const check = async (): Promise<void> => {
    const updateSource = await source()
    if (updateSource === null || closed || !apply({ type: 'checkStarted' })) return
    try {
      const offered = await updateSource.check()
      const release = offered === null ? null : await newerRelease(offered, options.version)
      apply(release === null ? { type: 'nothingNewer', at: toInstant(clock.now()) ?? '' } : { type: 'found', release })
      schedule.plan('daily')
    } catch (thrown) {
      fail('The check for updates failed', thrown)
      schedule.plan('retry')
    }
  }
  const schedule = createSchedule({
    clock,
    timer,
    random,
    onDue: () => {
      if (isResting(machine)) void check()
      else schedule.plan('daily')
    },
  })

  const download = async (updateSource: UpdateSource): Promise<void> => {
    if (!apply({ type: 'downloadStarted' })) return
    const downloadNumber = ++downloads
    const isCurrent = (): boolean => downloadNumber === downloads && machine.phase === 'downloading'
    try {
      await updateSource.download((percent) => void (isCurrent() && apply({ type: 'progressed', percent })))
      if (isCurrent()) apply({ type: 'downloaded' })
    } catch (thrown) {
      if (isCurrent()) fail('The download of an update failed', thrown)
    }
  }

  const install = async (updateSource: UpdateSource): Promise<void> => {
    if (unresolvedOperations() > 0 || !apply({ type: 'installStarted' })) return
    try {
      await updateSource.prepareInstall({ restart: true })
      timer(restartDelayMs, updateSource.restart)
      // A program that still runs accepts operations again.
      stopWaiting = timer(restartTimeoutMs, () => void apply({ type: 'failed', problem: 'not_restarted' }))
    } catch (thrown) {
      fail('The installation of an update failed', thrown)
    }
  }

  return {
    handlers: {
      state,
      async check() {
        await check()
        return await state()
      },
      async download() {
        const updateSource = await source()
        // Its progress and its result are sent as events.
        if (updateSource !== null) void download(updateSource)
        return await state()
      },
      async install({ when }) {
        const updateSource = await source()
        if (updateSource === null) return await state()
        if (when === 'onClose') apply({ type: 'installOnClose', enabled: true })
        else await install(updateSource)
        return await state()
      },
      async postpone() {
        const updateSource = await source()
        if (apply({ type: 'downloadCancelled' })) updateSource?.cancelDownload()
        else apply({ type: 'postponed' })
        return await state()
      },
    },
    start() {
      if (!closed) schedule.plan('first')
    },
    onResume: schedule.onResume,
    guard: (operations) => ({
      ...operations,
      async run(input, call) {
        if (machine.phase === 'installing') throw new DeskError('update_in_progress', 'An update is being installed')
        return await operations.run(input, call)
      },
    }),
    async close({ mayInstall }) {
      closed = true
      schedule.stop()
      stopWaiting()
      const updateSource = await opening
      if (updateSource === null) return
      if (apply({ type: 'downloadCancelled' })) updateSource.cancelDownload()
      const isWanted = machine.phase === 'ready' && machine.installOnClose && mayInstall
      if (!isWanted || unresolvedOperations() > 0) return
      try {
        await updateSource.prepareInstall({ restart: false })
      } catch (thrown) {
        fail('The update could not be installed on close', thrown)
      }
    },
  }
}

async function openSource({ open, log }: UpdatesOptions): Promise<UpdateSource | null> {
  try {
    return await open()
  } catch (thrown) {
    log.warn('Updates cannot be used', { error: thrown })
    return null
  }
}
