/**
 * What the scripts of this folder share: paths, messages, and child processes with a time limit. It uses built-in
 * modules only, because the scripts run on the machine's own Node before anything is installed. Messages go to standard
 * error; standard output is for results.
 */
import { spawn } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { credentialVariables, takeVariables } from '../electron/app/secretVariables.mjs'
import { createInterrupt } from './interrupt.mjs'
import { isSafeNode, nodeOfDependencies, safeNode } from './nodeVersions.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const at = (...parts) => join(root, ...parts)

export const say = (text) => process.stderr.write(`${text}\n`)

/**
 * The credentials of a service, which only the desk gets. They are taken at once, so that no other program inherits
 * them, and the script itself, which runs as long as the desk, does not keep them in its environment.
 */
export const credentials = takeVariables(process.env, credentialVariables)

/** Ends a problem with a full stop, unless it ends with a command on a line of its own, which is copied as it is. */
export const sentence = (problem) => (problem.includes('\n') ? problem : `${problem}.`)

/** An error that a person can act on; it is printed without a stack. */
export class Stop extends Error {}

/** Runs a script's main function; an error becomes one sentence and exit code 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    say(error instanceof Stop ? error.message : error.stack)
    process.exitCode = 1
  }
}

/** Returns the Node that the dependencies provide for this system, else this one if it is new and safe enough. */
export function projectNode() {
  const brought = nodeOfDependencies(at('node_modules'))
  if (brought !== null) {
    if (!isSafeNode(brought.version))
      throw new Stop(`The package ${brought.name} brings Node ${brought.version}, which has known security holes.`)
    return brought.program
  }
  if (isSafeNode(process.versions.node)) return process.execPath
  const system = `${process.platform} ${process.arch}`
  const versions = Object.values(safeNode).join(' or ')
  throw new Stop(
    `No Node comes with the dependencies for ${system}. Install Node ${versions} or newer; this is ${process.versions.node}.`,
  )
}

/** Returns an environment in which `node` is the project's Node. */
export function projectEnvironment() {
  return { ...process.env, PATH: `${at('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}` }
}

const running = new Set()
const interrupt = createInterrupt(() => running)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (running.size === 0) process.exit(130)
    interrupt(signal)
  })

/** Read at once: npm may be killed while packages are being installed. */
const parent = process.ppid

/** Killing npm does not kill this process, so it watches whether its parent changes. */
export function endWithNpm(stop) {
  const { npm_command: isNpm } = process.env
  if (!isNpm) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 1000).unref()
}

/**
 * Runs a program to its end.
 * @param {{ seconds?: number, env?: object, collect?: boolean, cwd?: string, stdio?: any }} options
 *   `seconds`: then it is ended, softly first; `collect`: keep the output instead of showing it
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(program, args, { seconds, env = process.env, collect = false, cwd = root, stdio } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: stdio ?? (collect ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit']),
    })
    running.add(child)
    let output = ''
    let timedOut = false
    const timers = []
    if (collect)
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part) => (output += part))
    if (seconds !== undefined) {
      timers.push(
        setTimeout(() => {
          timedOut = true
          child.kill('SIGTERM')
          timers.push(setTimeout(() => child.kill('SIGKILL'), 5000))
        }, seconds * 1000),
      )
    }
    const end = (code, more = '') => {
      timers.forEach(clearTimeout)
      running.delete(child)
      resolve({ code, output: output + more, timedOut })
    }
    child.once('error', (error) => end(127, error.message))
    child.once('close', (code, signal) => end(code ?? (signal === null ? 1 : 128)))
  })
}

/**
 * Runs a program that ends when its standard input does, in the folder of the caller: it ends with this process, and
 * when npm is killed. Resolves to its exit code.
 */
export async function runWhileHere(program, args, env, stdin = 'pipe') {
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  const { code } = await run(program, args, { env, cwd: process.cwd(), stdio: [stdin, 'inherit', 'inherit'] })
  return code
}

/** Runs a JavaScript program of a package with the project's Node. */
export const runTool = (path, args, options = {}) =>
  run(projectNode(), [at('node_modules', ...path.split('/')), ...args], { env: projectEnvironment(), ...options })

/** Whether a program of this name is in a folder of PATH, on Linux. */
export const isOnPath = (program) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)))

/** Renames a folder, with retries on Windows, where a virus scanner may hold new files for a moment. */
export async function moveFolder(from, to) {
  for (let triesLeft = process.platform === 'win32' ? 20 : 0; ; triesLeft -= 1) {
    try {
      return renameSync(from, to)
    } catch (error) {
      if (triesLeft === 0 || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error
      await wait(500)
    }
  }
}

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

export const isRoot = () => process.getuid?.() === 0
