/**
 * The last steps of an installation, for each kind of package. `prepare` does what can fail while the desk is open;
 * `finish` follows once the desk has closed and nothing holds its files any more.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { app, autoUpdater as squirrel } from 'electron'
import type { BaseUpdater } from 'electron-updater'
import type { Log } from '../../../log/index.ts'
import { environmentOutside, replaceAppImage, requireReplaceable } from './appImage.ts'
import { installPackage } from './packageManager.ts'
import type { Installer } from './source.ts'
import { giveToSquirrel } from './squirrel.ts'

type ErrorLog = Pick<Log, 'error'>

export interface ElectronInstaller extends Installer {
  readonly finish: () => Promise<void>
}

/** Electron asks every listener of `before-quit`: the desk closes, then the host finishes. */
const restart = (): void => app.quit()
const nothing = (): Promise<void> => Promise.resolve()

export function appImageInstaller(program: string, log: ErrorLog): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: () => requireReplaceable(program),
    async prepare({ file }, options) {
      await replaceAppImage(file, program)
      startsAgain = options.restart
    },
    restart,
    async finish() {
      if (!startsAgain) return
      // The new program starts while this one still ends.
      app.releaseSingleInstanceLock()
      const env = environmentOutside(process.env)
      const child = spawn(program, process.argv.slice(1), { detached: true, stdio: 'ignore', env })
      child.unref()
      await once(child, 'spawn').catch((error: unknown) => log.error('The new program could not be started', { error }))
    },
  }
}

/** The system's package manager replaces the files of the running program, after it has asked for a password. */
export function debInstaller(): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: nothing,
    async prepare(update, options) {
      await installPackage(update)
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
export function nsisInstaller(updater: Pick<BaseUpdater, 'install'>, log: ErrorLog): ElectronInstaller {
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
      const hasStarted = updater.install(!prepared.restart, prepared.restart)
      if (!hasStarted) {
        log.error('The installer of the update could not be started')
        // The person who wanted the new program gets the old one back, which offers the update again.
        if (prepared.restart) app.relaunch()
        return
      }
      // Where it needs an administrator's rights, Windows refuses the first try and a second one follows.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Milliseconds within which Squirrel ends the program; then it ends by itself. */
const squirrelEnd = 30_000

export function macInstaller(): ElectronInstaller {
  let startsAgain = false
  return {
    requirePossible: nothing,
    async prepare(_update, options) {
      await giveToSquirrel(squirrel)
      startsAgain = options.restart
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
