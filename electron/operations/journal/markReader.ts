/** Reads the marks when the desk starts, and later those that could not be read then. */
import { randomBytes } from 'node:crypto'
import { endsWithin } from '../../base/withTimeout.ts'
import type { JournalMark } from './mark.ts'
import type { StoredMarks } from './storedMarks.ts'

interface MarkReaderOptions {
  readonly marks: StoredMarks
  readonly hasStores: boolean
  /** Whether the journal may be missing: it had no tables when the desk opened it. */
  readonly isNew: boolean
  /** Whether a damaged journal was moved to quarantine at this start. */
  readonly isQuarantined: boolean
  readonly connectionNames: () => Promise<readonly string[]>
  readonly onRead: () => void
}

export interface MarkReader {
  /** Resolves when the marks that can be read now were read. */
  readonly load: () => Promise<void>
  /** Whether the marks were read once. */
  readonly hasLoaded: () => boolean
}

/** Milliseconds that a caller waits for marks that could not be read before. */
const maxWaitMs = 2000

export function createMarkReader(options: MarkReaderOptions): MarkReader {
  const { marks, isNew, isQuarantined, connectionNames, onRead } = options
  let hasLoaded = !options.hasStores
  let pendingRead: Promise<void> | null = null

  /**
   * Earlier versions wrote no marks. They created the journal before anyone could add a connection, so stored
   * connections without a journal mean that it is missing. A mark records this, because the next start finds the new
   * journal.
   */
  const markMissing = async (): Promise<void> => {
    if (!isNew || marks.found().length > 0) return
    const names = await connectionNames()
    if (names.length === 0 && !isQuarantined) return
    const unknown = names.map((name) => ({ identity: '', name, operations: 0, limit: null, unresolved: 0 }))
    const mark: JournalMark = {
      id: `unmarked-${randomBytes(16).toString('hex')}`,
      rows: { operations: 0, transitions: 0, rules: 0 },
      at: 0,
      work: null,
      connections: unknown,
    }
    await marks.fill(mark)
  }

  return {
    load: async () => {
      if (!marks.isComplete() || !hasLoaded) {
        pendingRead ??= marks
          .read()
          .then(() => (hasLoaded ? undefined : markMissing()))
          .then(() => {
            hasLoaded = true
            onRead()
          })
          .finally(() => {
            pendingRead = null
          })
        // The first read is awaited. Later, a keychain that does not respond must not block the caller.
        await (hasLoaded ? endsWithin(pendingRead, maxWaitMs) : pendingRead)
      }
    },
    hasLoaded: () => hasLoaded,
  }
}
