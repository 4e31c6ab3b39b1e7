/**
 * A small private JSON file with a version, written atomically (0600) and validated on reading. A damaged file is
 * renamed to a dated name (quarantine) and never deleted; a file of a newer version of the desk is refused and left as
 * it is.
 */
import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { readIfThere } from '../base/readIfThere.ts'
import { moveFile, replaceFile } from '../base/wholeFile.ts'
import { asStorageError, asWriteError } from './failure.ts'

export interface JsonFile<Content> {
  /**
   * Returns the content. If the file was damaged, `movedTo` is its new name and `content` is the empty one. Throws
   * `storage_unreadable` for a file that cannot be opened or that a newer version wrote.
   */
  readonly read: () => Promise<{ readonly content: Content; readonly movedTo: string | null }>
  /** Throws `storage_full` or `storage_unwritable`. */
  readonly write: (content: Content) => Promise<void>
}

const Versioned = z.object({ version: z.number() })

interface JsonFileOptions<Schema extends z.ZodType> {
  readonly file: string
  /** The current `version` in the content, if it has one; a greater one was written by a newer version of the desk. */
  readonly version?: number
  readonly schema: Schema
  readonly empty: z.output<Schema>
  /** Epoch milliseconds, for the name of a file in quarantine. */
  readonly now: () => number
}

export function createJsonFile<Schema extends z.ZodType>(options: JsonFileOptions<Schema>): JsonFile<z.output<Schema>> {
  const { file, version: currentVersion = Infinity, schema, empty, now } = options
  let lastWrite = Promise.resolve()

  const quarantine = async (): Promise<string> => {
    const target = `${file}.unreadable-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
    await moveFile(file, target)
    return target
  }

  const writeNow = async (content: z.output<Schema>): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, 0o600)
  }

  return {
    async read() {
      const text = await readIfThere(file).catch((error: unknown) => {
        throw asStorageError(error, file)
      })
      if (text === null) return { content: empty, movedTo: null }
      const json = parseJson(text)
      const { version = currentVersion } = Versioned.safeParse(json).data ?? {}
      if (version > currentVersion)
        throw new DeskError('storage_unreadable', 'The file was written by a newer version of the desk', {
          reason: 'newer_version',
          file: basename(file),
          version,
          known: currentVersion,
        })
      const parsed = schema.safeParse(json)
      return parsed.success ? { content: parsed.data, movedTo: null } : { content: empty, movedTo: await quarantine() }
    },
    /** Writes one after another, in the order of the calls. */
    write(content) {
      const result = lastWrite
        .then(() => writeNow(content))
        .catch((error: unknown) => {
          throw asWriteError(error, file)
        })
      lastWrite = result.catch(() => undefined)
      return result
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
