/**
 * The last steps of an installation, for each kind of package. `prepare` does what can fail while the desk is open;
 * `finish` follows once the desk has closed and nothing holds its files any more.
 */
import { spawn } from 'node:child_process'
import { app, autoUpdater as squirrel } from 'electron'
import type { AppUpdater, BaseUpdater } from 'electron-updater'
import { UpdateFailure } from '../../updates.ts'
import { replaceAppImage, requireReplaceable } from './appImage.ts'
import type { PackageManagerUpdater } from './packageManager.ts'
import type { Installer } from './source.ts'

export interface ElectronInstaller extends Installer {
  readonly finish: () => Promise<void>
}

/** Electron asks every listener of `before-quit`: the desk closes, then the host finishes. */
const restart = (): void => app.quit()
const nothing = (): Promise<void> => Promise.resolve()

export function appImageInstaller(program: string): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: () => requireReplaceable(program),
    async prepare({ file }, options) {
      await replaceAppImage(file, program)
      startsAgain = options.restart
    },
    restart,
    finish() {
      if (startsAgain) {
        // The new program starts while this one still ends.
        app.releaseSingleInstanceLock()
        spawn(program, process.argv.slice(1), {
          detached: true,
          stdio: 'ignore',
          env: environmentOutside(process.env),
        }).unref()
      }
      return Promise.resolve()
    },
  }
}

/** What a running AppImage says of itself. The new one sets its own. */
const ofAppImage = new Set(['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'])

function environmentOutside(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofAppImage.has(name)))
}

/** The system's package manager replaces the files of the running program, after it has asked for a password. */
export function debInstaller(updater: PackageManagerUpdater): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: nothing,
    async prepare({ version }, options) {
      updater.installPackage(version)
      startsAgain = options.restart
    },
    restart,
    finish() {
      if (startsAgain) app.relaunch()
      return Promise.resolve()
    },
  }
}

/** The installer ends a program that still runs, so it starts last. */
export function nsisInstaller(updater: BaseUpdater): ElectronInstaller {
  let prepared: { readonly restart: boolean } | null = null
  return {
    requirePossible: nothing,
    prepare(_update, options) {
      prepared = options
      return Promise.resolve()
    },
    restart,
    async finish() {
      if (prepared === null) return
      updater.install(!prepared.restart, prepared.restart)
      // Where it needs an administrator's rights, Windows refuses the first try and a second one follows.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Milliseconds for Squirrel to unpack the update and check its signature. */
const squirrelLimit = 120_000
/** Milliseconds within which Squirrel ends the program; then it ends by itself. */
const squirrelEnd = 30_000

export function macInstaller(updater: AppUpdater): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: nothing,
    async prepare(_update, options) {
      const prepared = Promise.withResolvers<void>()
      const timer = setTimeout(() => prepared.reject(new UpdateFailure('installer_failed')), squirrelLimit)
      updater.once('error', prepared.reject)
      squirrel.once('update-downloaded', () => prepared.resolve())
      try {
        // Not to be started by electron-updater: it would not wait for the desk to close.
        updater.autoRunAppAfterInstall = false
        updater.quitAndInstall()
        await prepared.promise
        startsAgain = options.restart
      } finally {
        clearTimeout(timer)
        updater.off('error', prepared.reject)
      }
    },
    restart,
    async finish() {
      if (!startsAgain) return
      // Squirrel ends this program in its own way, which must not be held up once more.
      app.removeAllListeners('before-quit')
      squirrel.quitAndInstall()
      await new Promise((resolve) => setTimeout(resolve, squirrelEnd))
    },
  }
}
