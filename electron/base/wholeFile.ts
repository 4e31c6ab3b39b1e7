/**
 * Writes a file as a whole: whatever happens, the file is the old one or the new one. The package `atomically` does the
 * same, but raises each signal again, which on Windows ends the process at once, also while an order is being sent.
 */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { chmod, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode } from './errorCode.ts'

/** The content of a file, or its pieces in order. */
export type FileData = string | Uint8Array | AsyncIterable<Uint8Array>

/** The file is unreadable for others: it may have customers' data. */
const privateMode = 0o600

/** Milliseconds for which a file is waited for that another program holds, and between two attempts. */
const patience = { ms: 2000, pauseMs: 50 } as const

/**
 * Repeats the work while it fails with one of the codes. On Windows a virus scanner, an indexer or a backup opens each
 * new file for a moment, in which the file can't be replaced or, more rarely, read.
 */
export async function whileHeld<T>(codes: readonly string[], work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience.ms
  for (;;) {
    try {
      return await work()
    } catch (thrown) {
      if (!codes.includes(errorCode(thrown) ?? '') || performance.now() >= end) throw thrown
    }
    await wait(patience.pauseMs)
  }
}

/** Where a held file is refused. EPERM and EACCES last elsewhere than on Windows, so nothing is waited for there. */
const heldCodes = process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : ['EBUSY']

/** Moves a file to its name, in place of what has that name. */
export const moveFile = (from: string, to: string): Promise<void> => whileHeld(heldCodes, () => rename(from, to))

/** Does the same before it returns: it blocks the thread while the file is held. */
export function moveFileNow(from: string, to: string): void {
  const end = performance.now() + patience.ms
  for (;;) {
    try {
      return renameSync(from, to)
    } catch (thrown) {
      if (!heldCodes.includes(errorCode(thrown) ?? '') || performance.now() >= end) throw thrown
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.pauseMs)
  }
}

const temporaryName = /^\.esim-desk-[\da-f-]{36}\.part$/
/** Milliseconds without a write after which the process that wrote a temporary file has ended. */
const abandonedAfter = 3_600_000

const unfinished = new Set<string>()

/** A process that ends while it saves leaves nothing behind; what one leaves that is killed, the next save deletes. */
process.on('exit', () => {
  for (const file of unfinished) rmSync(file, { force: true })
})

async function deleteAbandoned(folder: string, now: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => temporaryName.test(name))
  for (const name of names) {
    const file = join(folder, name)
    if (now - (await stat(file)).mtimeMs > abandonedAfter) await rm(file, { force: true })
  }
}

/**
 * Writes the data into a temporary file of the folder, which `place` then moves to its path and returns that. Throws
 * what the data or `place` throws, and leaves no part of the file then.
 */
export async function writeWholeFile(
  folder: string,
  data: FileData,
  place: (temporary: string) => Promise<string>,
): Promise<string> {
  const temporary = join(folder, `.esim-desk-${randomUUID()}.part`)
  // A folder that can't be listed may still take a new file.
  await deleteAbandoned(folder, Date.now()).catch(() => undefined)
  unfinished.add(temporary)
  try {
    // Flushed, because after a loss of power the new name could otherwise have an empty file.
    await writeFile(temporary, data, { flag: 'wx', mode: privateMode, flush: true })
    return await place(temporary)
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw thrown
  } finally {
    unfinished.delete(temporary)
  }
}

/** Replaces the file, or what it links to. It keeps its permissions, unless `mode` sets others. */
export async function replaceFile(file: string, data: FileData, mode?: number): Promise<string> {
  const target = await realpath(file).catch(() => file)
  const kept = mode ?? (await stat(target).catch(() => null))?.mode
  await writeWholeFile(dirname(target), data, async (temporary) => {
    // A file system without permissions keeps none.
    if (kept !== undefined) await chmod(temporary, kept & 0o777).catch(() => undefined)
    await moveFile(temporary, target)
    return target
  })
  return file
}
