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

/** What a running AppImage says of itself. The new one sets its own. */
const ofAppImage = new Set(['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'])

/**
 * The environment for the new program, without what the old one's start script added. Its folder is unmounted when the
 * old program ends, so no search path may lead there.
 */
export function environmentOutside(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = env['APPDIR'] ?? ''
  const isInside = (entry: string): boolean => folder !== '' && (entry === folder || entry.startsWith(`${folder}/`))
  const outside = Object.entries(env).flatMap(([name, value = '']) => {
    if (ofAppImage.has(name)) return []
    const entries = value.split(':')
    if (!entries.some(isInside)) return [[name, value] as const]
    // An empty entry would stand for the working folder.
    const left = entries.filter((entry) => entry !== '' && !isInside(entry))
    return left.length === 0 ? [] : [[name, left.join(':')] as const]
  })
  return Object.fromEntries(outside)
}
