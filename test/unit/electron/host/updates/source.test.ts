/** How electron-updater handles what a server publishes: every failure is reported, and changes nothing. */
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  packageName,
  fakeAppImage,
  metadataName,
  startUpdateServer,
  type UpdateServer,
} from '../../../../support/updateServer.ts'
import { download, expectUnchanged, installProgram, type InstalledProgram, oldContent, pending } from './support.ts'

const newContent = fakeAppImage()
/** Milliseconds that a busy machine does not reach. */
const longEnough = 60_000
let server: UpdateServer

beforeAll(async () => {
  server = await startUpdateServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.withdraw()
  server.requests.length = 0
})

const install = (options: Partial<Parameters<typeof installProgram>[0]> = {}): Promise<InstalledProgram> =>
  installProgram({ address: server.address, ...options })

describe('a check', () => {
  it('finds a greater version with its notes', async () => {
    const release = { version: '1.1.0', notes: '<b>Bold</b>\nSecond line', releasedAt: '2026-01-02T03:04:05.000Z' }
    server.publish({ ...release, content: newContent })
    const { source } = await install()
    expect(await source.check()).toEqual(release)
  })
  it.each(['1.0.0', '0.9.9', '1.0.0-beta.1'])('finds nothing in %s', async (version) => {
    server.publish({ version })
    const { source } = await install()
    expect(await source.check()).toBeNull()
  })
  it('requests the metadata alone, and does not reveal to the server which installation it is', async () => {
    server.publish({ version: '1.1.0' })
    const { source } = await install()
    await source.check()
    expect(server.requests.map(({ path }) => path)).toEqual([`/${metadataName}`])
    expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([])
  })
  it.each([
    ['a server without the metadata', () => undefined, 'server_error'],
    [
      'a server with a problem of its own',
      () => {
        server.fail(/yml$/, 'status 500')
      },
      'server_error',
    ],
    [
      'metadata that is no YAML',
      () => {
        server.publish({ version: '1.1.0', tamper: () => '{{' })
      },
      'unreadable',
    ],
    [
      'metadata that says nothing',
      () => {
        server.publish({ version: '1.1.0', tamper: () => '- 1\n' })
      },
      'unreadable',
    ],
    [
      'a version that is none',
      () => {
        server.publish({ version: 'newest' })
      },
      'unreadable',
    ],
    [
      'a file without its hash',
      () => {
        server.publish({ version: '1.1.0', tamper: (text) => text.replaceAll('sha512', 'sha2') })
      },
      'unreadable',
    ],
    [
      'a file on another server',
      () => {
        server.publish({ version: '1.1.0', fileUrl: 'https://elsewhere.example/esim-desk-1.1.0.AppImage' })
      },
      'unreadable',
    ],
    [
      'a file whose name is a command',
      () => {
        server.publish({ version: '1.1.0', fileUrl: "x';touch owned;'.AppImage" })
      },
      'unreadable',
    ],
    [
      'a server that hangs up',
      () => {
        server.fail(/yml$/, 'hang up')
      },
      'unreachable',
    ],
    [
      'an answer that is cut off',
      () => {
        server.publish({ version: '1.1.0' })
        server.fail(/yml$/, 'cut')
      },
      'unreachable',
    ],
  ])('of %s fails in words, and the next one finds the update', async (_, prepare, problem) => {
    prepare()
    const { source } = await install()
    await expect(source.check()).rejects.toMatchObject({ problem })
    server.publish({ version: '1.1.0' })
    expect(await source.check()).toMatchObject({ version: '1.1.0' })
  })
  it('of a server that never answers ends, and the next one finds the update', async () => {
    server.publish({ version: '1.1.0' })
    server.fail(/yml$/, 'stall')
    const limits = { check: 50 }
    const { source } = await install({ limits })
    await expect(source.check()).rejects.toMatchObject({ problem: 'unreachable' })
    limits.check = longEnough
    server.publish({ version: '1.1.0' })
    expect(await source.check()).toMatchObject({ version: '1.1.0' })
  })
})

describe('a download', () => {
  it('reports its progress, and changes nothing yet', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    const percents = await download(program)
    expect(percents.at(-1)).toBe(100)
    expect(await program.content()).toEqual(oldContent)
    expect(await pending(program)).toContain(packageName('1.1.0'))
  })
  it.each([
    [
      'of another file than was published',
      () => server.publish({ version: '1.1.0', content: newContent, served: fakeAppImage(newContent.length) }),
      'corrupt',
    ],
    [
      'of a file that is too short',
      () => server.publish({ version: '1.1.0', content: newContent, served: newContent.subarray(0, 1000) }),
      'corrupt',
    ],
    ['that is cut half way', () => server.fail(/AppImage$/, 'cut'), 'interrupted'],
    ['that the server refuses', () => server.fail(/AppImage$/, 'status 500'), 'server_error'],
  ])('%s changes nothing, and the next try works', async (_, breakIt, problem) => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    breakIt()
    await expect(download(program)).rejects.toMatchObject({ problem })
    await expectUnchanged(program)
    await expect(program.source.prepareInstall({ restart: true })).rejects.toMatchObject({ problem: 'corrupt' })
    await expectUnchanged(program)

    server.publish({ version: '1.1.0', content: newContent })
    await download(program)
    await program.source.prepareInstall({ restart: true })
    expect(await program.content()).toEqual(newContent)
  })
  it('that stops moving ends, and the next try works', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install({ limits: { stall: 1000 } })
    await program.source.check()
    server.fail(/AppImage$/, 'stall')
    await expect(download(program)).rejects.toMatchObject({ problem: 'interrupted' })
    server.publish({ version: '1.1.0', content: newContent })
    await download(program)
    expect(await pending(program)).toContain(packageName('1.1.0'))
  })
  it('that is cancelled ends, and the next one waits for that', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    server.fail(/AppImage$/, 'stall')
    const first = program.source.download(() => undefined)
    await expect.poll(() => server.requests.some(({ path }) => path.endsWith('AppImage'))).toBe(true)
    program.source.cancelDownload()
    const second = program.source.download(() => undefined)
    await expect(first).rejects.toMatchObject({ problem: 'interrupted' })
    await second
    expect(await pending(program)).toContain(packageName('1.1.0'))
  })
  it('is not repeated: the next start of the program finds the file', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    await download(program)
    const again = await install({ again: program })
    await again.source.check()
    await download(again)
    await again.source.prepareInstall({ restart: true })
    expect(await again.content()).toEqual(newContent)
    expect(server.requests.filter(({ path }) => path.endsWith('AppImage'))).toHaveLength(1)
  })
})

describe('an installation', () => {
  const readyProgram = async (): Promise<InstalledProgram> => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    await download(program)
    return program
  }

  it('puts the new program in the place of the old one, under its name, ready to run', async () => {
    const program = await readyProgram()
    await program.source.prepareInstall({ restart: true })
    expect(await program.content()).toEqual(newContent)
    expect((await stat(program.program)).mode & 0o777).toBe(0o755)
    expect(await readdir(dirname(program.program))).toEqual(['eSIM Desk.AppImage'])
    await program.source.prepareInstall({ restart: true })
    program.source.restart()
    expect(program.happened).toEqual(['restart'])
  })
  it('of a file that has changed since the download changes nothing; it is downloaded again', async () => {
    const program = await readyProgram()
    const file = join(program.cache, 'esim-desk-updater', 'pending', packageName('1.1.0'))
    await writeFile(file, 'something else')
    await expect(program.source.prepareInstall({ restart: true })).rejects.toMatchObject({ problem: 'corrupt' })
    expect(await program.content()).toEqual(oldContent)
    await download(program)
    expect(await readFile(file)).toEqual(newContent)
  })
  it('of a program that was moved away is refused before the download', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    await rm(dirname(program.program), { recursive: true })
    await expect(download(program)).rejects.toMatchObject({ problem: 'not_writable' })
    expect(server.requests.filter(({ path }) => path.endsWith('AppImage'))).toEqual([])
  })
  it.skipIf(process.getuid?.() === 0)('into a folder of somebody else is refused before the download', async () => {
    server.publish({ version: '1.1.0', content: newContent })
    const program = await install()
    await program.source.check()
    await chmod(dirname(program.program), 0o555)
    try {
      await expect(download(program)).rejects.toMatchObject({ problem: 'not_writable' })
    } finally {
      await chmod(dirname(program.program), 0o755)
    }
    expect(server.requests.filter(({ path }) => path.endsWith('AppImage'))).toEqual([])
  })
})
