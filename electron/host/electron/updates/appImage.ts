/**
 * Replaces the running AppImage with a downloaded one. electron-updater would delete the old file before it moves the
 * new one, and rename it if its name holds a version: a full disk would leave no program, and menu entries would break.
 * Here the file keeps its name and is complete at every moment, either old or new.
 */
import { constants } from 'node:fs'
import { access, chmod, copyFile, open, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../../base/errorCode.ts'
import { moveFile } from '../../../base/wholeFile.ts'
import { UpdateFailure } from '../../updates.ts'

export async function requireReplaceable(program: string): Promise<void> {
  await requireChangeable(program)
  try {
    await access(dirname(await realpath(program)), constants.W_OK)
  } catch (thrown) {
    throw new UpdateFailure('not_writable', { cause: thrown })
  }
}

/**
 * Throws for a program on a volume that nobody can change: a disk image, or on macOS the place where the system runs a
 * program that was not moved after its download.
 */
export async function requireChangeable(program: string): Promise<void> {
  await access(program, constants.W_OK).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'EROFS') throw new UpdateFailure('read_only', { cause: thrown })
  })
}

export async function replaceAppImage(downloaded: string, program: string): Promise<void> {
  const target = await realpath(program)
  const temporary = join(dirname(target), `.${basename(target)}.update`)
  try {
    await copyFile(downloaded, temporary, constants.COPYFILE_FICLONE)
    await chmod(temporary, 0o755)
    await flush(temporary)
    await moveFile(temporary, target)
  } catch (thrown) {
    await rm(temporary, { force: true })
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

/** The variables that an AppImage sets for itself. The new one sets its own. */
const appImageVariables = new Set(['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'])

/**
 * Returns the environment for the new program, without the entries that the old AppImage's start script added. The old
 * folder is unmounted when the old program ends, so no search path may lead there.
 */
export function environmentOutside(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = env['APPDIR'] ?? ''
  const isInside = (entry: string): boolean => folder !== '' && (entry === folder || entry.startsWith(`${folder}/`))
  const outside = Object.entries(env).flatMap(([name, value = '']) => {
    if (appImageVariables.has(name)) return []
    const entries = value.split(':')
    if (!entries.some(isInside)) return [[name, value] as const]
    // An empty entry would mean the working folder.
    const remaining = entries.filter((entry) => entry !== '' && !isInside(entry))
    return remaining.length === 0 ? [] : [[name, remaining.join(':')] as const]
  })
  return Object.fromEntries(outside)
}
