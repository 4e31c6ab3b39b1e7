/**
 * Detects whether the desk was closed properly the last time, by a file in the profile folder that exists while the
 * desk runs. Only the process that has locked the journal may create it.
 */
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { errorCode } from '../base/errorCode.ts'

export interface RunMark {
  /** Whether the last desk on this folder was killed, crashed, or lost its power. */
  readonly endedUncleanly: boolean
  /** Removes the file synchronously, so that it can be called while the system shuts down. */
  readonly remove: () => void
}

export async function setRunMark(file: string): Promise<RunMark> {
  const endedUncleanly = await writeFile(file, `${String(process.pid)}\n`, { mode: 0o600, flag: 'wx' }).then(
    () => false,
    // If the file cannot be written, the next start opens the last connection without asking.
    (error: unknown) => errorCode(error) === 'EEXIST',
  )
  return {
    endedUncleanly,
    remove() {
      try {
        rmSync(file, { force: true })
      } catch {
        // The next start will ask, although it need not.
      }
    },
  }
}
