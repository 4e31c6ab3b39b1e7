/** Entry on Electron: the product. */
import { join } from 'node:path'
import { app } from 'electron'
import { fail, osUser, runDesk, stopwatch } from './boot.ts'
import { readCommandLine } from './commandLine.ts'
import { createDesk } from './desk.ts'
import { createElectronHost, origin, prepareElectron } from './host/electron/index.ts'
import { openProfile, type Profile, profilePath, title } from './profile.ts'

// 1. The command line. Credentials leave the environment before anything is started that could inherit it.
const flags = readCommandLine(ownArguments(), process.env, 'electron')

// 2. What Electron must know before it is ready. Electron is ready only after this module has run to its end, and the
//    window waits for that: so nothing here is awaited.
const path = profilePath(flags)
prepareElectron({ dataFolder: join(path, 'electron'), title })
const host = createElectronHost({ entry: import.meta.url, title })
void boot()

/** What stands behind the program, or unpackaged behind the entry that it was given: switches of its own may stand before that. */
function ownArguments(): readonly string[] {
  const { argv } = process
  return argv.slice(app.isPackaged ? 1 : argv.findIndex((argument) => argument.endsWith('main.js')) + 1)
}

async function boot(): Promise<void> {
  let profile: Profile | null = null
  try {
    // 3. The profile folder, private to this person, with the log in it.
    profile = await openProfile(path)
    const step = stopwatch(profile.log)
    step('profile')

    // 4. The desk. A second one on the same folder ends here: the first holds the journal.
    const desk = createDesk({ host, profile, flags, origin, osUser: osUser(), entry: import.meta.url })

    // 5. The window, and the connection that was asked for.
    await runDesk({ host, desk, flags, log: profile.log, step, readyFacts: () => ({}) })
  } catch (thrown) {
    await fail(host, profile?.log ?? null, thrown)
  }
}
