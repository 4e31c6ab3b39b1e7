/** Writes a file that a person saves: all of it, or nothing. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileData } from './host.ts'

/** The file is unreadable for others: it may have customers' data. */
const privateMode = 0o600

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
    await writeFile(temporary, data, { flag: 'wx', mode: privateMode })
    return await place(temporary)
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw thrown
  } finally {
    unfinished.delete(temporary)
  }
}

/** Replaces the file, or what it links to, and keeps its permissions. */
export async function replaceFile(file: string, data: FileData): Promise<string> {
  const target = await realpath(file).catch(() => file)
  const before = await stat(target).catch(() => null)
  await writeWholeFile(dirname(target), data, async (temporary) => {
    // A file system without permissions keeps none.
    if (before !== null) await chmod(temporary, before.mode & 0o777).catch(() => undefined)
    await rename(temporary, target)
    return target
  })
  return file
}
