import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimDebugFolder, debugMark, releaseDebugFolder } from '../../../../electron/app/debugFolder.ts'
import { profileFolder } from '../../../../electron/storage/index.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

test('a new folder is taken, marked and private, and taken again', async () => {
  const parent = await temporaryFolder()
  for (const path of [join(parent, 'deep', 'profile'), await temporaryFolder()]) {
    claimDebugFolder(path)
    expect(existsSync(join(path, debugMark))).toBe(true)
    await profileFolder(path)
    claimDebugFolder(path)
  }
  expect((await stat(join(parent, 'deep', 'profile'))).mode & 0o777).toBe(0o700)
})

test('a folder that was used without a debugging port is refused with a sentence that says what to do, and stays unchanged', async () => {
  const used = await temporaryFolder()
  await profileFolder(used)
  expect(() => claimDebugFolder(used)).toThrow(/--user-data=DIR with a new folder/)
  expect(existsSync(join(used, debugMark))).toBe(false)
})

test('so is a marked one, once a desk without a debugging port has opened it', async () => {
  const folder = await temporaryFolder()
  claimDebugFolder(folder)
  await profileFolder(folder)
  await releaseDebugFolder(folder)
  expect(() => claimDebugFolder(folder)).toThrow('has been used without it')
})

test('a folder that contains other files is refused, and so is a path that is no folder', async () => {
  const parent = await temporaryFolder()
  await mkdir(join(parent, 'electron'))
  claimDebugFolder(parent)
  await releaseDebugFolder(parent)
  await mkdir(join(parent, 'documents'))
  expect(() => claimDebugFolder(parent)).toThrow('has been used without it')
  const file = join(parent, 'documents', 'letter')
  await writeFile(file, '')
  expect(() => claimDebugFolder(file)).toThrow(/can't be used \(E\w+\)/)
})
