/** Writes a file that a person saves: all of it, or nothing. */
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileData } from './host.ts'

/**
 * Writes the data into a temporary file of the folder, which then takes the name that `choose` returns and replaces
 * what has that name. Throws what the data or `choose` throws, and leaves no part of the file then.
 */
export async function writeWholeFile(folder: string, data: FileData, choose: () => Promise<string>): Promise<string> {
  const temporary = join(folder, `.${randomUUID()}.part`)
  try {
    await writeFile(temporary, data, { flag: 'wx', mode: 0o600 })
    const file = await choose()
    await rename(temporary, file)
    return file
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw thrown
  }
}

export const replaceFile = async (file: string, data: FileData): Promise<string> =>
  await writeWholeFile(dirname(file), data, () => Promise.resolve(file))
