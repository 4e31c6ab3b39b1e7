/** A session with a real keychain for the scripts of these tests, which has nothing of this machine's session. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

/** Runs `$0` with `$1` after the keychain was unlocked. */
export const keyringSession = `printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$1"`

/** An environment with private folders and no bus. */
export async function bareEnvironment(): Promise<NodeJS.ProcessEnv> {
  const home = await temporaryFolder()
  const runtime = join(home, 'run')
  await mkdir(runtime, { mode: 0o700 })
  return {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
  }
}
