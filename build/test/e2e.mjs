/**
 * `npm run e2e [-- --host=HOST FILES…]`: runs the end-to-end tests, by default all of them on the Chromium host. On
 * Electron and its stand-in it runs those with the tag `journey`, which every host has to pass.
 */
import { ensureBuilt } from '../built.mjs'
import { findElectron } from '../electron/files.mjs'
import { main, projectEnvironment, runTool, say, Stop } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

const hosts = ['chromium', 'electron-stand-in', 'electron']
/**
 * Returns the tag filter of a host. A save dialog of the system waits for a person, and the system's clipboard is
 * shared with other programs. The tools that read PDFs are installed on Linux only.
 */
function filterOf(host, platform) {
  if (host === 'chromium') return undefined
  if (host === 'electron-stand-in') return 'journey'
  const reading = platform === 'linux' ? '' : ' && !reads-paper'
  return `journey && !saves-files && !answers-questions && !reads-clipboard${reading}`
}

/** Returns how vitest runs the end-to-end tests on a host: its arguments and its environment. */
export function e2eOn(host, platform = process.platform) {
  const filter = filterOf(host, platform)
  return {
    args: ['--project', 'e2e', ...(filter === undefined ? [] : [`--tags-filter=${filter}`])],
    env: { ...projectEnvironment(), ESIM_DESK_TEST_HOST: host },
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const given = process.argv.slice(2)
    const host = given.find((flag) => flag.startsWith('--host='))?.slice('--host='.length) ?? 'chromium'
    if (!hosts.includes(host)) throw new Stop(`--host is one of ${hosts.join(', ')}.`)
    await ensureReady(['desk', ...(host === 'electron' ? [] : ['browser']), 'tests'])
    await ensureBuilt()
    if (host === 'electron' && findElectron() === null) {
      throw new Stop(
        "Electron's binary is not here, so nothing was tested on it: npm run electron gets it. Its stand-in: --host=electron-stand-in.",
      )
    }
    const { args, env } = e2eOn(host)
    say(`The end-to-end tests run on ${host}.`)
    const { code } = await runTool(
      'vitest/vitest.mjs',
      ['run', ...args, ...given.filter((flag) => !flag.startsWith('--host='))],
      { env },
    )
    return code
  })
}
