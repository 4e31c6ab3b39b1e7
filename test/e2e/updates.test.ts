/**
 * Updates of the packaged program, on the stand-in for Electron and a real web server: what is offered, refused and
 * installed. The installers of Windows and macOS can only be tested on real machines.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { OperationRow } from '#shared/model/operation/operation.ts'
import { UpdateState } from '#shared/model/updates.ts'
import type { RunningDesk } from '../support/desk.ts'
import {
  ask,
  check,
  download,
  loseOrder,
  newProgram,
  oldProgram,
  openSettings,
  type Packaged,
  type PackageOptions,
  packageProgram,
  press,
  startPackaged,
  state,
  systemPrograms,
  text,
} from '../support/packagedProgram.ts'
import { packageName, type PublishedUpdate, startUpdateServer, type UpdateServer } from '../support/updateServer.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** Starts a packaged program that runs until the test ends. */
async function running(options: PackageOptions): Promise<Packaged & { readonly desk: RunningDesk }> {
  const packaged = await packageProgram(options)
  onTestFinished(() => rm(packaged.folder, { recursive: true, force: true, maxRetries: 5 }))
  const desk = await startPackaged(packaged)
  onTestFinished(() => desk.close())
  return { ...packaged, desk }
}

let server: UpdateServer
beforeAll(async () => {
  server = await startUpdateServer()
})
afterAll(() => server.close())
beforeEach(() => server.withdraw())

test('without a packaged address nothing is checked, and the window does not mention updates', async () => {
  const { desk } = await running({})
  expect(await check(desk)).toEqual({ phase: 'off' })
  await openSettings(desk)
  await expect.poll(() => text(desk)).toContain('Say these when you report something.')
  expect(await text(desk)).not.toMatch(/update/i)
  expect(desk.standIn.reports('session-created')).toEqual([{ partition: 'esim-desk-window' }])
})

// All of these share one program, because a start takes longer than any of them. The last one ends it.
describe('with a packaged address and key', () => {
  const ends: (() => Promise<unknown>)[] = []
  let packaged: Packaged
  let desk: RunningDesk
  const publish = (update: Partial<PublishedUpdate>): void =>
    server.publish({ version: '0.2.0', content: newProgram(packaged.started), key: keys.privateKey, ...update })
  const pending = (): Promise<readonly string[]> =>
    readdir(join(packaged.folder, 'cache', 'esim-desk-updater', 'pending')).catch(() => [])

  beforeAll(async () => {
    packaged = await packageProgram({ address: server.address, key: publicKey })
    ends.push(() => rm(packaged.folder, { recursive: true, force: true, maxRetries: 5 }))
    desk = await startPackaged(packaged)
    ends.push(() => desk.close())
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** The program is unchanged, and nothing of the update remains. */
  async function expectUnchanged(): Promise<void> {
    expect(await readFile(packaged.program, 'utf8')).toBe(oldProgram)
    // The failure is reported before the file of a download that was cut is removed.
    await expect.poll(pending).toEqual([])
  }

  test.each(['0.1.0', '0.0.9', '0.1.0-beta.1'])('version %s is not offered to 0.1.0', async (version) => {
    publish({ version })
    expect(await check(desk)).toMatchObject({ phase: 'idle', checkedAt: expect.any(String) })
  })

  test('an update that is not signed is refused before it is downloaded', async () => {
    server.publish({ version: '0.2.0', content: newProgram(packaged.started) })
    expect(await check(desk)).toMatchObject({ phase: 'failed', step: 'check', problem: 'signature' })
    expect(server.requests.some(({ path }) => path.includes('AppImage'))).toBe(false)
    await openSettings(desk)
    await expect.poll(() => text(desk)).toContain('not signed by the maker of this program')
    await expectUnchanged()
  })

  test('the guard of the session stops a redirect to another server', async () => {
    publish({})
    server.fail(/yml$/, 'redirect elsewhere')
    expect(await check(desk)).toMatchObject({ phase: 'failed', step: 'check', problem: 'server_error' })
    expect(desk.standIn.reports('net.blocked')).toEqual([
      { partition: 'electron-updater', origin: 'http://localhost:9' },
    ])
  })

  test.each([
    ['of another file', 'corrupt', (): void => publish({ served: Buffer.alloc(newProgram(packaged.started).length) })],
    ['that is cut half way', 'interrupted', (): void => server.fail(/AppImage$/, 'cut')],
  ] as const)('a download %s changes nothing and is reported', async (_, problem, damage) => {
    publish({})
    expect(await check(desk)).toMatchObject({ phase: 'available' })
    damage()
    expect(await download(desk)).toMatchObject({ phase: 'failed', step: 'download', problem })
    await expectUnchanged()
  })

  test('an update is offered with its notes, waits for unresolved operations, and replaces the program', async () => {
    const { program, started, userData } = packaged
    publish({ notes: 'Now <b>faster</b>\n* and safer' })
    expect(await check(desk)).toMatchObject({ phase: 'available' })
    await openSettings(desk)
    await expect.poll(() => text(desk)).toContain('Version 0.2.0 is available')
    expect(await text(desk)).toContain('Now <b>faster</b>\n* and safer')
    expect(await text(desk)).toContain('Update available')
    await press(desk, 'Download')
    await expect.poll(() => text(desk)).toContain('Version 0.2.0 is ready to be installed')
    expect(await pending()).toContain(packageName('0.2.0'))

    const unknown = await loseOrder(desk)
    await expect.poll(() => text(desk)).toContain('1 operation is being sent or not known yet.')
    expect(await ask(desk, 'updates.install', { when: 'now' }, UpdateState)).toMatchObject({
      phase: 'ready',
      unresolvedOperations: 1,
    })
    expect(await readFile(program, 'utf8')).toBe(oldProgram)

    await ask(
      desk,
      'operations.resolve',
      { id: unknown.id, outcome: 'CONFIRMED', reason: 'Seen in the portal' },
      OperationRow,
    )
    await expect.poll(() => text(desk)).not.toContain('not known yet')
    await press(desk, 'Restart and install')
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program)).toEqual(newProgram(started))
    await expect.poll(() => existsSync(started)).toBe(true)
    expect(await readFile(started, 'utf8')).toBe(
      `new\n--user-data=${userData}\n--sandbox\n--sandbox-customers=20\n[]\n`,
    )
    expect(desk.standIn.reports('app.releaseSingleInstanceLock')).toHaveLength(1)
  })
})

describe('when the program is closed', () => {
  async function readyToInstall(): Promise<Packaged & { readonly desk: RunningDesk }> {
    const packaged = await running({ address: server.address })
    server.publish({ version: '0.2.0', content: newProgram(packaged.started) })
    await check(packaged.desk)
    expect(await download(packaged.desk)).toMatchObject({ phase: 'ready' })
    return packaged
  }
  const chooseOnClose = async (desk: RunningDesk): Promise<void> =>
    void expect(await ask(desk, 'updates.install', { when: 'onClose' }, UpdateState)).toMatchObject({
      installOnClose: true,
    })

  test('an update that was not chosen is not installed', async () => {
    const { desk, program } = await readyToInstall()
    await desk.standIn.command({ do: 'closeWindow' })
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program, 'utf8')).toBe(oldProgram)
  })

  test('the chosen update is installed and not started', async () => {
    const { desk, program, started } = await readyToInstall()
    await chooseOnClose(desk)
    await desk.standIn.command({ do: 'closeWindow' })
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program)).toEqual(newProgram(started))
    expect(desk.standIn.reports('app.releaseSingleInstanceLock')).toEqual([])
    expect(existsSync(started)).toBe(false)
  })

  test.each(['by a signal', 'while an operation is not known'] as const)(
    '%s, the chosen update is not installed',
    async (how) => {
      const { desk, program } = await readyToInstall()
      await chooseOnClose(desk)
      if (how === 'by a signal') process.kill(desk.pid, 'SIGTERM')
      else {
        await loseOrder(desk)
        await desk.standIn.command({ do: 'closeWindow' })
      }
      expect(await desk.ended()).toBe(0)
      expect(await readFile(program, 'utf8')).toBe(oldProgram)
    },
  )
})

test('a Debian package is installed by the package manager, and one that it did not install changes nothing', async () => {
  const packaged = await packageProgram({ address: server.address })
  onTestFinished(() => rm(packaged.folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(packaged.folder, 'resources', 'package-type'), 'deb')
  const system = await systemPrograms(packaged.folder)
  const started = join(packaged.folder, 'started')
  await writeFile(join(packaged.folder, 'esim-desk'), `#!/bin/sh\necho "$@" > '${started}'\n`, { mode: 0o755 })
  const desk = await startPackaged(packaged, { PATH: system.path })
  onTestFinished(() => desk.close())
  server.publish({ version: '0.2.0', kind: 'deb' })
  await check(desk)
  expect(await download(desk)).toMatchObject({ phase: 'ready' })

  await system.install('0.1.0')
  const install = (): Promise<UpdateState> => ask(desk, 'updates.install', { when: 'now' }, UpdateState)
  expect(await install()).toMatchObject({ phase: 'failed', step: 'install', problem: 'installer_failed' })
  expect(await state(desk)).toMatchObject({ phase: 'failed' })

  await system.install('0.2.0')
  const answered = install().catch((error: unknown) => {
    expect(String(error)).toContain('has been closed')
    return null
  })
  // The program may end before it has returned the answer.
  const answer = await Promise.race([answered, desk.ended().then(() => null)])
  if (answer !== null) expect(answer).toMatchObject({ phase: 'installing' })
  expect(await desk.ended()).toBe(0)
  // Electron's own restart would start the binary that was replaced.
  expect(desk.standIn.reports('app.relaunch')).toEqual([])
  await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toContain('--sandbox --sandbox-customers=20')
  const call = `install -y ${join(packaged.folder, 'cache', 'esim-desk-updater', 'pending', packageName('0.2.0', 'deb'))}\n`
  expect(await system.calls()).toBe(call + call)
})
