/**
 * The last steps of an installation for each kind of package. `prepare` does whatever can fail, while the desk is open;
 * `finish` follows once the desk has closed and no longer holds its files.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { app, autoUpdater as squirrel } from 'electron'
import type { BaseUpdater } from 'electron-updater'
import { product } from '../../../base/product.ts'
import type { Log } from '../../../log/index.ts'
import { environmentOutside, replaceAppImage, requireChangeable, requireReplaceable } from './appImage.ts'
import type { LinuxPackage } from './packageKind.ts'
import { installPackage } from './packageManager.ts'
import type { Installer } from './source.ts'
import { passToSquirrel } from './squirrel.ts'

type ErrorLog = Pick<Log, 'error'>

export interface ElectronInstaller extends Installer {
  readonly finish: () => Promise<void>
}

/** Quits the program: Electron calls every listener of `before-quit`, the desk closes, then the host finishes. */
const restart = (): void => app.quit()
const noop = (): Promise<void> => Promise.resolve()

export function appImageInstaller(program: string, log: ErrorLog): ElectronInstaller {
  let restarts = false
  return {
    requirePossible: () => requireReplaceable(program),
    async prepare({ file }, options) {
      await replaceAppImage(file, program)
      restarts = options.restart
    },
    restart,
    async finish() {
      if (restarts) await startProgram(program, environmentOutside(process.env), log)
    },
  }
}

/** Starts the new program on Linux, where Electron's `relaunch` would start this one's binary, which was replaced. */
async function startProgram(program: string, env: NodeJS.ProcessEnv, log: ErrorLog): Promise<void> {
  // The new program starts while this one is still ending.
  app.releaseSingleInstanceLock()
  const child = spawn(program, process.argv.slice(1), { detached: true, stdio: 'ignore', env })
  child.unref()
  await once(child, 'spawn').catch((error: unknown) => log.error('The new program could not be started', { error }))
}

/** Uses the system's package manager, which asks for a password and replaces the files of the running program. */
export function packageInstaller(kind: LinuxPackage, log: ErrorLog): ElectronInstaller {
  let restarts = false
  return {
    requirePossible: noop,
    async prepare(update, options) {
      await installPackage(kind, update)
      restarts = options.restart
    },
    restart,
    async finish() {
      // The launcher, which checks first whether the sandbox can work.
      const program = join(process.resourcesPath, '..', product.executable)
      if (restarts) await startProgram(program, process.env, log)
    },
  }
}

/** Starts the installer last, because it ends a running program. */
export function nsisInstaller(updater: Pick<BaseUpdater, 'install'>, log: ErrorLog): ElectronInstaller {
  let prepared: { readonly restart: boolean } | null = null
  return {
    requirePossible: noop,
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
        // The person wanted to restart, so the old program starts again and offers the update again.
        if (prepared.restart) app.relaunch()
        return
      }
      // If it needs administrator rights, Windows refuses the first attempt and a second one follows.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Milliseconds that Squirrel has to end the program; after that it ends by itself. */
const squirrelTimeoutMs = 30_000

export function macInstaller(): ElectronInstaller {
  let restarts = false
  return {
    requirePossible: () => requireChangeable(process.execPath),
    async prepare(_update, options) {
      await passToSquirrel(squirrel)
      restarts = options.restart
    },
    restart,
    async finish() {
      if (!restarts) return
      // Squirrel quits this program itself, which the desk's listener must not prevent again.
      app.removeAllListeners('before-quit')
      squirrel.quitAndInstall()
      await new Promise((resolve) => setTimeout(resolve, squirrelTimeoutMs))
    },
  }
}
