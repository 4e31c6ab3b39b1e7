/**
 * The entry on Chromium, for development, tests and machines without Electron's binary. Modules that are not needed to
 * start the browser are loaded while it starts.
 */
import { readCommandLine, windowSize } from './app/commandLine.ts'
import { claimDebugFolder } from './app/debugFolder.ts'
import { keepCompiledCode } from './app/startup/compiledCode.ts'
import { startDirectoryEarly } from './app/startup/earlyDirectory.ts'
import type { ChromiumHost } from './host/chromium/index.ts'
import type { Profile } from './app/profile.ts'
import { profilePath } from './app/profilePath.ts'

// 1. The command line. Credentials are removed from the environment before anything is started that could inherit it.
const flags = readCommandLine(process.argv.slice(2), process.env, { kind: 'chromium', isPackaged: false })
keepCompiledCode(import.meta.url)
startDirectoryEarly(import.meta.url)

const path = profilePath(flags)
let profile: Profile | null = null
let host: ChromiumHost | null = null
try {
  // 2. The host: the browser starts now, and opens its debugging port if one was requested.
  if (flags.debugPort !== null) claimDebugFolder(path)
  const { createChromiumHost, origin } = await import('./host/chromium/index.ts')
  const chromium = createChromiumHost({
    headless: flags.headless || flags.selfCheck,
    debugPort: flags.debugPort,
    ...windowSize,
    onTrouble: (what) => profile?.log.warn(what),
  })
  host = chromium
  await chromium.spawned

  // 3. The profile folder, private to this user, with the log in it.
  const [{ osUser, runDesk, stopwatch }, { createDesk }, { openProfile }, { storedTheme }] = await Promise.all([
    import('./app/boot.ts'),
    import('./app/desk.ts'),
    import('./app/profile.ts'),
    import('./settings/index.ts'),
  ])
  profile = await openProfile(path)
  const step = stopwatch(profile.log)
  step('profile')
  void storedTheme(profile.folder.path('settings.json')).then(chromium.setTheme)

  // 4. The desk: its modules are built while the browser starts. A second desk on the same folder ends here.
  const desk = createDesk({ host, profile, flags, origin, osUser: osUser(), entry: import.meta.url })

  // 5. The window, the requested connection, and the line by which programs recognise that the desk is ready.
  const readyFacts = () => ({ debugPort: chromium.debugPort() })
  await runDesk({ host, desk, flags, log: profile.log, step, reportsOpening: !flags.headless, readyFacts })
} catch (thrown) {
  const { fail } = await import('./app/boot.ts')
  await fail(host, profile?.log ?? null, thrown)
}
