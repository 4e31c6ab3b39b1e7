/**
 * Files that another program holds for a moment, as a virus scanner on Windows does. Windows then refuses to replace
 * the file (EPERM), or to open it (EBUSY); here the functions of Node refuse it.
 */
import fsNow from 'node:fs'
import fs, { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { replaceFile } from '../../../../electron/base/wholeFile.ts'
import { saveFile } from '../../../../electron/host/chromium/shell.ts'
import { replaceAppImage } from '../../../../electron/host/electron/updates/appImage.ts'
import { createJsonFile } from '../../../../electron/storage/jsonFile.ts'
import { profileFolder } from '../../../../electron/storage/folder.ts'
import { quarantine } from '../../../../electron/storage/index.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

/** Until when files are held, by their paths. */
const held = new Map<string, number>()

function refuse(file: unknown, code: string): void {
  const until = held.get(String(file)) ?? 0
  if (performance.now() < until) throw Object.assign(new Error(`${code}: the file is held`), { code })
}

/** What a system reports that can't move a file now. */
const immovable = process.platform === 'win32' ? 'EPERM' : 'EBUSY'
const actual = { ...fs }
const { renameSync } = fsNow

beforeAll(() => {
  Object.assign(fs, {
    rename: async (from: string, to: string) => {
      refuse(to, immovable)
      await actual.rename(from, to)
    },
    // This file system has no hard links, so that each file is renamed.
    link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'ENOTSUP' })),
    readFile: async (...args: Parameters<typeof actual.readFile>) => {
      refuse(args[0], 'EBUSY')
      return await actual.readFile(...args)
    },
  })
  Object.assign(fsNow, {
    renameSync: (from: string, to: string) => {
      refuse(from, immovable)
      renameSync(from, to)
    },
  })
  syncBuiltinESMExports()
})

afterAll(() => {
  Object.assign(fs, actual)
  Object.assign(fsNow, { renameSync })
  syncBuiltinESMExports()
})

beforeEach(() => held.clear())

const jsonIn = (folder: string) =>
  createJsonFile({
    file: join(folder, 'settings.json'),
    schema: z.object({ n: z.number() }),
    empty: { n: 0 },
    now: () => 0,
  })

interface Save {
  readonly name: string
  /** Writes the old file, which nobody holds yet. */
  readonly before: (folder: string) => Promise<unknown>
  readonly save: (folder: string) => Promise<unknown>
}

const old = (name: string) => (folder: string) => writeFile(join(folder, name), 'old')

const saves: readonly Save[] = [
  {
    name: 'settings.json',
    before: (folder) => jsonIn(folder).write({ n: 1 }),
    save: (folder) => jsonIn(folder).write({ n: 2 }),
  },
  {
    name: 'journal.csv',
    before: old('journal.csv'),
    save: (folder) => replaceFile(join(folder, 'journal.csv'), 'new'),
  },
  {
    name: 'sheet.pdf',
    before: () => Promise.resolve(),
    save: (folder) => saveFile({ suggestedName: 'sheet.pdf', data: 'new' }, folder),
  },
  { name: 'profile-id', before: old('profile-id'), save: profileFolder },
  {
    name: 'esim-desk.AppImage',
    before: old('esim-desk.AppImage'),
    async save(folder) {
      await mkdir(join(folder, 'downloads'), { recursive: true })
      await writeFile(join(folder, 'downloads', 'new'), 'new')
      await replaceAppImage(join(folder, 'downloads', 'new'), join(folder, 'esim-desk.AppImage'))
    },
  },
]

async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  return Object.fromEntries(
    await Promise.all(names.map(async ({ name }) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

interface Saved {
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
  readonly refusal: unknown
}

/** Saves a file that is held meanwhile, and returns what was in its folder before and after that. */
async function saveHeld({ name, before, save }: Save, ms: number): Promise<Saved> {
  const folder = await temporaryFolder()
  await before(folder)
  const unchanged = await contents(folder)
  held.set(join(folder, name), performance.now() + ms)
  const refusal: unknown = await save(folder).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  held.delete(join(folder, name))
  return { before: unchanged, after: await contents(folder), refusal }
}

test.each([100, 1000])(
  'held for %i ms each file is replaced all the same, and nothing is left beside it',
  async (ms) => {
    const results = await Promise.all(saves.map((each) => saveHeld(each, ms)))
    for (const [index, { name }] of saves.entries()) {
      const { before, after, refusal } = results[index] ?? {}
      expect(refusal, name).toBeNull()
      expect(after?.[name], name).not.toBe(before?.[name])
      expect(after?.[name], name).not.toContain('old')
      const kept = Object.keys(after ?? {}).filter((each) => /\.part$|\.update$|profile-id\.[\da-f]{16}$/.test(each))
      expect(kept, name).toEqual([])
    }
  },
)

test('a file that is held for ever is what it was, the save is refused, and nothing is left beside it', async () => {
  const results = await Promise.all(saves.map((each) => saveHeld(each, Infinity)))
  for (const [index, { name }] of saves.entries()) {
    const { before, after, refusal } = results[index] ?? {}
    expect(String(refusal), name).toMatch(/EPERM|EBUSY/)
    expect(after?.[name], name).toBe(before?.[name])
    expect(Object.keys(after ?? {}).filter((each) => each.endsWith('.part') || each.endsWith('.update'))).toEqual([])
  }
})

test('a file that cannot be opened for a moment is read then, and one that never can is reported', async () => {
  const folder = await temporaryFolder()
  await jsonIn(folder).write({ n: 1 })
  held.set(join(folder, 'settings.json'), performance.now() + 1000)
  expect(await jsonIn(folder).read()).toEqual({ content: { n: 1 }, movedTo: null })
  held.set(join(folder, 'settings.json'), Infinity)
  await expect(jsonIn(folder).read()).rejects.toMatchObject({ code: 'storage_unreadable', details: { code: 'EBUSY' } })
})

test.each(['', '-wal', '-journal'])(
  'a database with a held file %j is moved aside as a whole or not at all',
  async (one) => {
    const folder = await temporaryFolder()
    const file = join(folder, 'journal.db')
    const files = { 'journal.db': 'damaged', 'journal.db-journal': 'journal', 'journal.db-wal': 'log' }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    held.set(file + one, Infinity)
    expect(() => quarantine(file, 0)).toThrow(expect.objectContaining({ code: 'storage_unreadable' }))
    held.clear()
    expect(await contents(folder)).toEqual(files)
    held.set(file + one, performance.now() + 300)
    const moved = quarantine(file, 0)
    expect(await contents(folder)).toEqual(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [basename(moved) + name.slice(10), text])),
    )
  },
)
