import { readFile } from 'node:fs/promises'
import { errorCode } from './errorCode.ts'
import { whileHeld } from './wholeFile.ts'

/** Returns the text of a file, or null if there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await whileHeld(['EBUSY'], () => readFile(file, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
