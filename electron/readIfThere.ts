import { readFile } from 'node:fs/promises'
import { errorCode } from './errorCode.ts'

/** The text of a file; null where there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
