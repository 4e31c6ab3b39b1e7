/**
 * Electron's binary is downloaded from a server on this machine by the same child process that a start uses.
 *
 * @module-tag slow
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  closedPort,
  distribution,
  electronPackage,
  startMirror,
  startProxy,
  startSilentServer,
  sendWhole,
} from '../../support/mirror.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

interface Got {
  readonly binary: string | null
  readonly problem: string | null
}
interface Options {
  readonly folder: string
  readonly cache: string
  readonly env: NodeJS.ProcessEnv
  readonly onRequest?: boolean
  readonly seconds?: { readonly connect?: number; readonly silence?: number }
  readonly execArgv?: readonly string[]
  readonly access?: () => void
  readonly print?: (text: string) => void
}
type GetElectron = (options: Options) => Promise<Got>

// Plain scripts without types: what is used of them is named here.
const { getElectron }: { getElectron: GetElectron } = await import('../../../build/electron/binary.mjs' as string)
const { findElectron }: { findElectron: (options: Pick<Options, 'folder' | 'env'>) => string | null } = await import(
  '../../../build/electron/files.mjs' as string
)

const generous = { connect: 20, silence: 20 }
const withoutProxies = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/_proxy$|^ELECTRON_|^npm_config_/i.test(name)),
)

interface Download extends Partial<Omit<Options, 'env'>> {
  readonly env?: NodeJS.ProcessEnv
}

/** Downloads into a new package; returns what it printed with the result. */
async function download(
  mirror: string,
  { env, ...options }: Download = {},
): Promise<Got & { readonly folder: string; readonly printed: string }> {
  const printed: string[] = []
  const where =
    options.folder === undefined ? await electronPackage() : { folder: options.folder, cache: await temporaryFolder() }
  const got = await getElectron({
    ...where,
    seconds: generous,
    print: (text) => printed.push(text),
    ...options,
    env: { ...withoutProxies, electron_config_cache: await temporaryFolder(), ELECTRON_MIRROR: mirror, ...env },
  })
  return { ...got, folder: where.folder, printed: printed.join('\n') }
}

const leftOver = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('dist'))

test('the binary is downloaded, checked and unpacked, with its progress shown, and the next start finds it', async () => {
  const mirror = await startMirror(sendWhole)
  const { binary, problem, folder, printed } = await download(mirror.address)
  expect(problem).toBeNull()
  expect(binary).not.toBeNull()
  expect(existsSync(binary ?? '')).toBe(true)
  expect(printed).toMatch(/Downloading Electron[\s\S]*100 %/)
  expect(findElectron({ folder, env: {} })).toBe(binary)
  expect(mirror.requests).toHaveLength(1)
})

test('a mirror without a slash at its end is understood', async () => {
  const mirror = await startMirror(sendWhole)
  expect((await download(mirror.address.slice(0, -1))).problem).toBeNull()
  expect(mirror.requests[0]).toMatch(/^\/v45\.0\.0\/electron-v45\.0\.0-/)
})

test('a slow download goes on for longer than the limit, because bytes arrive', async () => {
  const pieces = 30
  const size = Math.ceil(distribution.length / pieces)
  const mirror = await startMirror((response) => {
    response.setHeader('content-length', distribution.length)
    let sent = 0
    const timer = setInterval(() => {
      if (sent >= distribution.length) {
        clearInterval(timer)
        return void response.end()
      }
      response.write(distribution.subarray(sent, (sent += size)))
    }, 100)
  })
  expect((await download(mirror.address, { seconds: { ...generous, silence: 2 } })).problem).toBeNull()
})

test('a stalled download is aborted and reports how much had arrived', async () => {
  const mirror = await startMirror((response) => {
    response.setHeader('content-length', distribution.length).write(distribution.subarray(0, 100_000))
  })
  const { binary, problem } = await download(mirror.address, { seconds: { ...generous, silence: 1 } })
  expect(binary).toBeNull()
  expect(problem).toMatch(/stood still for 1 seconds after 0 MB.*npm run electron.*ELECTRON_MIRROR/)
})

test('a download that is cut off reports that and leaves no files behind', async () => {
  const mirror = await startMirror((response) => {
    response.setHeader('content-length', distribution.length)
    response.write(distribution.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50))
  })
  const { binary, problem, folder } = await download(mirror.address)
  expect(binary).toBeNull()
  expect(problem).toMatch(/broke off after .* MB.*npm run electron/)
  expect(leftOver(folder)).toEqual([])
})

test('a file that is not Electron’s is discarded, whatever checksums the server offers beside it', async () => {
  const other = Buffer.from(distribution)
  other.write('x', 500)
  const mirror = await startMirror((response) => void response.end(other))
  const env = { electron_use_remote_checksums: '1' }
  const { binary, problem, folder } = await download(mirror.address, { env })
  expect(binary).toBeNull()
  expect(problem).toMatch(/not Electron 45\.0\.0 \(its checksum differs\).*npm run electron/)
  expect(leftOver(folder)).toEqual([])
  expect(mirror.requests.filter((path) => path.includes('SHASUMS'))).toEqual([])
})

test('a server that has no such file is named with its status', async () => {
  const mirror = await startMirror((response) => void response.writeHead(404).end())
  expect((await download(mirror.address)).problem).toMatch(/answered with 404.*ELECTRON_MIRROR/)
})

test('a password in the mirror’s address is not repeated', async () => {
  const { problem } = await download('http://agent:secret@127.0.0.1:1/')
  expect(problem).not.toBeNull()
  expect(problem).not.toContain('secret')
})

test('a proxy of the environment is used', async () => {
  const mirror = await startMirror(sendWhole)
  const proxy = await startProxy('open', mirror.port)
  const { problem } = await download('http://electron.invalid/', { env: { http_proxy: proxy.address } })
  expect(problem).toBeNull()
  expect(proxy.targets).toEqual(['electron.invalid:80'])
})

test('a proxy of npm’s settings is used', async () => {
  const mirror = await startMirror(sendWhole)
  const proxy = await startProxy('open', mirror.port)
  const { problem } = await download('http://electron.invalid/', { env: { npm_config_proxy: proxy.address } })
  expect(problem).toBeNull()
  expect(proxy.targets).toHaveLength(1)
})

test('a proxy that needs credentials is distinguished from a missing network, and the message says where to set them', async () => {
  const proxy = await startProxy('credentials')
  const { problem } = await download('https://electron.invalid/', { env: { HTTPS_PROXY: proxy.address } })
  expect(problem).toMatch(/the proxy needs a user name and a password \(407\).*HTTPS_PROXY=/)
})

test('on a closed network and on one that drops all packets the attempt ends within the connection limit', async () => {
  const refused = await download(`http://127.0.0.1:${String(await closedPort())}/`)
  expect(refused.problem).toMatch(/no network.*ECONNREFUSED.*npm run electron.*ELECTRON_MIRROR/)
  const connect = { ...generous, connect: 1.5 }
  const silent = `https://127.0.0.1:${String(await startSilentServer())}/`
  expect((await download(silent, { seconds: connect })).problem).toMatch(/no connection within 1\.5 seconds/)
  const proxy = await startProxy('silent')
  const env = { HTTPS_PROXY: proxy.address }
  expect((await download('https://electron.invalid/', { env, seconds: connect })).problem).toMatch(
    /no connection within/,
  )
})

test('only a missing network is remembered, for minutes, and not if Electron itself was requested', async () => {
  const where = await electronPackage()
  const offline = `http://127.0.0.1:${String(await closedPort())}/`
  expect((await download(offline, where)).problem).toMatch(/no network/)
  const mirror = await startMirror((response) => void response.writeHead(503).end())
  expect((await download(mirror.address, where)).problem).toMatch(
    /no network to download it 1 min ago.*npm run electron/,
  )
  // Times of files have fractions of milliseconds, and the clock of a file system may be another one.
  const soon = new Date(Date.now() + 900)
  await utimes(join(where.cache, 'no-network'), soon, soon)
  expect((await download(mirror.address, where)).problem).toMatch(/no network to download it 1 min ago/)
  expect(mirror.requests).toHaveLength(0)

  expect((await download(mirror.address, { ...where, onRequest: true })).problem).toMatch(/503/)
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000)
  await utimes(join(where.cache, 'no-network'), elevenMinutesAgo, elevenMinutesAgo)
  expect((await download(mirror.address, where)).problem).toMatch(/503/)
  expect((await download(mirror.address, where)).problem).toMatch(/503/)
  expect(mirror.requests).toHaveLength(3)
})

/** Loaded before the download: it makes a function of the file system fail as the system would. */
async function fileSystemThat(fails: string, code: string): Promise<readonly string[]> {
  const file = join(await temporaryFolder(), 'failing.mjs')
  const lines = [
    "import fs from 'node:fs'",
    "import { syncBuiltinESMExports } from 'node:module'",
    `const error = () => Object.assign(new Error('${code}: as the system says it'), { code: '${code}' })`,
    fails,
    'syncBuiltinESMExports()',
  ]
  await writeFile(file, lines.join('\n'))
  return ['--import', file]
}

test('a full disk and files that cannot be written are each reported in a sentence', async () => {
  const mirror = await startMirror(sendWhole)
  const fullDisk = await fileSystemThat('fs.write = fs.writev = (...inputs) => inputs.at(-1)(error())', 'ENOSPC')
  const full = await download(mirror.address, { execArgv: fullDisk })
  expect(full.problem).toBe('the disk is full: make room for 500 MB and run "npm run electron"')
  const readOnlyFolder = await fileSystemThat('fs.mkdtempSync = () => { throw error() }', 'EROFS')
  const readOnly = await download(mirror.address, { execArgv: readOnlyFolder })
  expect(readOnly.problem).toMatch(/cannot be written \(EROFS.*npm run electron/)
})

test('a folder that cannot be written is found out before anything is downloaded', async () => {
  const mirror = await startMirror(sendWhole)
  const access = (): void => {
    throw Object.assign(new Error('denied'), { code: 'EACCES' })
  }
  const { problem, folder } = await download(mirror.address, { access })
  expect(problem).toContain(`cannot be written (EACCES): run "npm run electron" as a user who may write to ${folder}`)
  expect(mirror.requests).toEqual([])
})

test('a folder for unfinished files that cannot be written is also reported in a sentence', async () => {
  const mirror = await startMirror(sendWhole)
  const where = await electronPackage()
  await writeFile(where.cache, '')
  const { binary, problem } = await download(mirror.address, { ...where, cache: join(where.cache, 'below') })
  expect(binary).toBeNull()
  expect(problem).toMatch(/the download can't begin \(The folder .* can't be written \(ENOTDIR\)/)
})

test('two starts in the same second download once, and both find the binary', async () => {
  const where = await electronPackage()
  const mirror = await startMirror((response) => void setTimeout(() => response.end(distribution), 500))
  const both = await Promise.all([download(mirror.address, where), download(mirror.address, where)])
  expect(both.map(({ problem }) => problem)).toEqual([null, null])
  expect(mirror.requests).toHaveLength(1)
  expect(both.map(({ printed }) => printed).join('\n')).toContain('waiting until it has ended')
})

test('the files of a killed download do not count as a binary, and a binary of another version is replaced', async () => {
  const where = await electronPackage()
  await mkdir(join(where.folder, 'dist'))
  await writeFile(join(where.folder, 'dist', 'electron'), 'half')
  expect(findElectron({ ...where, env: {} })).toBeNull()
  await writeFile(join(where.folder, 'dist', 'version'), '44.0.0')
  await writeFile(join(where.folder, 'path.txt'), 'electron')
  expect(findElectron({ ...where, env: {} })).toBeNull()
  const mirror = await startMirror(sendWhole)
  const { binary } = await download(mirror.address, where)
  expect(await readFile(binary ?? '', 'utf8')).toContain('#!/bin/sh')
})

test('a folder that ELECTRON_OVERRIDE_DIST_PATH names is used unchanged, and is named in the error if it is empty', async () => {
  const where = await electronPackage()
  const dist = await temporaryFolder()
  const mirror = await startMirror(sendWhole)
  const missing = await download(mirror.address, { ...where, env: { ELECTRON_OVERRIDE_DIST_PATH: dist } })
  expect(missing.problem).toContain(dist)
  expect(mirror.requests).toEqual([])
})
