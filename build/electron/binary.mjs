/**
 * Downloads Electron's binary if it is missing, since its npm package contains none. An attempt ends after 30 seconds
 * without a byte, never while bytes arrive. Without a network it ends within 5 seconds, and this is remembered for ten
 * minutes, so that the next starts do not wait at all.
 */
import { fork } from 'node:child_process'
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronFolder, findElectron } from './files.mjs'
import { explainFailure } from './problem.mjs'
import { createProgressLine } from '../progressLine.mjs'
import { at, projectNode, say } from '../lib.mjs'
import { withLock } from '../lock.mjs'

const ownCache = at('node_modules', '.cache', 'esim-desk')
const minute = 60_000
const rememberedFor = 10 * minute
/** A file may seem to be written a little later than now. */
const maxClockDifference = 2000

/** Seconds without any progress after which an attempt ends. */
const limits = { connect: 4.5, connectOnRequest: 30, silence: 30, unpack: 300 }

/**
 * @param {{ onRequest?: boolean, folder?: string, cache?: string, env?: object, signal?: AbortSignal,
 *   seconds?: Partial<typeof limits>, execArgv?: readonly string[], print?: (text: string) => void }} options
 *   `onRequest`: a person requested Electron, so remembered failures are ignored and connecting may take longer
 * @returns {Promise<{ binary: string | null, problem: string | null }>} the problem without a full stop
 */
export async function getElectron(options = {}) {
  const {
    folder = electronFolder,
    cache = ownCache,
    env = process.env,
    onRequest = false,
    access = accessSync,
  } = options
  const memory = join(cache, 'no-network')
  const known = () => {
    const binary = findElectron({ folder, env })
    if (binary !== null) return { binary, problem: null }
    const problem = overrideProblem(env) ?? (onRequest ? null : rememberedProblem(memory))
    return problem === null ? null : { binary: null, problem }
  }
  const before = known() ?? writeProblem(folder, access)
  if (before !== null) return before
  try {
    return await withLock('electron', getIt, { folder: cache, ...(options.print && { print: options.print }) })
  } catch (error) {
    // The folder for unfinished files may belong to another user, for example after a start with sudo.
    return { binary: null, problem: `the download can't begin (${error.message.replace(/\.$/, '')})` }
  }

  async function getIt() {
    // Another process may have downloaded it, or found no network, while this one waited.
    const now = known()
    if (now !== null) return now
    const failure = await attempt({ ...options, folder, env, onRequest, temporary: join(cache, 'electron') })
    if (failure === null) {
      rmSync(memory, { force: true })
      return known() ?? { binary: null, problem: 'the download contains no program for this system' }
    }
    const { kind, text } = explain(failure, folder)
    if (kind === 'offline') remember(memory)
    return { binary: null, problem: text }
  }
}

function explain(failure, folder) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return explainFailure({ ...noFailure, ...failure }, { version, folder })
}

const noFailure = {
  stage: 'download',
  codes: [],
  messages: [],
  isNetwork: false,
  status: null,
  reached: false,
  received: 0,
  total: null,
  silentSeconds: null,
}

/** Finds out that the folder cannot be written before 120 MB are downloaded. */
function writeProblem(folder, access) {
  try {
    access(folder, constants.W_OK)
    return null
  } catch (error) {
    return { binary: null, problem: explain({ codes: [error.code], messages: [error.code] }, folder).text }
  }
}

function overrideProblem({ ELECTRON_OVERRIDE_DIST_PATH: override }) {
  return override ? `ELECTRON_OVERRIDE_DIST_PATH names ${override}, where no Electron is` : null
}

function rememberedProblem(file) {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity)
  if (age < -maxClockDifference || age > rememberedFor) return null
  const minutes = Math.max(1, Math.round(age / minute))
  return `there was no network to download it ${minutes} min ago; "npm run electron" tries again at once`
}

/** Remembers that there was no network. If that fails, the next start finds it out again. */
function remember(file) {
  try {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '')
  } catch {
    // The folder cannot be written.
  }
}

/** Resolves to the failure, or null once the binary is in place. */
async function attempt({ folder, env, temporary, onRequest, seconds, execArgv = [], signal, print = say }) {
  const limit = { ...limits, ...seconds }
  const progress = createProgressLine({ print })
  print('Downloading Electron …')
  rmSync(temporary, { recursive: true, force: true })
  const child = fork(at('build', 'electron', 'download.mjs'), [JSON.stringify({ folder, temporary })], {
    execPath: projectNode(),
    execArgv: [...execArgv],
    env: downloadEnvironment(env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const connectLimit = onRequest ? limit.connectOnRequest : limit.connect
    return await follow(child, { limit, connectLimit, signal, progress })
  } finally {
    child.kill('SIGKILL')
    progress.end()
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Follows the download until it is done, has failed, or has been silent for too long. */
function follow(child, { limit, connectLimit, signal, progress }) {
  const state = {}
  return new Promise((resolve) => {
    let timer
    const end = (failure) => {
      clearTimeout(timer)
      resolve(failure)
    }
    const fail = (code, message) => end({ ...state, codes: [code], messages: [message] })
    const waitFor = (seconds) => {
      clearTimeout(timer)
      timer = setTimeout(() => end({ ...state, silentSeconds: seconds }), seconds * 1000)
    }
    signal?.addEventListener('abort', () => fail('ABORT_ERR', 'it was stopped'), { once: true })
    child.once('error', (error) => fail(error.code, error.message))
    // `disconnect` is emitted only after the last message has been read.
    child.once('disconnect', () => fail('EXIT', 'its process ended before it was done'))
    child.on('message', ({ step, ...facts }) => {
      if (step === 'done') return end(null)
      if (step === 'failed') return end({ ...state, ...facts })
      state.reached = true
      if (step === 'unpacking') state.stage = 'unpack'
      if (step === 'receiving') {
        Object.assign(state, { received: facts.transferred, total: facts.total })
        progress.update(facts.transferred, facts.total)
      }
      waitFor(step === 'unpacking' ? limit.unpack : limit.silence)
    })
    waitFor(connectLimit)
  })
}

/**
 * Returns the environment of the download. @electron/get uses proxies only on request, and does not read npm's
 * settings.
 */
function downloadEnvironment(env) {
  const own = { ...env }
  const https = own.https_proxy ?? own.HTTPS_PROXY ?? own.npm_config_https_proxy
  const http = own.http_proxy ?? own.HTTP_PROXY ?? own.npm_config_proxy
  if (https) own.HTTPS_PROXY = https
  if (http) own.HTTP_PROXY = http
  if (https || http) own.ELECTRON_GET_USE_PROXY = '1'
  if (own.ELECTRON_MIRROR && !own.ELECTRON_MIRROR.endsWith('/')) own.ELECTRON_MIRROR += '/'
  // Networks that inspect TLS have their authority in the system's store. The file itself is verified by its checksum.
  own.NODE_USE_SYSTEM_CA ??= '1'
  return own
}
