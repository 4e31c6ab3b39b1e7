/**
 * A small private JSON file with a version, written atomically (0600), parsed on reading.
 * A file that can't be read as what it should be is moved aside under a dated name and never deleted.
 */
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'

export interface JsonFile<Content> {
  /** `movedTo` is set where the file could not be read and was moved aside; `content` is then the empty one. */
  readonly read: () => Promise<{ readonly content: Content; readonly movedTo: string | null }>
  readonly write: (content: Content) => Promise<void>
}

export interface JsonFileOptions<Schema extends z.ZodType> {
  readonly file: string
  readonly schema: Schema
  readonly empty: z.output<Schema>
  /** Milliseconds: names a file that is moved aside. */
  readonly now: () => number
}

export function createJsonFile<Schema extends z.ZodType>(options: JsonFileOptions<Schema>): JsonFile<z.output<Schema>> {
  const { file, schema, empty, now } = options
  let lastWrite = Promise.resolve()

  const moveAside = async (): Promise<string> => {
    const target = `${file}.unreadable-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
    await rename(file, target)
    return target
  }

  const writeNow = async (content: z.output<Schema>): Promise<void> => {
    // A start only reads.
    const { default: writeFileAtomic } = await import('write-file-atomic')
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`, { encoding: 'utf8', mode: 0o600, fsync: true })
  }

  return {
    async read() {
      const text = await readIfThere(file)
      if (text === null) return { content: empty, movedTo: null }
      const parsed = schema.safeParse(parseJson(text))
      return parsed.success ? { content: parsed.data, movedTo: null } : { content: empty, movedTo: await moveAside() }
    },
    /** One after another, in the order of the calls. */
    write(content) {
      const written = lastWrite.then(() => writeNow(content))
      lastWrite = written.catch(() => undefined)
      return written
    },
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
