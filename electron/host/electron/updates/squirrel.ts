/** Hands a downloaded update to Squirrel, which installs it on macOS when the program ends. */
import { UpdateFailure } from '../../updates.ts'

/** What is needed of Electron's `autoUpdater`. */
export interface Squirrel {
  readonly checkForUpdates: () => void
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'update-downloaded', listener: () => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'update-downloaded', listener: () => void): unknown
}

/** Milliseconds for Squirrel to unpack the update and check its signature. */
const squirrelLimit = 120_000

/**
 * Resolves once Squirrel has taken the file over. electron-updater would do this with a listener that it never removes
 * and that quits the program, however late Squirrel is.
 */
export async function giveToSquirrel(squirrel: Squirrel, milliseconds = squirrelLimit): Promise<void> {
  const taken = Promise.withResolvers<void>()
  const onTaken = (): void => taken.resolve()
  const onError = (cause: Error): void => taken.reject(new UpdateFailure('installer_failed', { cause }))
  const timer = setTimeout(() => onError(new Error('Squirrel took too long')), milliseconds)
  squirrel.once('error', onError)
  squirrel.once('update-downloaded', onTaken)
  try {
    squirrel.checkForUpdates()
    await taken.promise
  } finally {
    clearTimeout(timer)
    squirrel.off('error', onError)
    squirrel.off('update-downloaded', onTaken)
  }
}
