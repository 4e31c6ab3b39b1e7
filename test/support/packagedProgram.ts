/**
 * A packaged program in its own folder, for tests of its updates. It runs on the stand-in for Electron, opens no
 * debugging port, and is controlled through its window. The AppImage is a shell script that records how it was started.
 */
import { realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CurrentConnection } from '#shared/model/connection.ts'
import { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { UpdateState } from '#shared/model/updates.ts'
import { InventoryRow } from '#shared/model/customer/views.ts'
import { startDesk, type RunningDesk } from './desk.ts'
import { eventually } from './eventually.ts'
import { projectNode } from './projectNode.ts'

export const oldProgram = '#!/bin/sh\nexit 1\n'
/** Records that it is the new version, its arguments, and the AppImage variable that it gets. */
export const newProgram = (started: string): Buffer =>
  Buffer.from(
    `#!/bin/sh\nprintf '%s\\n' new "$@" "[$APPIMAGE]" > '${started}.part' && mv '${started}.part' '${started}'\n`,
  )

export interface Packaged {
  readonly folder: string
  /** The running AppImage. */
  readonly program: string
  /** The file that the new program writes when it starts. */
  readonly started: string
  readonly userData: string
}

export interface PackageOptions {
  /** The address of the updates. `key` is the public key that verifies their signatures. */
  readonly address?: string
  readonly key?: string
}

/** Creates a packaged program in its own folder. */
export async function packageProgram({ address, key }: PackageOptions): Promise<Packaged> {
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

export function startPackaged(
  { folder, program, userData }: Packaged,
  env: Readonly<Record<string, string>> = asAppImage(program),
): Promise<RunningDesk> {
  return startDesk({
    host: 'electron-stand-in',
    unattached: true,
    userData,
    standIn: { packaged: true, folder },
    args: ['--sandbox', '--sandbox-customers=20'],
    env: { XDG_CACHE_HOME: join(folder, 'cache'), ...env },
  })
}

/** The environment variables of a running AppImage. */
const asAppImage = (program: string) => ({ APPIMAGE: program, APPDIR: dirname(realpathSync(projectNode)) })

const Envelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
])

/** Calls an operation over the bridge. Throws an `Error` with the code of its refusal. */
export async function ask<T extends z.ZodType>(
  desk: RunningDesk,
  operation: string,
  input: unknown,
  answer: T,
): Promise<z.output<T>> {
  const inputJson = JSON.stringify(input ?? null)
  const envelope = Envelope.parse(
    await desk.standIn.command({ do: 'evaluate', expression: `window.desk.${operation}(${inputJson})` }),
  )
  if (!envelope.ok) throw new Error(`${operation} failed with ${envelope.error.code}`)
  return answer.parse(envelope.value)
}
export const state = (desk: RunningDesk): Promise<UpdateState> => ask(desk, 'updates.state', null, UpdateState)
export const check = (desk: RunningDesk): Promise<UpdateState> => ask(desk, 'updates.check', null, UpdateState)
/** Starts a download and waits for its end. */
export async function download(desk: RunningDesk): Promise<UpdateState> {
  await ask(desk, 'updates.download', null, UpdateState)
  return await eventually(async () => {
    const now = await state(desk)
    if (now.phase === 'downloading') throw new Error('The download goes on')
    return now
  })
}
/** Returns the text of the window's page. */
export const text = async (desk: RunningDesk): Promise<string> =>
  String(await desk.standIn.command({ do: 'evaluate', expression: `document.body.innerText` }))
export const press = (desk: RunningDesk, name: string): Promise<unknown> =>
  desk.standIn.command({
    do: 'evaluate',
    expression: `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${name}').click()`,
  })
export const openSettings = (desk: RunningDesk): Promise<unknown> =>
  desk.standIn.command({ do: 'evaluate', expression: `void (location.hash = '#/settings')` })

/** Writes scripts in place of system programs, which record how they were called. */
export async function systemPrograms(folder: string): Promise<{
  readonly path: string
  readonly install: (version: string) => Promise<void>
  readonly calls: () => Promise<string>
}> {
  const bin = join(folder, 'bin')
  const [calls, version] = [join(bin, 'calls'), join(bin, 'version')]
  await mkdir(bin)
  const script = (name: string, lines: string): Promise<void> =>
    writeFile(join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  await script('apt-get', `echo "$@" >> '${calls}'`)
  await script('dpkg-query', `cat '${version}'`)
  // This pkexec asks for no password.
  await script('pkexec', 'shift\nexec "$@"')
  return {
    path: `${bin}:${process.env['PATH'] ?? ''}`,
    install: (installed) => writeFile(version, installed),
    calls: () => readFile(calls, 'utf8'),
  }
}

const Inventory = z.object({ rows: z.array(InventoryRow) })

/** Submits an order in the sandbox whose request is lost, so that its state is UNKNOWN. */
export async function loseOrder(desk: RunningDesk): Promise<OperationRow> {
  // This call waits until the start has opened the connection.
  await ask(desk, 'connections.current', null, CurrentConnection)
  const { rows } = await ask(desk, 'inventory.list', null, Inventory)
  const sold = rows.find(({ active, purchasePrice }) => active && purchasePrice?.currency === 'USD')
  const target = {
    kind: 'register',
    inventoryItemId: sold?.id,
    mode: 'FIRST_USE',
    reference: 'order 1',
    customerEmail: 'ada@example.org',
    userCountry: 'FR',
    userIp: '203.0.113.7',
  }
  const { previewId } = await ask(desk, 'operations.preview', target, OperationPreview)
  await ask(desk, 'sandbox.act', { act: 'fault', fault: 'notReached', place: 'register', times: 1 }, z.unknown())
  const row = await ask(desk, 'operations.run', { previewId }, OperationRow)
  if (row.state !== 'UNKNOWN') throw new Error(`The order is ${row.state}`)
  return row
}
