/** Decides which host a start uses and starts the built desk on it. */
import { findLibraryProblem } from './electronLibraries.mjs'
import { findSandboxProblem } from './electronSandbox.mjs'
import { at, isRoot, projectNode, run, Stop } from './lib.mjs'

/** The host that the flags ask for, or null where Electron is taken if it can be had. */
export function wantedHost(flags) {
  const place = flags.findIndex((flag) => flag === '--host' || flag.startsWith('--host='))
  if (place !== -1) {
    const value = flags[place] === '--host' ? flags[place + 1] : flags[place].slice('--host='.length)
    return value === 'electron' ? 'electron' : 'chromium'
  }
  return flags.some((flag) => flag === '--headless' || flag.startsWith('--debug-port')) ? 'chromium' : null
}

/**
 * Electron comes first: Chromium is used where Electron can't be had or can't run, or where a flag asks for it.
 * @param {(options: { onRequest: boolean }) => Promise<{ binary: string | null, problem: string | null }>} getElectron
 * @returns {Promise<{ host: 'electron' | 'chromium', electron: string | null, problem: string | null }>}
 *   `problem`: why it isn't Electron, where nobody asked for Chromium
 */
export async function decideHost(flags, getElectron, startProblem = findStartProblem) {
  const wanted = wantedHost(flags)
  if (wanted === 'chromium') return { host: 'chromium', electron: null, problem: null }
  const { binary, problem } = await getElectron({ onRequest: wanted === 'electron' })
  const obstacle = problem ?? (await startProblem({ binary, isRoot: isRoot() }))
  if (obstacle === null) return { host: 'electron', electron: binary, problem: null }
  if (wanted === null) return { host: 'chromium', electron: null, problem: obstacle }
  throw new Stop(`Electron can't be used: ${obstacle}. The installed browser shows the desk with --host=chromium.`)
}

/** Why this system would not let Electron start, without a full stop, or null. */
export async function findStartProblem(start) {
  return findSandboxProblem(start) ?? (await findLibraryProblem(start))
}

/** Electron as root has no sandbox to use. Elsewhere nothing here may switch it off. */
export function commandLine(host, electron, root = isRoot()) {
  if (host === 'chromium') return [projectNode(), [at('out', 'main', 'chromium.js')]]
  return [electron, [...(root ? ['--no-sandbox'] : []), at('out', 'main', 'main.js')]]
}

/**
 * Terminals inside editors set ELECTRON_RUN_AS_NODE, with which Electron is a plain Node, and NODE_OPTIONS, which are
 * meant for another Node and which Electron may refuse.
 */
export function electronEnvironment(env) {
  const own = { ...env }
  delete own.ELECTRON_RUN_AS_NODE
  delete own.NODE_OPTIONS
  return own
}

/**
 * A headless desk hears by the channel that this process was killed, and ends then. Killing npm doesn't kill this process,
 * which has to notice that its parent is another one.
 */
function endWithNpm(stop) {
  const { npm_command: isNpm } = process.env
  const parent = process.ppid
  if (!isNpm) return
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 1000).unref()
}

/** Resolves to the desk's exit code. */
export async function launch(host, electron, flags, options = {}) {
  const [program, args] = commandLine(host, electron)
  const isElectron = host === 'electron'
  const stdio = ['inherit', 'inherit', 'inherit', ...(isElectron ? [] : ['ipc'])]
  if (flags.includes('--headless')) endWithNpm(() => process.exit(1))
  const env = isElectron ? electronEnvironment(process.env) : process.env
  const { code } = await run(program, [...args, ...flags], { env, stdio, ...options })
  return code
}
