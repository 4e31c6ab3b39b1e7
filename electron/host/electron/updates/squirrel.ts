/** Passes a downloaded update to Squirrel, which installs it on macOS when the program ends. */
import { UpdateFailure } from '../../updates.ts'

/** The part of Electron's `autoUpdater` that is needed here. */
interface Squirrel {
  readonly checkForUpdates: () => void
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'update-downloaded', listener: () => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'update-downloaded', listener: () => void): unknown
}

/** Milliseconds that Squirrel has to unpack the update and check its signature. */
const acceptTimeoutMs = 120_000

/**
 * Resolves once Squirrel has accepted the file. electron-updater would use a listener that it never removes and that
 * quits the program, however late Squirrel is.
 */
export async function passToSquirrel(squirrel: Squirrel, timeoutMs = acceptTimeoutMs): Promise<void> {
  const accepted = Promise.withResolvers<void>()
  const onAccepted = (): void => accepted.resolve()
  const onError = (cause: Error): void => accepted.reject(new UpdateFailure('installer_failed', { cause }))
  const timer = setTimeout(() => onError(new Error('Squirrel took too long')), timeoutMs)
  squirrel.once('error', onError)
  squirrel.once('update-downloaded', onAccepted)
  try {
    squirrel.checkForUpdates()
    await accepted.promise
  } finally {
    clearTimeout(timer)
    squirrel.off('error', onError)
    squirrel.off('update-downloaded', onAccepted)
  }
}
