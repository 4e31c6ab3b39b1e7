/**
 * Updates of the program: checks for them, offers them, and installs one when a person requests it. It owns the state
 * that the window shows. Invariants: nothing is downloaded or installed automatically; only a greater version is
 * offered; nothing is installed while an operation is unresolved, and no operation begins while an update is being
 * installed. It uses no network, no file and no Electron: the host provides an `UpdateSource`.
 */
import { DeskError } from '#shared/errors.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { apply, createContext, sourceOf, stateOf, type UpdatesContext, type UpdatesOptions } from './context.ts'
import { isResting } from './machine.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { check, download, installAndRestart, installOnClose } from './steps.ts'

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

export function createUpdates(options: UpdatesOptions): Updates {
  const context = createContext(options)
  const schedule = createSchedule({
    clock: options.clock,
    timer: context.timer,
    random: options.random ?? Math.random,
    onDue: () => {
      if (isResting(context.machine)) void check(context, schedule)
      else schedule.plan('daily')
    },
  })

  return {
    handlers: createHandlers(context, schedule),
    start() {
      if (!context.closed) schedule.plan('first')
    },
    onResume: schedule.onResume,
    guard: (operations) => ({
      ...operations,
      async run(input, call) {
        if (context.machine.phase === 'installing')
          throw new DeskError('update_in_progress', 'An update is being installed')
        return await operations.run(input, call)
      },
    }),
    async close({ mayInstall }) {
      context.closed = true
      schedule.stop()
      context.stopWaiting()
      const source = await context.opening
      if (source === null) return
      if (apply(context, { type: 'downloadCancelled' })) source.cancelDownload()
      await installOnClose(context, source, mayInstall)
    },
  }
}

const createHandlers = (context: UpdatesContext, schedule: Schedule): HandlersOf<'updates'> => ({
  state: () => stateOf(context),
  async check() {
    await check(context, schedule)
    return await stateOf(context)
  },
  async download() {
    const source = await sourceOf(context)
    // Its progress and its result are sent as events.
    if (source !== null) void download(context, source)
    return await stateOf(context)
  },
  async install({ when }) {
    const source = await sourceOf(context)
    if (source === null) return await stateOf(context)
    if (when === 'onClose') apply(context, { type: 'installOnClose', enabled: true })
    else await installAndRestart(context, source)
    return await stateOf(context)
  },
  async postpone() {
    const source = await sourceOf(context)
    if (apply(context, { type: 'downloadCancelled' })) source?.cancelDownload()
    else apply(context, { type: 'postponed' })
    return await stateOf(context)
  },
})
