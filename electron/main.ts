/** The entry on Electron, which the packaged product runs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { fail, fatalProblem, osUser, runDesk, stopwatch } from './app/boot.ts'
import { exitCodes, readCommandLine, UsageProblem } from './app/commandLine.ts'
import { createDesk } from './app/desk.ts'
import type { Flags } from './app/flags.ts'
import { startDirectoryEarly } from './app/startup/earlyDirectory.ts'
import { createElectronHost, origin, ownArguments, prepareElectron, showFatal } from './host/electron/index.ts'
import { openProfile, prepareBrowserData, type Profile, title } from './app/profile.ts'
import { profilePath } from './app/profilePath.ts'
import { storedTheme } from './settings/index.ts'

try {
  // 1. The command line. Credentials are removed from the environment here. On Linux, Electron has started its first
  // child process before any script runs; it keeps the environment of the start, so credentials are passed by a file
  // there.
  const { isPackaged } = app
  const flags = readCommandLine(ownArguments(process.argv, app), process.env, { kind: 'electron', isPackaged })

  // 2. Everything that Electron must know before it is ready. Electron is ready only after this module has run to its
  // end, and the window waits for that, so nothing here is awaited.
  const path = profilePath(flags)
  const isFirst = prepareElectron({
    dataFolder: prepareBrowserData(path, { hasDebugPort: flags.debugPort !== null }),
    title,
    debugPort: flags.debugPort,
  })
  if (isFirst) {
    startDirectoryEarly(import.meta.url)
    void boot(flags, path)
  } else endSecondStart()
} catch (thrown) {
  void endUnusable(thrown)
}

async function boot(flags: Flags, path: string): Promise<void> {
  let profile: Profile | null = null
  const host = createElectronHost({
    entry: import.meta.url,
    title,
    windowFile: join(path, 'window.json'),
    onTrouble: (what) => profile?.log.warn(what),
  })
  try {
    // 3. The profile folder, private to this user, with the log in it.
    profile = await openProfile(path)
    const step = stopwatch(profile.log)
    step('profile')

    // 4. The desk, once child processes and sessions can be created.
    await app.whenReady()
    host.setTheme(await storedTheme(profile.folder.path('settings.json')))
    const desk = createDesk({ host, profile, flags, origin, osUser: osUser(), entry: import.meta.url })

    // 5. The window and the requested connection.
    const readyFacts = () => ({ debugPort: flags.debugPort })
    await runDesk({ host, desk, flags, log: profile.log, step, reportsOpening: !app.isPackaged, readyFacts })
  } catch (thrown) {
    await fail(host, profile?.log ?? null, thrown)
  }
}

/** Ends a second start: the first process has brought its window to the front, or shows why it has none. */
function endSecondStart(): void {
  process.stderr.write(`${title} is already running with this profile folder: its window comes forward.\n`)
  app.exit(exitCodes.alreadyRunning)
}

/**
 * Ends a start without usable flags or a usable profile folder: there is no log, and Electron, which has to start to
 * show a person why, must not write into that folder.
 */
async function endUnusable(thrown: unknown): Promise<void> {
  const problem = fatalProblem(thrown)
  try {
    const folder = mkdtempSync(join(tmpdir(), 'esim-desk-'))
    process.once('exit', () => {
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      } catch {
        // On Windows another program may hold one of the files; the system deletes temporary ones.
      }
    })
    // Chromium would open the port that the flags name, although they are refused.
    app.commandLine.removeSwitch('remote-debugging-port')
    app.setPath('userData', folder)
    await showFatal(problem)
  } catch {
    // The disk of temporary files is full, too.
    process.stderr.write(`${problem.title}. ${problem.message}\n`)
  }
  app.exit(thrown instanceof UsageProblem ? exitCodes.usage : exitCodes.problem)
}
