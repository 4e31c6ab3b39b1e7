/**
 * Updates of the packaged program, on the stand-in for Electron and a real web server: what is offered, refused and
 * installed. The AppImage is a shell script that writes down how it was started. The installers of Windows and macOS can
 * only be seen on real machines.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { OperationPreview, OperationRow } from '#shared/model/operation.ts'
import { UpdateState } from '#shared/model/updates.ts'
import { InventoryRow } from '#shared/model/views.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { projectNode } from '../support/sandbox.ts'
import { packageName, type PublishedUpdate, startUpdateServer, type UpdateServer } from '../support/updateServer.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const oldProgram = '#!/bin/sh\nexit 1\n'
/** Says which version it is, with which arguments it was started, and what of the AppImage's variables it sees. */
const newProgram = (started: string): Buffer => Buffer.from(`#!/bin/sh\nprintf '%s\\n' new "$@" "[$APPIMAGE]" > '${started}.part' && mv '${started}.part' '${started}'\n`)

interface Packaged {
  readonly folder: string
  /** The AppImage that runs. */
  readonly program: string
  /** Written by the new program once it starts. */
  readonly started: string
  readonly userData: string
}

interface PackageOptions {
  /** Where it looks for updates, and the key that they have to be signed for. */
  readonly address?: string
  readonly key?: string
}

/** A packaged program in a folder of its own. */
async function packageProgram({ address, key }: PackageOptions): Promise<Packaged> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-packaged-'))
  const main = relative(folder, fileURLToPath(new URL('../../out/main/main.js', import.meta.url)))
  for (const name of ['resources', 'programs', 'cache']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'esim-desk', version: '0.1.0', main }))
  const program = join(folder, 'programs', 'eSIM Desk.AppImage')
  await writeFile(program, oldProgram, { mode: 0o755 })
  const config = `provider: generic\nurl: ${String(address)}\nupdaterCacheDirName: esim-desk-updater\n`
  if (address !== undefined) await writeFile(join(folder, 'resources', 'app-update.yml'), config)
  if (key !== undefined) await writeFile(join(folder, 'resources', 'update-key.pem'), key)
  return { folder, program, started: join(folder, 'started'), userData: join(folder, 'profile') }
}

function startPackaged({ folder, program, userData }: Packaged, env: Readonly<Record<string, string>> = asAppImage(program)): Promise<RunningDesk> {
  return startDesk({
    host: 'electron-stand-in',
    unattached: true,
    userData,
    standIn: { packaged: true, folder },
    args: ['--sandbox', '--sandbox-customers=20'],
    env: { XDG_CACHE_HOME: join(folder, 'cache'), ...env },
  })
}

/** What a running AppImage has in its environment. */
const asAppImage = (program: string) => ({ APPIMAGE: program, APPDIR: dirname(realpathSync(projectNode)) })

/** A packaged program that runs until the test ends. */
async function running(options: PackageOptions): Promise<Packaged & { readonly desk: RunningDesk }> {
  const made = await packageProgram(options)
  onTestFinished(() => rm(made.folder, { recursive: true, force: true, maxRetries: 5 }))
  const desk = await startPackaged(made)
  onTestFinished(() => desk.close())
  return { ...made, desk }
}

const Envelope = z.object({ ok: z.literal(true), value: z.unknown() })

async function ask<T extends z.ZodType>(desk: RunningDesk, operation: string, input: unknown, answer: T): Promise<z.output<T>> {
  const given = JSON.stringify(input ?? null)
  const envelope = Envelope.parse(await desk.standIn.command({ do: 'evaluate', expression: `window.desk.${operation}(${given})` }))
  return answer.parse(envelope.value)
}
const state = (desk: RunningDesk): Promise<UpdateState> => ask(desk, 'updates.state', null, UpdateState)
const check = (desk: RunningDesk): Promise<UpdateState> => ask(desk, 'updates.check', null, UpdateState)
/** Begins a download and waits for its end. */
async function download(desk: RunningDesk): Promise<UpdateState> {
  await ask(desk, 'updates.download', null, UpdateState)
  return await eventually(async () => {
    const now = await state(desk)
    if (now.phase === 'downloading') throw new Error('The download goes on')
    return now
  })
}
/** The text of the window's page. */
const text = async (desk: RunningDesk): Promise<string> => String(await desk.standIn.command({ do: 'evaluate', expression: `document.body.innerText` }))
const press = (desk: RunningDesk, name: string): Promise<unknown> =>
  desk.standIn.command({ do: 'evaluate', expression: `[...document.querySelectorAll('button')].find((button) => button.textContent.trim() === '${name}').click()` })
const openSettings = (desk: RunningDesk): Promise<unknown> => desk.standIn.command({ do: 'evaluate', expression: `void (location.hash = '#/settings')` })

let server: UpdateServer
beforeAll(async () => {
  server = await startUpdateServer()
})
afterAll(() => server.close())
beforeEach(() => server.withdraw())

test('without a packaged address nothing is looked for, and the window says nothing of updates', async () => {
  const { desk } = await running({})
  expect(await check(desk)).toEqual({ phase: 'off' })
  await openSettings(desk)
  await expect.poll(() => text(desk)).toContain('Say these when you report something.')
  expect(await text(desk)).not.toMatch(/update/i)
  expect(desk.standIn.reports('session-created')).toEqual([{ partition: 'esim-desk-window' }])
})

// One program for all of it: a start takes longer than any of these tests, and the last one ends it.
describe('with a packaged address and key', () => {
  const ends: (() => Promise<unknown>)[] = []
  let made: Packaged
  let desk: RunningDesk
  const publish = (update: Partial<PublishedUpdate>): void =>
    server.publish({ version: '0.2.0', content: newProgram(made.started), key: keys.privateKey, ...update })
  const pending = (): Promise<readonly string[]> => readdir(join(made.folder, 'cache', 'esim-desk-updater', 'pending')).catch(() => [])

  beforeAll(async () => {
    made = await packageProgram({ address: server.address, key: publicKey })
    ends.push(() => rm(made.folder, { recursive: true, force: true, maxRetries: 5 }))
    desk = await startPackaged(made)
    ends.push(() => desk.close())
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** The program is as it was, and nothing is left of the update. */
  async function expectUnchanged(): Promise<void> {
    expect(await readFile(made.program, 'utf8')).toBe(oldProgram)
    expect(await pending()).toEqual([])
  }

  test.each(['0.1.0', '0.0.9', '0.1.0-beta.1'])('version %s is not offered to 0.1.0', async (version) => {
    publish({ version })
    expect(await check(desk)).toMatchObject({ phase: 'idle', checkedAt: expect.any(String) })
  })

  test('an update that is not signed is refused before it is downloaded', async () => {
    server.publish({ version: '0.2.0', content: newProgram(made.started) })
    expect(await check(desk)).toMatchObject({ phase: 'failed', step: 'check', problem: 'signature' })
    expect(server.requests.some(({ path }) => path.includes('AppImage'))).toBe(false)
    await openSettings(desk)
    await expect.poll(() => text(desk)).toContain('not signed by the maker of this program')
    await expectUnchanged()
  })

  test('a redirection to another server is stopped by the guard of the session', async () => {
    publish({})
    server.fail(/yml$/, 'redirect elsewhere')
    expect(await check(desk)).toMatchObject({ phase: 'failed', step: 'check', problem: 'server_error' })
    expect(desk.standIn.reports('net.blocked')).toEqual([{ partition: 'electron-updater', origin: 'http://localhost:9' }])
  })

  test.each([
    ['of another file', 'corrupt', (): void => publish({ served: Buffer.alloc(newProgram(made.started).length) })],
    ['that is cut half way', 'interrupted', (): void => server.fail(/AppImage$/, 'cut')],
  ] as const)('a download %s changes nothing and is said', async (_, problem, breakIt) => {
    publish({})
    expect(await check(desk)).toMatchObject({ phase: 'available' })
    breakIt()
    expect(await download(desk)).toMatchObject({ phase: 'failed', step: 'download', problem })
    await expectUnchanged()
  })

  test('an update is offered with its notes, waits for money that is not known, and then replaces the program and starts it', async () => {
    const { program, started, userData } = made
    publish({ notes: 'Now <b>faster</b>\n* and safer' })
    expect(await check(desk)).toMatchObject({ phase: 'available' })
    await openSettings(desk)
    await expect.poll(() => text(desk)).toContain('Version 0.2.0 is available')
    expect(await text(desk)).toContain('Now <b>faster</b>\n* and safer')
    expect(await text(desk)).toContain('Update available')
    await press(desk, 'Download')
    await expect.poll(() => text(desk)).toContain('Version 0.2.0 is ready to be installed')
    expect(await pending()).toContain(packageName('0.2.0'))

    const unknown = await loseAnOrder(desk)
    await expect.poll(() => text(desk)).toContain('1 operation is being sent or not known yet.')
    expect(await ask(desk, 'updates.install', { when: 'now' }, UpdateState)).toMatchObject({ phase: 'ready', unresolvedOperations: 1 })
    expect(await readFile(program, 'utf8')).toBe(oldProgram)

    await ask(desk, 'operations.resolve', { id: unknown.id, outcome: 'CONFIRMED', reason: 'Seen in the portal' }, OperationRow)
    await expect.poll(() => text(desk)).not.toContain('not known yet')
    await press(desk, 'Restart and install')
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program)).toEqual(newProgram(started))
    await expect.poll(() => existsSync(started)).toBe(true)
    expect(await readFile(started, 'utf8')).toBe(`new\n--user-data=${userData}\n--sandbox\n--sandbox-customers=20\n[]\n`)
    expect(desk.standIn.reports('app.releaseSingleInstanceLock')).toHaveLength(1)
  })
})

describe('when the program is closed', () => {
  async function readyToInstall(): Promise<Packaged & { readonly desk: RunningDesk }> {
    const made = await running({ address: server.address })
    server.publish({ version: '0.2.0', content: newProgram(made.started) })
    await check(made.desk)
    expect(await download(made.desk)).toMatchObject({ phase: 'ready' })
    return made
  }
  const chooseOnClose = async (desk: RunningDesk): Promise<void> =>
    void expect(await ask(desk, 'updates.install', { when: 'onClose' }, UpdateState)).toMatchObject({ installOnClose: true })

  test('an update is not installed that nobody chose', async () => {
    const { desk, program } = await readyToInstall()
    await desk.standIn.command({ do: 'closeWindow' })
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program, 'utf8')).toBe(oldProgram)
  })

  test('what the person chose is installed, and not started', async () => {
    const { desk, program, started } = await readyToInstall()
    await chooseOnClose(desk)
    await desk.standIn.command({ do: 'closeWindow' })
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program)).toEqual(newProgram(started))
    expect(desk.standIn.reports('app.releaseSingleInstanceLock')).toEqual([])
    expect(existsSync(started)).toBe(false)
  })

  test.each(['by a signal', 'while an operation is not known'] as const)('%s, what the person chose is not installed', async (how) => {
    const { desk, program } = await readyToInstall()
    await chooseOnClose(desk)
    if (how === 'by a signal') process.kill(desk.pid, 'SIGTERM')
    else {
      await loseAnOrder(desk)
      await desk.standIn.command({ do: 'closeWindow' })
    }
    expect(await desk.ended()).toBe(0)
    expect(await readFile(program, 'utf8')).toBe(oldProgram)
  })
})

/** Programs of the system, as scripts that write down how they were called. */
async function systemPrograms(folder: string): Promise<{ readonly path: string; readonly install: (version: string) => Promise<void>; readonly calls: () => Promise<string> }> {
  const bin = join(folder, 'bin')
  const [calls, version] = [join(bin, 'calls'), join(bin, 'version')]
  await mkdir(bin)
  const script = (name: string, lines: string): Promise<void> => writeFile(join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  await script('apt-get', `echo "$@" >> '${calls}'`)
  await script('dpkg-query', `cat '${version}'`)
  // Asks for no password.
  await script('pkexec', 'shift\nexec "$@"')
  return {
    path: `${bin}:${process.env['PATH'] ?? ''}`,
    install: (installed) => writeFile(version, installed),
    calls: () => readFile(calls, 'utf8'),
  }
}

test('a Debian package is installed by the package manager; one that it did not install changes nothing', async () => {
  const made = await packageProgram({ address: server.address })
  onTestFinished(() => rm(made.folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(made.folder, 'resources', 'package-type'), 'deb')
  const system = await systemPrograms(made.folder)
  const desk = await startPackaged(made, { PATH: system.path })
  onTestFinished(() => desk.close())
  server.publish({ version: '0.2.0', kind: 'deb' })
  await check(desk)
  expect(await download(desk)).toMatchObject({ phase: 'ready' })

  await system.install('0.1.0')
  const install = (): Promise<UpdateState> => ask(desk, 'updates.install', { when: 'now' }, UpdateState)
  expect(await install()).toMatchObject({ phase: 'failed', step: 'install', problem: 'installer_failed' })
  expect(await state(desk)).toMatchObject({ phase: 'failed' })

  await system.install('0.2.0')
  expect(await install()).toMatchObject({ phase: 'installing' })
  expect(await desk.ended()).toBe(0)
  expect(desk.standIn.reports('app.relaunch')).toHaveLength(1)
  const call = `install -y ${join(made.folder, 'cache', 'esim-desk-updater', 'pending', packageName('0.2.0', 'deb'))}\n`
  expect(await system.calls()).toBe(call + call)
})

const Inventory = z.object({ rows: z.array(InventoryRow) })

/** Buys something in the sandbox whose answer is lost. */
async function loseAnOrder(desk: RunningDesk): Promise<OperationRow> {
  const { rows } = await ask(desk, 'inventory.list', null, Inventory)
  const sold = rows.find(({ active, purchasePrice }) => active && purchasePrice?.currency === 'USD')
  const subject = { kind: 'register', inventoryItemId: sold?.id, mode: 'FIRST_USE', reference: 'order 1', customerEmail: 'ada@example.org', userCountry: 'FR', userIp: '203.0.113.7' }
  const { previewId } = await ask(desk, 'operations.preview', subject, OperationPreview)
  await ask(desk, 'sandbox.act', { act: 'mishap', mishap: 'notReached', place: 'register', times: 1 }, z.unknown())
  const row = await ask(desk, 'operations.run', { previewId }, OperationRow)
  expect(row.state).toBe('UNKNOWN')
  return row
}
