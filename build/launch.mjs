/** Decides on which host the desk starts, and starts the built desk on it. */
import { findLibraryProblem } from './electron/libraries.mjs'
import { findSandboxProblem } from './electron/sandbox.mjs'
import { at, credentials, endWithNpm, isRoot, projectNode, run, sentence, Stop } from './lib.mjs'
import { hasBrowser } from './setup.mjs'

/** Returns the host that the flags request, or null if Electron is used when available. */
export function wantedHost(flags) {
  const index = flags.findIndex((flag) => flag === '--host' || flag.startsWith('--host='))
  if (index !== -1) {
    const value = flags[index] === '--host' ? flags[index + 1] : flags[index].slice('--host='.length)
    return value === 'electron' ? 'electron' : 'chromium'
  }
  return flags.some((flag) => flag === '--headless' || flag.startsWith('--debug-port')) ? 'chromium' : null
}

/**
 * Electron comes first: Chromium is used where Electron can't be had or can't run, or where a flag requests it. Where
 * no browser is installed either, what Electron lacks is the least to install.
 * @param {(options: { onRequest: boolean }) => Promise<{ binary: string | null, problem: string | null }>} getElectron
 * @returns {Promise<{ host: 'electron' | 'chromium', electron: string | null, problem: string | null }>}
 *   `problem`: why it isn't Electron, unless Chromium was requested
 */
export async function decideHost(flags, getElectron, system = { findStartProblem, hasBrowser, isRoot: isRoot() }) {
  const wanted = wantedHost(flags)
  if (wanted === 'chromium') return { host: 'chromium', electron: null, problem: null }
  const { binary, problem } = await getElectron({ onRequest: wanted === 'electron' })
  const obstacle = problem ?? (await system.findStartProblem({ binary, isRoot: system.isRoot }))
  if (obstacle === null) return { host: 'electron', electron: binary, problem: null }
  // Root gets a browser without a question.
  if (binary !== null && !system.isRoot && !system.hasBrowser())
    throw new Stop(`Electron can't start: ${sentence(obstacle)}`)
  if (wanted === null) return { host: 'chromium', electron: null, problem: obstacle }
  throw new Stop(
    `The installed browser shows the desk with --host=chromium. Electron can't be used: ${sentence(obstacle)}`,
  )
}

/** Returns why Electron cannot start on this system, for `sentence`, or null. */
export async function findStartProblem(start) {
  return findSandboxProblem(start) ?? (await findLibraryProblem(start))
}

/**
 * Node's flags for the desk on the Chromium host: new objects have 4 MB instead of 16, so that what the first sync
 * reads does not stay in memory. Electron takes such flags for its windows too, which need the room.
 */
export const nodeFlags = ['--max-semi-space-size=4']

/** Returns the command line. As root Electron cannot use its sandbox; elsewhere nothing here may disable it. */
export function commandLine(host, electron, root = isRoot()) {
  if (host === 'chromium') return [projectNode(), [...nodeFlags, at('out', 'main', 'chromium.js')]]
  return [electron, [...(root ? ['--no-sandbox'] : []), at('out', 'main', 'main.js')]]
}

/**
 * Node's threads allocate from areas of their own, and the C library of Linux returns little of them: a tenth of the
 * memory that the desk holds after its first sync. One area, trimmed early, returns it. Other systems and Electron
 * ignore these variables.
 */
const oneTrimmedArea = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: String(128 * 1024) }

/**
 * Returns the environment for the desk on a host. Terminals inside editors set ELECTRON_RUN_AS_NODE, which makes
 * Electron a plain Node, and NODE_OPTIONS, which are meant for another Node and which Electron may refuse.
 */
export function hostEnvironment(host, env) {
  if (host === 'chromium') return { ...oneTrimmedArea, ...env }
  const own = { ...env }
  delete own.ELECTRON_RUN_AS_NODE
  delete own.NODE_OPTIONS
  return own
}

/** Resolves to the desk's exit code. */
export async function launch(host, electron, flags, options = {}) {
  const [program, args] = commandLine(host, electron)
  const isElectron = host === 'electron'
  const stdio = ['inherit', 'inherit', 'inherit', ...(isElectron ? [] : ['ipc'])]
  // A headless desk ends when its IPC channel closes, that is, when this process ends.
  if (flags.includes('--headless')) endWithNpm(() => process.exit(1))
  const env = hostEnvironment(host, { ...process.env, ...credentials })
  const { code } = await run(program, [...args, ...flags], { env, stdio, ...options })
  return code
}
