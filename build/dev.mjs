/**
 * `npm run dev -- FLAGS`: runs the desk on the sandbox and rebuilds it at every change. A change of the window reloads
 * it; any other change restarts the desk on the same profile folder. With --host=electron it runs on Electron.
 */
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { build, ensureBuilt, isBuiltFrom } from './built.mjs'
import { createDevSession } from './devSession.mjs'
import { getElectron } from './electron/binary.mjs'
import { commandLine, decideHost, hostEnvironment, wantedHost } from './launch.mjs'
import { at, credentials, hasDisplay, main, projectEnvironment, say, Stop } from './lib.mjs'
import { ensureReady } from './setup.mjs'

/** Milliseconds to wait for further changes, because an editor writes several files at once. */
const debounceMs = 150
const folders = ['electron', 'shared', 'renderer']

await main(async () => {
  const flags = process.argv.slice(2)
  const wantsElectron = wantedHost(flags) === 'electron'
  await ensureReady(wantsElectron ? ['desk'] : ['desk', 'browser'])
  const { host, electron } = await decideHost(wantsElectron ? flags : ['--host=chromium'], getElectron)
  if (host === 'electron' && !hasDisplay()) {
    throw new Stop('There is no display, and Electron needs one. Without --host=electron the desk runs headless.')
  }
  await ensureBuilt()
  const { chromium } = await import('playwright-core')
  const session = createDevSession({
    command: await deskCommand(host, electron, flags),
    attach: (address) => chromium.connectOverCDP(address),
    onEnd: (code) => process.exit(code),
    say,
  })
  process.once('exit', session.kill)
  await session.start()
  await rebuildOnChange(session)
})

async function deskCommand(host, electron, flags) {
  const [program, args] = commandLine(host, electron)
  const profile = at('node_modules', '.cache', 'esim-desk', 'debug-profile')
  const own = [`--debug-port=${await freePort()}`, `--user-data=${profile}`]
  if (host === 'chromium' && !hasDisplay()) own.push('--headless')
  if (!flags.some((flag) => flag === '--sandbox' || flag.startsWith('--service'))) own.push('--sandbox')
  const env = hostEnvironment(host, { ...projectEnvironment(), ...credentials })
  // Through the IPC channel a headless desk notices that this process was killed.
  const stdio = ['ignore', 'pipe', 'inherit', ...(host === 'chromium' ? ['ipc'] : [])]
  return { program, args: [...args, ...own, ...flags], env, stdio }
}

/**
 * Returns a free port. Electron needs a port number, and an attached tool then finds the same port after each restart.
 */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function rebuildOnChange(session) {
  let changed = new Set()
  let timer = null
  let working = Promise.resolve()
  const rebuild = async (changes) => {
    try {
      await build({ quiet: true })
      const done = await session.change(changes)
      say(done === 'reload' ? 'Built: the window was reloaded.' : 'Built: the desk was restarted.')
    } catch (error) {
      say(error.message)
    }
  }
  for (const folder of folders) {
    watch(at(folder), { recursive: true }, (_event, file) => {
      if (file !== null && !isBuiltFrom(file)) return
      changed.add(folder)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const changes = changed
        changed = new Set()
        working = working.then(() => rebuild(changes))
      }, debounceMs)
    })
  }
  await new Promise(() => undefined)
}
