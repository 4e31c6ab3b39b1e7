/**
 * `npm run e2e [-- --host=HOST FILES…]`: the end-to-end tests on the Chromium host, by default all of them. On Electron and
 * on the stand-in for it the same files run the journeys that every host has to carry.
 */
import { ensureBuilt } from './built.mjs'
import { findElectron } from './electronFiles.mjs'
import { main, projectEnvironment, runTool, say, Stop } from './lib.mjs'
import { ensureReady } from './setup.mjs'

const hosts = ['chromium', 'electron-stand-in', 'electron']
/**
 * A save dialog of the system waits for a person, and the system's clipboard is not the test's. What reads sheets of paper
 * is installed with the tests on Linux alone.
 */
function filterOf(host, platform) {
  if (host === 'chromium') return undefined
  if (host === 'electron-stand-in') return 'journey'
  const reading = platform === 'linux' ? '' : ' && !reads-paper'
  return `journey && !saves-files && !answers-questions && !reads-clipboard${reading}`
}

/** How vitest runs the end-to-end tests on a host: its arguments and its environment. */
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
