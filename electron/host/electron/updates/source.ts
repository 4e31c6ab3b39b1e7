/**
 * Wraps electron-updater as an `UpdateSource`: nothing runs automatically, every request has a time limit, and a file
 * is verified once more before it is installed.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type AppUpdater, CancellationToken } from 'electron-updater'
import { z } from 'zod'
import { hidden, type Log, redactUntrusted } from '../../../log/index.ts'
import { type OfferedRelease, UpdateFailure, type UpdateSource } from '../../updates.ts'
import { updateFailure } from './problems.ts'

export interface DownloadedUpdate {
  readonly version: string
  readonly file: string
  /** Base64. */
  readonly sha512: string
}

/** Installs a downloaded file on this system. */
export interface Installer {
  /** Throws, before anything is downloaded, if an installation is sure to fail. */
  readonly requirePossible: () => Promise<void>
  readonly prepare: (update: DownloadedUpdate, options: { readonly restart: boolean }) => Promise<void>
  readonly restart: () => void
}

export interface SourceOptions {
  readonly updater: AppUpdater
  readonly installer: Installer
  /** Ends running requests, because electron-updater does not end them itself. */
  readonly closeConnections: () => Promise<void>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly limits?: Partial<Limits>
}

interface Limits {
  /** Milliseconds for a check. */
  readonly check: number
  /** Milliseconds without a byte after which a download counts as failed. */
  readonly stall: number
}

const defaultLimits: Limits = { check: 60_000, stall: 60_000 }

const Notes = z.union([z.string(), z.array(z.object({ version: z.string(), note: z.string().nullish() }))]).nullish()

/** The part of the published metadata that describes the downloaded file. */
const Published = z.object({ version: z.string(), files: z.array(z.object({ url: z.string(), sha512: z.string() })) })

interface SourceContext {
  readonly updater: AppUpdater
  readonly limits: Limits
  readonly endRequests: () => void
}

export function createUpdateSource({
  updater,
  installer,
  closeConnections,
  log,
  limits = {},
}: SourceOptions): UpdateSource {
  configure(updater, log)
  const endRequests = (): void =>
    void closeConnections().catch((error: unknown) =>
      log.warn('Connections to the update server did not close', { error }),
    )
  const context = { updater, limits: { ...defaultLimits, ...limits }, endRequests }
  let cancellation: CancellationToken | null = null
  let downloading: Promise<unknown> = Promise.resolve()
  let downloaded: DownloadedUpdate | null = null
  let isPrepared = false

  return {
    check: () => checkForUpdate(context),
    async download(onProgress) {
      // Wait for a cancelled download to end.
      await downloading
      const token = (cancellation = new CancellationToken())
      try {
        await installer.requirePossible()
        const fetching = fetchUpdate(context, token, onProgress)
        downloading = fetching.catch(() => undefined)
        downloaded = await fetching
        isPrepared = false
      } catch (thrown) {
        throw updateFailure(thrown, 'download')
      } finally {
        cancellation = null
      }
    },
    cancelDownload() {
      cancellation?.cancel()
      endRequests()
    },
    async prepareInstall(options) {
      if (isPrepared) return
      if (downloaded === null) throw new UpdateFailure('corrupt')
      try {
        await requireUnchanged(downloaded)
        await installer.prepare(downloaded, options)
        isPrepared = true
      } catch (thrown) {
        throw updateFailure(thrown, 'install')
      }
    },
    restart: installer.restart,
  }
}

async function checkForUpdate({ updater, limits, endRequests }: SourceContext): Promise<OfferedRelease | null> {
  const watchdog = createWatchdog(limits.check, endRequests)
  try {
    const result = await updater.checkForUpdates()
    if (result === null) throw new UpdateFailure('unexpected')
    return result.isUpdateAvailable ? offeredRelease(result.updateInfo) : null
  } catch (thrown) {
    throw updateFailure(thrown, 'check')
  } finally {
    watchdog.stop()
  }
}

async function fetchUpdate(
  { updater, limits, endRequests }: SourceContext,
  token: CancellationToken,
  onProgress: (percent: number) => void,
): Promise<DownloadedUpdate> {
  const watchdog = createWatchdog(limits.stall, () => {
    token.cancel()
    endRequests()
  })
  const onBytes = ({ percent }: { percent: number }): void => {
    watchdog.reset()
    onProgress(Math.min(100, Math.max(0, Math.floor(percent))))
  }
  let published: unknown = null
  const onDownloaded = (release: unknown): void => void (published = release)
  updater.on('download-progress', onBytes)
  updater.on('update-downloaded', onDownloaded)
  try {
    const [file] = await updater.downloadUpdate(token)
    if (file === undefined) throw new UpdateFailure('unexpected')
    return downloadedUpdate(published, file)
  } finally {
    updater.off('download-progress', onBytes)
    updater.off('update-downloaded', onDownloaded)
    watchdog.stop()
  }
}

function configure(updater: AppUpdater, log: SourceOptions['log']): void {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // The message of an error may quote what the server sent.
  const text = (message: unknown): string => {
    const [line = ''] = String(message).split('\n', 1)
    return `electron-updater: ${redactUntrusted(line, [], { maxLength: 300, mark: hidden })}`
  }
  updater.logger = {
    info: (message: unknown) => log.info(text(message)),
    warn: (message: unknown) => log.warn(text(message)),
    error: (message: unknown) => log.error(text(message)),
  }
}

function offeredRelease({
  version,
  releaseNotes,
  releaseDate,
}: {
  version: string
  releaseNotes?: unknown
  releaseDate?: unknown
}): OfferedRelease {
  const notes = Notes.safeParse(releaseNotes).data ?? null
  return {
    version,
    notes: Array.isArray(notes) ? notes.map(({ version: of, note }) => `${of}\n${note ?? ''}`).join('\n\n') : notes,
    releasedAt:
      releaseDate instanceof Date ? releaseDate.toISOString() : (z.string().safeParse(releaseDate).data ?? null),
  }
}

function downloadedUpdate(release: unknown, file: string): DownloadedUpdate {
  const { version = '', files = [] } = Published.safeParse(release).data ?? {}
  const published = files.find(({ url }) => basename(decodeURIComponent(url)) === basename(file))
  if (published === undefined) throw new UpdateFailure('unreadable')
  return { version, file, sha512: published.sha512 }
}

/**
 * Verifies the file again, because days may pass between download and installation. A changed file is removed, so that
 * it is downloaded again.
 */
async function requireUnchanged({ file, sha512 }: DownloadedUpdate): Promise<void> {
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (thrown) {
    throw new UpdateFailure('corrupt', { cause: thrown })
  }
  if (hash.digest('base64') === sha512) return
  await rm(file, { force: true })
  throw new UpdateFailure('corrupt')
}

function createWatchdog(
  milliseconds: number,
  onTimeout: () => void,
): { readonly reset: () => void; readonly stop: () => void } {
  let timer = setTimeout(onTimeout, milliseconds)
  return {
    reset() {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}
