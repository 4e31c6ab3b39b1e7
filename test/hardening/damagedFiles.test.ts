/**
 * Damages every file of a used profile folder in many ways. The built desk opens or exits with a message, deletes
 * nothing that was in the damaged file, and still has the content of the other files. The tests use a real keychain.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { answerQuestion } from '../support/questions.ts'
import { eventually } from '../support/eventually.ts'
import { type Keyring, startKeyring } from '../support/keyring.ts'
import { type SandboxProcess, startSandboxProcess } from '../support/sandbox.ts'
import { sizes } from './sizes.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

/** Prefixes of file names, because a directory is named after its connection. */
const files = [
  'journal.db',
  'work.db',
  'directory-',
  'profiles.json',
  'settings.json',
  'window.json',
  'profile-id',
] as const

/** Recognizable bytes with which no file of the desk begins. */
const garbage = Buffer.from('not what the desk has written '.repeat(200))

/** Each kind of damage, as a function of the file's content. */
const damages: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  'cut to half': (content) => content.subarray(0, content.length >> 1),
  'with its first bytes overwritten': (content) => Buffer.concat([Buffer.alloc(64, 0xff), content.subarray(64)]),
  'with one byte changed in its middle': (content) =>
    content.map((byte, at) => (at === content.length >> 1 ? byte ^ 0xff : byte)) as Buffer,
  'made of other bytes': () => garbage,
  'with bytes at its end': (content) => Buffer.concat([content, garbage]),
  'made of nested lists': () => Buffer.from('['.repeat(100_000)),
  'of zeros in its length': (content) => Buffer.alloc(content.length),
  'made of an object that fits nothing': () => Buffer.from('{"__proto__":{"version":1e999},"profiles":{"length":-1}}'),
  'that is empty': () => Buffer.alloc(0),
}

const names = Object.keys(damages)
/** In `npm test -- --all` each file gets one kind of damage, a different one for each file. */
const cases = files.flatMap((file, at) =>
  (sizes.all ? names : [names[at % names.length] ?? '']).map((damage) => [file, damage] as const),
)

let keyring: Keyring
let sandbox: SandboxProcess
let template: string

const connectionName = 'Acme Travel'

/** Creates a used profile folder: a connection with its secrets, a directory, settings, a journal. */
beforeAll(async () => {
  keyring = await startKeyring()
  sandbox = await startSandboxProcess({ customers: 30, seed: 7 })
  template = await mkdtemp(join(tmpdir(), 'esim-desk-damaged-'))
  const desk = await startDesk({ userData: template, env: keyring.env })
  const { baseUrl, segment, clientId, clientSecret } = sandbox.info
  const input = { name: connectionName, address: baseUrl, segment, clientId, clientSecret }
  const adding = desk.page.evaluate(`(async () => {
    const added = await window.desk.connections.add(${JSON.stringify(input)})
    const opened = await window.desk.connections.open({ id: added.value.id })
    const set = await window.desk.settings.set({ theme: 'dark' })
    return [added.ok, opened.ok, set.ok]
  })()`)
  await answerQuestion(desk, 'Connect to this service?')
  const answers = await adding
  expect(answers).toEqual([true, true, true])
  await eventually(async () =>
    expect(await desk.page.evaluate('window.desk.customers.status().then(({ value }) => value.state)')).toBe('done'),
  )
  await desk.close()
})

afterAll(async () => {
  await sandbox.stop()
  await keyring.stop()
  await rm(template, { recursive: true, force: true, maxRetries: 5 })
})

async function damagedCopy(
  beginning: string,
  damage: string,
): Promise<{ readonly folder: string; readonly name: string; readonly content: Buffer }> {
  const folder = await temporaryFolder()
  await cp(template, folder, { recursive: true })
  const name = (await readdir(folder)).find(
    (entry) => entry.startsWith(beginning) && !/-(?:wal|shm)$|\.copy$/.test(entry),
  )
  const path = join(folder, name ?? beginning)
  // Only Electron writes the window's position.
  const before = name === undefined ? Buffer.from('{}') : await readFile(path)
  const content = damages[damage]?.(before) ?? before
  await mkdir(folder, { recursive: true })
  await writeFile(path, content)
  return { folder, name: name ?? beginning, content }
}

/** Whether any file below the folder still has the content. */
async function isStillThere(folder: string, content: Buffer): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  )
  return contents.some((stored) => stored.equals(content))
}

test.each(cases)('%s %s: the desk opens or explains why not, and deletes nothing', async (file, damage) => {
  const { folder, content } = await damagedCopy(file, damage)
  const started = await startDesk({ userData: folder, env: keyring.env }).catch((error: unknown) => String(error))
  if (typeof started === 'string') {
    // The output is one sentence for a person, without a stack.
    expect(started).toMatch(/eSIM Desk can't start\. \S.{20,}/)
    expect(started).not.toMatch(/^ {4}at /m)
    expect(await isStillThere(folder, content)).toBe(true)
    return
  }
  onTestFinished(() => started.close())
  const { page } = started
  const { ok, value } = (await page.evaluate('window.desk.connections.list()')) as {
    readonly ok: boolean
    readonly value: readonly { readonly name: string }[]
  }
  expect(ok).toBe(true)
  if (file !== 'profiles.json') expect(value.map(({ name }) => name)).toEqual([connectionName])
  await expect.poll(() => page.evaluate('window.desk.operations.list({ limit: 10 }).then(({ ok }) => ok)')).toBe(true)
  expect(started.consoleErrors()).toEqual([])
  expect(await readFile(join(folder, 'desk.log'), 'utf8')).not.toMatch(/uncaught|unhandled/i)
  await started.close()
  // An unreadable file was quarantined unchanged; a file that the desk could read may have been written since.
  const moved = (await readdir(folder)).some((name) => name.startsWith(file) && name.includes('.unreadable-'))
  if (moved) expect(await isStillThere(folder, content)).toBe(true)
})
