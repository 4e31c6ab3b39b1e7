/**
 * Puts a downloaded AppImage in the place of the running one. electron-updater would delete the old file before it
 * moves the new one, and rename it when its name holds a version: a full disk would leave no program, and menu entries
 * would lead nowhere. Here the file keeps its name and is the old one or the new one at every moment.
 */
import { constants } from 'node:fs'
import { access, chmod, copyFile, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UpdateFailure } from '../../updates.ts'

export async function requireReplaceable(program: string): Promise<void> {
  try {
    await access(dirname(await realpath(program)), constants.W_OK)
  } catch (thrown) {
    throw new UpdateFailure('not_writable', { cause: thrown })
  }
}

export async function replaceAppImage(downloaded: string, program: string): Promise<void> {
  const target = await realpath(program)
  const beside = join(dirname(target), `.${basename(target)}.update`)
  try {
    await copyFile(downloaded, beside, constants.COPYFILE_FICLONE)
    await chmod(beside, 0o755)
    await flush(beside)
    await rename(beside, target)
  } catch (thrown) {
    await rm(beside, { force: true })
    throw thrown
  }
  await rm(downloaded, { force: true })
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
