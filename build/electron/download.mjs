/**
 * Downloads and unpacks Electron's binary. It is a child process of binary.mjs on the project's Node, so that a
 * hanging download can be killed. It does what `install.js` of the electron package does, with the same library and the
 * same checksums, with three differences: it reports its progress, it unpacks into a separate folder that is renamed
 * once it is complete, and it never takes checksums from the server that sends the file.
 *
 * Its argument is JSON: `{ folder, temporary }`, the electron package's folder and a folder for unfinished files. It
 * reports by messages: `{ step: 'connected' | 'receiving' | 'unpacking' | 'done' | 'failed', … }`.
 */
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { subscribe } from 'node:diagnostics_channel'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { executablePath } from './files.mjs'
import { moveFolder } from '../lib.mjs'

const require = createRequire(import.meta.url)
const { folder, temporary } = JSON.parse(process.argv[2])
const { version } = readJson('package.json')
let stage = 'download'

// The parent process has ended, so nobody waits for the download any more.
process.once('disconnect', () => process.exit(1))
watchConnection()
try {
  mkdirSync(temporary, { recursive: true })
  const zip = await download()
  await unpack(zip)
  await report({ step: 'done' })
} catch (error) {
  await report({ step: 'failed', stage, ...describe(error) })
}
// Sockets that are kept alive would keep this process running.
process.exit(0)

function readJson(name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

/** Sends a message; resolves when it has left this process. */
function report(message) {
  return new Promise((resolve) => process.send(message, resolve))
}

/**
 * Reports when the server is reached: without a proxy when a connection is established, behind a proxy when it answers,
 * because a proxy that accepts connections shows nothing about the network behind it.
 */
function watchConnection() {
  const reached = () => void report({ step: 'connected' })
  if (process.env.ELECTRON_GET_USE_PROXY === undefined) return subscribe('undici:client:connected', reached)
  subscribe('undici:request:headers', ({ request }) => {
    if (request.method === 'GET') reached()
  })
}

async function download() {
  const { downloadArtifact, ElectronDownloadCacheMode } = require('@electron/get')
  return await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: electronArch(),
    checksums: readJson('checksums.json'),
    tempDirectory: temporary,
    cacheMode: cacheIsWritable() ? ElectronDownloadCacheMode.ReadWrite : ElectronDownloadCacheMode.ReadOnly,
    ...(process.env.electron_config_cache !== undefined && { cacheRoot: process.env.electron_config_cache }),
    downloadOptions: { quiet: true, getProgressCallback: createProgress() },
  })
}

/** Returns the real architecture: Rosetta presents an Apple processor as x64. */
function electronArch() {
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch
  const { spawnSync } = require('node:child_process')
  const { stdout } = spawnSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' })
  return stdout?.trim() === '1' ? 'arm64' : 'x64'
}

/** A cache that cannot be written must not make a finished download fail. */
function cacheIsWritable() {
  const root = process.env.electron_config_cache ?? defaultCache()
  try {
    mkdirSync(root, { recursive: true })
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the default cache folder of @electron/get. */
function defaultCache() {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'electron')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'electron', 'Cache')
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'electron')
}

/** Reports the progress at most ten times a second. */
function createProgress() {
  let last = 0
  return ({ transferred, total }) => {
    if (Date.now() - last < 100 && transferred !== total) return
    last = Date.now()
    void report({ step: 'receiving', transferred, total })
  }
}

/** Unpacks the binary. `path.txt` is written last, so that it only names a complete binary. */
async function unpack(zip) {
  stage = 'unpack'
  await report({ step: 'unpacking' })
  const { extract } = require('@electron-internal/extract-zip')
  const unfinished = mkdtempSync(join(folder, 'dist-unfinished-'))
  try {
    await extract(zip, { dir: unfinished })
    rmSync(join(folder, 'path.txt'), { force: true })
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    await moveFolder(unfinished, join(folder, 'dist'))
    writeFileSync(join(folder, 'path.txt'), executablePath(process.platform))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    // Without a cache, @electron/get leaves the deletion of the file to its caller.
    if (zip.startsWith(temporary)) rmSync(dirname(zip), { recursive: true, force: true })
  }
}

/**
 * Collects what the parent process needs to explain a failure: codes, calls and messages of the error and its causes.
 */
function describe(error) {
  const chain = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at, ...(at.errors ?? []))
  return {
    codes: chain.map(({ code }) => code).filter((code) => typeof code === 'string'),
    isNetwork: chain.some(({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo'),
    messages: chain.map(({ message }) => message).filter((message) => typeof message === 'string' && message !== ''),
    status: error?.response?.status ?? null,
  }
}
