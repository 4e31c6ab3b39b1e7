/** Brings the marks up to date after the journal has changed. An outdated mark does no harm, so no request waits. */
import { asDeskError } from '#shared/errors.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import type { Journal } from './journal.ts'
import type { Losses } from './losses.ts'
import type { JournalMark } from './mark.ts'
import type { MarkedConnections } from './markedConnections.ts'
import type { MarkReader } from './markReader.ts'
import type { Notes } from './notes.ts'
import type { StoredMarks } from './storedMarks.ts'

interface MarkWriterOptions {
  readonly journal: Pick<Journal, 'position' | 'unresolvedByConnection' | 'rules'>
  readonly notes: Pick<Notes, 'position'>
  readonly connections: MarkedConnections
  readonly marks: Pick<StoredMarks, 'found' | 'write'>
  readonly losses: Pick<Losses, 'state'>
  readonly reader: Pick<MarkReader, 'load'>
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
}

export interface MarkWriter {
  /** Schedules an update after a change of the journal. `newest` is the `seq` of the changed operation. */
  readonly noteChange: (open: OpenConnection, newest: number) => void
  /** Updates the marks now, whether a change was noted or not. */
  readonly update: () => Promise<void>
  /** Resolves when the marks are up to date. Stores that can't be written now are skipped. */
  readonly flush: () => Promise<void>
}

/** The delay after a change, so that an operation causes one write of the marks, after its request was sent. */
const markDelayMs = 1000

function currentMark({ journal, notes, connections, marks, losses, clock }: MarkWriterOptions): JournalMark {
  const { id, rows, digest } = journal.position()
  const unresolved = journal.unresolvedByConnection()
  const latest = connections.latest()
  // While a loss of `work.db` is not acknowledged, the mark keeps the position before the loss.
  const workLost = losses.state().losses.some(({ file }) => file === 'work')
  const markedWork = (): JournalMark['work'] => marks.found().find((mark) => mark.work !== null)?.work ?? null
  const work = workLost ? markedWork() : (notes.position() ?? markedWork())
  return {
    id,
    rows,
    digest,
    work,
    at: clock.now(),
    connections: latest.map((connection) => ({
      ...connection,
      limit: journal.rules(connection.identity)?.dailyLimit ?? null,
      unresolved: unresolved.get(connection.identity) ?? 0,
    })),
  }
}

export function createMarkWriter(options: MarkWriterOptions): MarkWriter {
  const { connections, marks, losses, reader, log } = options
  let timer: NodeJS.Timeout | null = null
  let lastFlush = Promise.resolve()
  let hasStarted = false
  /** Whether the journal has changed since the marks were written. */
  let isBehind = false

  const flushNow = async (): Promise<void> => {
    if (!isBehind) return
    await reader.load()
    if (losses.state().refusesMoney) return
    isBehind = false
    await marks.write(currentMark(options))
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    lastFlush = lastFlush.then(flushNow).catch((thrown: unknown) => {
      // The files may be closed already. The marks are then outdated, which does no harm.
      log.info('The marks of the journal were not brought up to date', { code: asDeskError(thrown).code })
    })
    return lastFlush
  }

  return {
    noteChange: (open, newest) => {
      isBehind = true
      connections.note(open, newest)
      // The first preview writes the first mark at once: from then on, a missing journal is detected.
      if (!hasStarted) {
        hasStarted = true
        void flush()
      } else timer ??= setTimeout(() => void flush(), markDelayMs).unref()
    },
    update: () => {
      isBehind = true
      return flush()
    },
    flush,
  }
}
