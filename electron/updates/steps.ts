/** The steps of an update: check, download, install. Each records its failure in the state instead of throwing it. */
import { toInstant } from '#shared/model/instant.ts'
import type { UpdateSource } from '../host/index.ts'
import { apply, fail, sourceOf, type UpdatesContext } from './context.ts'
import { newerRelease } from './release.ts'
import type { Schedule } from './schedule.ts'

/** Milliseconds in which the window receives its answer before the program ends. */
const restartDelayMs = 100
/** Milliseconds after which a program that was requested to quit and still runs is reported as not restarted. */
const restartTimeoutMs = 60_000

export async function check(context: UpdatesContext, schedule: Schedule): Promise<void> {
  const { clock, version } = context.options
  const source = await sourceOf(context)
  if (source === null || context.closed || !apply(context, { type: 'checkStarted' })) return
  try {
    const offered = await source.check()
    const release = offered === null ? null : await newerRelease(offered, version)
    apply(
      context,
      release === null ? { type: 'nothingNewer', at: toInstant(clock.now()) ?? '' } : { type: 'found', release },
    )
    schedule.plan('daily')
  } catch (thrown) {
    fail(context, 'The check for updates failed', thrown)
    schedule.plan('retry')
  }
}

export async function download(context: UpdatesContext, source: UpdateSource): Promise<void> {
  if (!apply(context, { type: 'downloadStarted' })) return
  const downloadNumber = ++context.downloads
  const isCurrent = (): boolean => downloadNumber === context.downloads && context.machine.phase === 'downloading'
  try {
    await source.download((percent) => void (isCurrent() && apply(context, { type: 'progressed', percent })))
    if (isCurrent()) apply(context, { type: 'downloaded' })
  } catch (thrown) {
    if (isCurrent()) fail(context, 'The download of an update failed', thrown)
  }
}

/** Does nothing while an operation is unresolved. */
export async function installAndRestart(context: UpdatesContext, source: UpdateSource): Promise<void> {
  const { timer, options } = context
  if (options.unresolvedOperations() > 0 || !apply(context, { type: 'installStarted' })) return
  try {
    await source.prepareInstall({ restart: true })
    timer(restartDelayMs, source.restart)
    // A program that still runs accepts operations again.
    context.stopWaiting = timer(
      restartTimeoutMs,
      () => void apply(context, { type: 'failed', problem: 'not_restarted' }),
    )
  } catch (thrown) {
    fail(context, 'The installation of an update failed', thrown)
  }
}

/** Installs the update if the person chose to install it on close. */
export async function installOnClose(
  context: UpdatesContext,
  source: UpdateSource,
  mayInstall: boolean,
): Promise<void> {
  const { machine, options } = context
  const isWanted = machine.phase === 'ready' && machine.installOnClose && mayInstall
  if (!isWanted || options.unresolvedOperations() > 0) return
  try {
    await source.prepareInstall({ restart: false })
  } catch (thrown) {
    fail(context, 'The update could not be installed on close', thrown)
  }
}
