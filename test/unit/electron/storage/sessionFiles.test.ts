import type * as NodeFs from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { openStorage as OpenStorage } from '../../../../electron/storage/index.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { memoryKeychain } from './support.ts'

const { locked } = vi.hoisted(() => ({ locked: new Map<string, number>() }))
beforeEach(() => locked.clear())

/**
 * As in Windows, a file that is open cannot be deleted. `locked` has the number of attempts for which it is open. Node
 * repeats an attempt only with `recursive`.
 */
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof NodeFs>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    const name = basename(String(path))
    const attempts = 1 + (options?.recursive === true ? (options.maxRetries ?? 0) : 0)
    const left = (locked.get(name) ?? 0) - attempts
    locked.set(name, Math.max(0, left))
    if (left >= 0) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    fs.rmSync(path, options)
  }
  return { ...fs, rmSync }
})

// Another test of this process may have loaded the module before, with the real file system.
let openStorage: typeof OpenStorage
beforeAll(async () => {
  vi.resetModules()
  ;({ openStorage } = await import('../../../../electron/storage/index.ts'))
})
afterAll(() => {
  vi.doUnmock('node:fs')
  vi.resetModules()
})

async function start(folder: string) {
  const warnings: unknown[] = []
  const log = { warn: (...warning: unknown[]): void => void warnings.push(warning) }
  const storage = await openStorage({ folder, keychain: memoryKeychain('session'), clock: systemClock, log })
  return { storage, warnings }
}

const sessionFilesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.includes('.session.db'))

const logged = [['Files of a session could not be deleted', { code: 'EBUSY' }]]

test('the desk starts beside a file of a session that cannot be deleted, and deletes the others', async () => {
  const folder = await temporaryFolder()
  for (const id of ['a', 'b', 'c']) await writeFile(join(folder, `directory-${id}.session.db`), 'left behind')
  locked.set('directory-b.session.db', 1000)
  const { storage, warnings } = await start(folder)
  expect(warnings).toEqual(logged)
  expect(await sessionFilesIn(folder)).toEqual(['directory-b.session.db'])
  locked.clear()
  storage.close()
  expect(await sessionFilesIn(folder)).toEqual([])
})

test('the journal is closed although a file of the session cannot be deleted', async () => {
  const folder = await temporaryFolder()
  const { storage, warnings } = await start(folder)
  await writeFile(join(folder, 'directory-a.session.db'), 'open')
  locked.set('directory-a.session.db', 1000)
  storage.close()
  expect(storage.journal.open).toBe(false)
  expect(warnings).toEqual(logged)
})

test('a file that is open for a moment longer is deleted at the end and by a wipe', async () => {
  const folder = await temporaryFolder()
  const { storage, warnings } = await start(folder)
  for (const end of [() => storage.deleteDirectory('a'), () => storage.close()]) {
    await writeFile(join(folder, 'directory-a.session.db'), 'open')
    locked.set('directory-a.session.db', 3)
    await Promise.resolve(end())
    expect(await sessionFilesIn(folder)).toEqual([])
  }
  expect(warnings).toEqual([])
})
