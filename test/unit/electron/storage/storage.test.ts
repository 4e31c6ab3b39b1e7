/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Keychain } from '../../../../electron/keychain/index.ts'
import {
  migrate,
  openOrRecreateEncrypted,
  openStorage,
  profileFolder,
  type Storage,
} from '../../../../electron/storage/index.ts'
import { memoryKeychain, silentLog } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const open_ = (folder: string, keychain: Keychain = memoryKeychain(), patienceMs = 5000): Promise<Storage> =>
  openStorage({ folder, keychain, clock: systemClock, log: silentLog, patienceMs })

const quarantinedFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.includes('.unreadable-'))

/** A user who owns nothing else; where the tests run without root's rights, theirs. */
const unprivileged = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0)

const mode = async (file: string): Promise<number> => (await stat(file)).mode & 0o777

async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(text, 0)
  await handle.close()
}

function holder(
  folder: string,
  ...more: readonly string[]
): { readonly firstLine: Promise<string>; readonly kill: () => Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), folder, ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  return { firstLine, kill }
}

test('the journal commits to the disk and the folder and its files are private', async () => {
  const folder = join(await temporaryFolder(), 'profile')
  const storage = await open_(folder)
  expect(storage.journal.pragma('synchronous', { simple: true })).toBe(2)
  expect(storage.journal.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(storage.journal.pragma('fullfsync', { simple: true })).toBe(1)
  storage.journal.exec('CREATE TABLE t (a)')
  storage.work.exec('CREATE TABLE t (a)')
  expect(await mode(folder)).toBe(0o700)
  for (const name of ['journal.db', 'journal.db-wal', 'work.db', 'work.db-wal', 'profile-id'])
    expect([name, await mode(join(folder, name))]).toEqual([name, 0o600])
  expect(storage.quarantined).toEqual([])
  storage.close()
})

test('what was written to both files is there at the next start', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  for (const db of [first.journal, first.work]) db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
  first.close()
  const second = await open_(folder, keychain)
  for (const db of [second.journal, second.work]) expect(db.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
  second.close()
})

test('work.db is unreadable without its key, on the disk and in its write-ahead log', async () => {
  const folder = await temporaryFolder()
  const storage = await open_(folder)
  storage.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('ann@example.com')")
  expect((await readFile(join(folder, 'work.db-wal'))).includes('ann@example.com')).toBe(false)
  storage.close()
  const bytes = await readFile(join(folder, 'work.db'))
  expect(bytes.length).toBeGreaterThan(4096)
  expect(bytes.includes('ann@example.com')).toBe(false)
  expect(bytes.includes('SQLite format')).toBe(false)
})

test('without a keychain nothing of the encrypted files is on the disk after the end', async () => {
  const folder = await temporaryFolder()
  const storage = await open_(folder, memoryKeychain('session'))
  storage.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('x')")
  const location = await storage.directoryLocation('c1')
  expect(location).toMatchObject({ kind: 'session', key: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await storage.directoryLocation('c1')).toEqual(location)
  expect(await storage.eventsLocation('c1')).toEqual({ kind: 'memory' })
  const db = openOrRecreateEncrypted(location, { checked: false, moveToQuarantine: () => undefined })
  db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('ann@example.com')")
  db.close()
  const bytes = await readFile(join(folder, 'directory-c1.session.db'))
  expect(bytes.includes('ann@example.com')).toBe(false)
  storage.close()
  expect((await readdir(folder)).filter((name) => name.startsWith('work') || name.startsWith('directory'))).toEqual([])
})

test('a file of an earlier session is deleted by the next start, and by a wipe', async () => {
  const folder = await temporaryFolder()
  const names = ['directory-c1.session.db', 'directory-c1.session.db-wal', 'directory-c2.session.db.unreadable-2026']
  for (const name of names) await writeFile(join(folder, name), 'left behind')
  await writeFile(join(folder, 'directory-c1.db'), 'stays')
  const storage = await open_(folder, memoryKeychain('session'))
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith('directory'))
  expect(await left()).toEqual(['directory-c1.db'])
  const first = await storage.directoryLocation('c3')
  openOrRecreateEncrypted(first, { checked: false, moveToQuarantine: () => undefined }).close()
  expect(await left()).toContain('directory-c3.session.db')
  await storage.deleteDirectory('c3')
  expect(await left()).toEqual(['directory-c1.db'])
  expect(await storage.directoryLocation('c3')).not.toEqual(first)
  storage.close()
})

test('an encrypted file from earlier is left alone while the keychain is out of reach', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  first.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
  first.close()
  const without = await open_(folder, memoryKeychain('session'))
  expect(without.quarantined).toEqual([])
  without.close()
  const again = await open_(folder, keychain)
  expect(again.work.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
  again.close()
})

test.each(['get', 'set'] as const)(
  'no key is taken for missing, and no file is moved, while the keychain fails to %s',
  async (call) => {
    const folder = await temporaryFolder()
    const keychain = memoryKeychain()
    const first = await open_(folder, keychain)
    first.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
    first.close()
    const key = keychain.secrets.get('key:work') ?? ''
    const locked = memoryKeychain()
    const failing = await open_(folder, {
      ...locked,
      [call]: () => Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked')),
    })
    expect(failing.quarantined).toEqual([])
    await expect(failing.directoryLocation('c1')).rejects.toMatchObject({ code: 'keychain_unavailable' })
    failing.work.exec('CREATE TABLE of_this_session (a)')
    failing.close()
    expect(keychain.secrets.get('key:work')).toBe(key)
    const again = await open_(folder, keychain)
    expect(again.work.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
    again.close()
  },
)

test('a damaged keychain is reported, and no file is moved and no key replaced', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  first.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
  first.close()
  const damaged = (): Promise<never> => Promise.reject(new DeskError('keychain_damaged', 'It is damaged'))
  const without = await open_(folder, { ...keychain, get: damaged, set: damaged, remove: damaged })
  expect([without.workLocation, without.keychainProblem, without.quarantined]).toEqual([
    'memory',
    'keychain_damaged',
    [],
  ])
  await expect(without.directoryLocation('c1')).rejects.toMatchObject({ code: 'keychain_damaged' })
  without.close()
  const again = await open_(folder, keychain)
  expect([again.workLocation, again.keychainProblem]).toEqual(['disk', null])
  expect(again.work.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
  again.close()
})

test('a work.db whose key is missing is moved to quarantine and reported, and the desk starts', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  const key = keychain.secrets.get('key:work')
  first.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
  first.close()
  keychain.secrets.delete('key:work')
  const second = await open_(folder, keychain)
  const [moved = ''] = second.quarantined
  expect(second.quarantined).toHaveLength(1)
  expect(second.work.prepare("SELECT name FROM sqlite_master WHERE name = 't'").get()).toBeUndefined()
  second.close()
  // Never deleted: with the old key it opens still.
  const old = new Database(moved)
  old.key(Buffer.from(`raw:${key}`))
  expect(old.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
  old.close()
})

test.each(['journal.db', 'work.db'])(
  'a damaged %s is moved to quarantine unchanged and reported, and the desk starts',
  async (name) => {
    const folder = await temporaryFolder()
    const keychain = memoryKeychain()
    const first = await open_(folder, keychain)
    for (const db of [first.journal, first.work]) db.exec('CREATE TABLE t (a)')
    first.close()
    await overwrite(join(folder, name), 'this is no database at all, whoever wrote it here')
    const second = await open_(folder, keychain)
    expect(second.quarantined.map((file) => file.slice(folder.length + 1).split('.unreadable-')[0])).toEqual([name])
    expect(await readFile(second.quarantined[0] ?? '', 'utf8')).toContain('this is no database at all')
    second.journal.exec('CREATE TABLE new_one (a)')
    second.close()
  },
)

test('a journal damaged in its middle is found at the start', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  first.journal.exec('CREATE TABLE t (a); CREATE INDEX i ON t (a)')
  const insert = first.journal.prepare('INSERT INTO t VALUES (?)')
  first.journal.transaction(() => {
    for (let n = 0; n < 2000; n += 1) insert.run(`row ${n}`)
  })()
  first.close()
  const file = join(folder, 'journal.db')
  const bytes = await readFile(file)
  bytes.fill(0xa5, 4096 * 3, 4096 * 5)
  await writeFile(file, bytes)
  const second = await open_(folder, keychain)
  expect(second.quarantined).toHaveLength(1)
  second.close()
})

test('a folder that holds other things is refused, and its mode stays', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'letters.txt'), 'not ours')
  await chmod(folder, 0o755)
  await expect(profileFolder(folder)).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { what: 'foreign_folder' },
  })
  expect(await mode(folder)).toBe(0o755)
})

test('a folder that holds other things beside a folder named electron is refused, and its mode stays', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'electron'))
  await writeFile(join(folder, 'letters.txt'), 'not ours')
  await chmod(folder, 0o755)
  await expect(profileFolder(folder)).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { what: 'foreign_folder' },
  })
  expect(await mode(folder)).toBe(0o755)
})

test('a folder in which Electron has put its own data before the desk runs is the desk’s', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'electron'))
  await expect(profileFolder(folder)).resolves.toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/) })
  // The folder is recognised by its whole name.
  const other = await temporaryFolder()
  await mkdir(join(other, 'electron-projects'))
  await expect(profileFolder(other)).rejects.toMatchObject({ code: 'storage_unreadable' })
})

test('a file in quarantine never overwrites an earlier one', async () => {
  const folder = await temporaryFolder()
  for (const text of ['first', 'second']) {
    await writeFile(join(folder, 'journal.db'), `${text} not a database `.repeat(50))
    const storage = await openStorage({
      folder,
      keychain: memoryKeychain('session'),
      clock: { now: () => 0, monotonic: () => 0 },
      log: silentLog,
    })
    storage.close()
  }
  expect(
    (await quarantinedFiles(folder)).filter((name) => name.startsWith('journal.db') && !/-(wal|shm)$/.test(name)),
  ).toHaveLength(2)
})

test('a second process on the same folder is refused until the first one has ended, also if it was killed', async () => {
  const folder = await temporaryFolder()
  const first = holder(folder)
  expect(await first.firstLine).toBe('open')
  await expect(open_(folder)).rejects.toMatchObject({ code: 'already_running' })
  expect(await quarantinedFiles(folder)).toEqual([])
  await first.kill()
  const storage = await open_(folder)
  expect(storage.journal.prepare("SELECT name FROM sqlite_master WHERE name = 'held'").get()).toEqual({ name: 'held' })
  storage.close()
})

/** Another program with a lock on the journal, which is no desk. */
function otherProgram(folder: string): { readonly release: () => void } {
  const db = new Database(join(folder, 'journal.db'))
  db.exec('BEGIN EXCLUSIVE')
  const release = (): void => void db.close()
  onTestFinished(release)
  return { release }
}

test('a journal that another program holds is not another desk: it is named, and nothing is moved aside', async () => {
  const folder = await temporaryFolder()
  ;(await open_(folder)).close()
  const { release } = otherProgram(folder)
  await expect(open_(folder, memoryKeychain(), 200)).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { file: 'journal.db', reason: 'held' },
  })
  expect(await quarantinedFiles(folder)).toEqual([])
  release()
  ;(await open_(folder)).close()
})

test('a journal that another program holds is opened as soon as it is free', async () => {
  const folder = await temporaryFolder()
  ;(await open_(folder)).close()
  const { release } = otherProgram(folder)
  const [, opened] = await Promise.all([wait(300).then(release), open_(folder, memoryKeychain(), 60_000)])
  opened.close()
})

test('a desk that is running is distinguished at once from another program, and does not lose its folder to a second one', async () => {
  const folder = await temporaryFolder()
  const first = await open_(folder)
  await expect(open_(folder, memoryKeychain(), 3_600_000)).rejects.toMatchObject({ code: 'already_running' })
  first.close()
  ;(await open_(folder)).close()
})

test('of processes that start at the same moment exactly one has the folder', async () => {
  const folder = await temporaryFolder()
  const lines = await Promise.all([holder(folder), holder(folder), holder(folder)].map(({ firstLine }) => firstLine))
  expect(lines.toSorted()).toEqual(['already_running', 'already_running', 'open'])
})

test('a folder that cannot hold the journal is reported as unreadable storage', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'journal.db'))
  await expect(open_(folder)).rejects.toMatchObject({ code: 'storage_unreadable', details: { file: 'journal.db' } })
})

test('a directory is one file and one key for each connection, and both go with it', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const storage = await open_(folder, keychain)
  const place = await storage.directoryLocation('c1')
  expect(place).toEqual({
    kind: 'disk',
    file: join(folder, 'directory-c1.db'),
    key: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await storage.directoryLocation('c1')).toEqual(place)
  expect(await storage.directoryLocation('c2')).not.toMatchObject(place)
  await writeFile(join(folder, 'directory-c1.db'), '')
  await writeFile(join(folder, 'directory-c1.db-wal'), '')
  await storage.deleteDirectory('c1')
  expect((await readdir(folder)).filter((name) => name.startsWith('directory-c1'))).toEqual([])
  expect([...keychain.secrets.keys()].filter((account) => account.includes('c1'))).toEqual([])
  storage.close()
})

test('the events of a connection have a file and a key of their own, and go with the connection', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const storage = await open_(folder, keychain)
  const directory = await storage.directoryLocation('c1')
  const events = await storage.eventsLocation('c1')
  expect(events).toMatchObject({ kind: 'disk', file: join(folder, 'events-c1.db') })
  expect('key' in events && 'key' in directory && events.key !== directory.key).toBe(true)
  for (const name of ['directory-c1.db', 'events-c1.db', 'events-c1.db-wal', 'events-c2.db'])
    await writeFile(join(folder, name), '')
  await storage.deleteDirectory('c1')
  expect((await readdir(folder)).filter((name) => /c1|c2/.test(name)).toSorted()).toEqual([
    'events-c1.db',
    'events-c1.db-wal',
    'events-c2.db',
  ])
  await storage.deleteConnectionFiles('c1')
  expect((await readdir(folder)).filter((name) => /c1|c2/.test(name))).toEqual(['events-c2.db'])
  expect([...keychain.secrets.keys()].filter((account) => account.includes('c1'))).toEqual([])
  await expect((async () => storage.eventsLocation('../work'))()).rejects.toMatchObject({ code: 'invalid_input' })
  storage.close()
})

test('a directory whose key is missing is moved to quarantine and a new key is created', async () => {
  const folder = await temporaryFolder()
  const storage = await open_(folder)
  await writeFile(join(folder, 'directory-c1.db'), 'encrypted')
  expect(await storage.directoryLocation('c1')).toMatchObject({ kind: 'disk' })
  expect(storage.quarantined).toHaveLength(1)
  storage.close()
})

test.each(['../work', 'a/b', '', 'a b'])('a connection id that could name another file is refused: %j', async (id) => {
  const storage = await open_(await temporaryFolder())
  await expect((async () => storage.directoryLocation(id))()).rejects.toMatchObject({ code: 'invalid_input' })
  storage.close()
})

test('migrations are applied once, in order, all or nothing', async () => {
  const { journal, close } = await open_(await temporaryFolder())
  onTestFinished(close)
  migrate(journal, ['CREATE TABLE a (x)'])
  migrate(journal, ['CREATE TABLE a (x)', 'CREATE TABLE b (x)'])
  expect(() => migrate(journal, ['', '', 'CREATE TABLE c (x)', 'NOT SQL'])).toThrow()
  expect(journal.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1").all()).toEqual([
    { name: 'a' },
    { name: 'b' },
  ])
  expect(journal.pragma('user_version', { simple: true })).toBe(2)
})

test('a file of a newer version is refused and not touched', async () => {
  const { journal, close } = await open_(await temporaryFolder())
  onTestFinished(close)
  journal.pragma('user_version = 9')
  const act = (): void => migrate(journal, ['CREATE TABLE a (x)'])
  expect(act).toThrow(DeskError)
  expect(act).toThrow(
    expect.objectContaining({
      code: 'storage_unreadable',
      details: { reason: 'newer_version', file: 'journal.db', version: 9, known: 1 },
    }),
  )
  expect(journal.prepare('SELECT count(*) AS n FROM sqlite_master').get()).toEqual({ n: 0 })
})

test("the profile folder's id is created once and stays the same", async () => {
  const folder = join(await temporaryFolder(), 'a', 'b')
  const ids = await Promise.all([profileFolder(folder), profileFolder(folder), profileFolder(folder)])
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  expect((await profileFolder(folder)).id).toBe(ids[0]?.id)
  expect(ids[0]?.path('x.json')).toBe(join(folder, 'x.json'))
  expect(await readdir(folder)).toEqual(['profile-id', 'profile-id.copy'])
})

test('of concurrent starts none moves away the copy of the id that another one has created', async () => {
  for (let round = 0; round < 100; round += 1) {
    const folder = join(await temporaryFolder(), 'profile')
    await Promise.all([profileFolder(folder), profileFolder(folder), profileFolder(folder)])
    expect(await readdir(folder)).toEqual(['profile-id', 'profile-id.copy'])
  }
})

test('an id file without an id is moved to quarantine and a new id is created', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'profile-id'), 'garbage')
  await chmod(folder, 0o755)
  const { id } = await profileFolder(folder)
  expect(id).toMatch(/^[0-9a-f]{16}$/)
  expect((await profileFolder(folder)).id).toBe(id)
  expect(await quarantinedFiles(folder)).toHaveLength(1)
  expect(await mode(folder)).toBe(0o700)
})

test('an id file that is lost or damaged is restored from its copy, and the copy from it', async () => {
  const folder = await temporaryFolder()
  const { id } = await profileFolder(folder)
  await rm(join(folder, 'profile-id'))
  expect(await profileFolder(folder)).toMatchObject({ id, idRestored: true })
  await writeFile(join(folder, 'profile-id'), 'garbage')
  expect(await profileFolder(folder)).toMatchObject({ id, idRestored: true })
  expect(await quarantinedFiles(folder)).toEqual([`profile-id.unreadable-${id}`])
  await rm(join(folder, 'profile-id.copy'))
  expect(await profileFolder(folder)).toMatchObject({ id, idRestored: false })
  expect(await readFile(join(folder, 'profile-id.copy'), 'utf8')).toBe(`${id}\n`)
})

test('the id in use takes precedence over another one in the copy, which is not deleted', async () => {
  const folder = await temporaryFolder()
  const { id } = await profileFolder(folder)
  await writeFile(join(folder, 'profile-id.copy'), '0123456789abcdef\n')
  expect(await profileFolder(folder)).toMatchObject({ id, idRestored: false })
  expect(await readFile(join(folder, `profile-id.copy.unreadable-${id}`), 'utf8')).toBe('0123456789abcdef\n')
})

test('a work.db without write permission does not count as damaged: the start ends, and the file is not moved', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  first.work.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
  first.close()
  // Root may write whatever it likes: the process gives that right up, and everything in the folder is its own.
  for (const name of ['', ...(await readdir(folder))]) await chown(join(folder, name), unprivileged, unprivileged)
  await chmod(join(folder, 'work.db'), 0o400)
  const { firstLine } = holder(folder, keychain.secrets.get('key:work') ?? '', String(unprivileged))
  expect(await firstLine).toBe('storage_unreadable work.db EACCES')
  expect(await quarantinedFiles(folder)).toEqual([])
  const again = await open_(folder, keychain)
  expect(again.work.prepare('SELECT a FROM t').all()).toEqual([{ a: 'kept' }])
  again.close()
})

test('a work.db of a newer desk is refused and left unchanged', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await open_(folder, keychain)
  first.work.pragma('user_version = 9')
  first.close()
  const before = await readFile(join(folder, 'work.db'))
  await expect(open_(folder, keychain)).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { reason: 'newer_version', file: 'work.db', version: 9 },
  })
  expect(await quarantinedFiles(folder)).toEqual([])
  expect((await readFile(join(folder, 'work.db'))).equals(before)).toBe(true)
})
