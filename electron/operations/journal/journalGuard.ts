/**
 * Refuses money operations while the journal isn't the one that this desk wrote last, until a person has acknowledged
 * what is missing. It compares the journal and `work.db`, as they were when the desk started, with the marks that are
 * stored outside of them. It updates the marks after the journal, never before it, and never delays a request.
 */
import { randomBytes } from 'node:crypto'
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { JournalState } from '#shared/model/operation/journalState.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import { endsWithin } from '../../base/withTimeout.ts'
import type { Journal } from './journal.ts'
import { lossesOf, type JournalMark, type MarkedConnection, type Position, type Quarantined } from './mark.ts'
import { createStoredMarks, type MarkStore, type StoredMarks } from './markStores.ts'
import type { Notes } from './notes.ts'
import type { Agent } from '../types.ts'

interface JournalGuardOptions {
  readonly journal: Journal
  readonly notes: Pick<Notes, 'position' | 'assignNewId'>
  /** Whether the journal's file is still the one that was opened. */
  readonly isInPlace: () => boolean
  /** Without a store, no mark is written and no loss is detected. */
  readonly stores: readonly MarkStore[]
  /** Whether the journal had no tables when the desk opened it. */
  readonly isNew: boolean
  readonly quarantined: Quarantined
  /** Returns the names of the stored connections. */
  readonly connectionNames: () => Promise<readonly string[]>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly approvals: Pick<Approvals, 'journal'>
}

export interface JournalGuard {
  /** Returns the losses, after another attempt to read the marks that could not be read before. */
  readonly state: () => Promise<JournalState>
  /** Throws the refusal. */
  readonly require: (open: OpenConnection) => void
  /** Returns why money is refused, or `null`. A sandbox affects no other account, so it is never refused. */
  readonly refusal: (open: OpenConnection) => JournalRefusal | null
  /** Acknowledges the losses with this id. Does nothing if the losses have changed since they were shown. */
  readonly acknowledge: (id: string, agent: Agent) => Promise<JournalState>
  /** Schedules an update of the marks after a change of the journal. `newest` is the `seq` of the changed operation. */
  readonly noteChange: (open: OpenConnection | null, newest?: number) => void
  /** Resolves when the marks are up to date. Stores that can't be written now are skipped. */
  readonly flush: () => Promise<void>
  /** Flushes the marks, but waits at most `maxWaitMs`, because an outdated mark does no harm. */
  readonly close: () => Promise<void>
}

/** `journal_replaced`: its file was moved, deleted or replaced while the desk runs. */
export type JournalRefusal = 'journal_unacknowledged' | 'journal_replaced'

const refusals: Readonly<Record<JournalRefusal, string>> = {
  journal_unacknowledged: 'The journal is not the one that this desk wrote last',
  journal_replaced: "The journal's file is not the one that was opened",
}

/** Milliseconds that a caller waits for marks: for those that could not be read before, and for the last write. */
const maxWaitMs = 2000
/** The delay after a change, so that an operation causes one write of the marks, after its request was sent. */
const markDelayMs = 1000
/** The connections that a mark names at most. */
const maxConnections = 50

/** Compares the journal and `work.db`, as they were when the desk started, with the marks. Notifies of a difference. */
function createLosses({ journal, notes, emit, log, ...options }: JournalGuardOptions, marks: StoredMarks) {
  let { quarantined } = options
  const readPosition = (): Position => ({ ...journal.position(), work: notes.position() })
  // The position is read before the recovery of interrupted operations adds rows.
  let position = readPosition()
  let state: JournalState = { id: null, losses: [], refusesMoney: false }

  const update = (): void => {
    const next = lossesOf(marks.found(), position, quarantined)
    const changed = next.id !== state.id
    state = next
    if (!changed) return
    log.warn('Files are not those that this desk wrote last', { losses: namesOf(next) || 'none' })
    emit('journal.changed', next)
  }
  return {
    state: () => state,
    /** Compares again, after marks were read. */
    update,
    /** Compares with the present files, after a person has acknowledged what is missing. */
    restart: () => {
      quarantined = { journal: null, work: null }
      position = readPosition()
      update()
    },
  }
}
type Losses = ReturnType<typeof createLosses>

const namesOf = ({ losses }: JournalState): string => losses.map(({ file, kind }) => `${file} ${kind}`).join(', ')

/**
 * Earlier versions wrote no marks. They created the journal before anyone could add a connection, so stored connections
 * without a journal mean that it is missing. A mark records this, because the next start finds the new journal.
 */
async function markMissing(options: JournalGuardOptions, marks: StoredMarks): Promise<void> {
  const { isNew, quarantined, connectionNames } = options
  if (!isNew || marks.found().length > 0) return
  const names = await connectionNames()
  if (names.length === 0 && quarantined.journal === null) return
  await marks.fill({
    id: `unmarked-${randomBytes(16).toString('hex')}`,
    rows: { operations: 0, transitions: 0, rules: 0 },
    at: 0,
    work: null,
    connections: names.map((name) => ({ identity: '', name, operations: 0, limit: null, unresolved: 0 })),
  })
}

/** Reads the marks when the desk starts, and later those that could not be read then. */
function createMarkReader(options: JournalGuardOptions, marks: StoredMarks, onRead: () => void) {
  let hasLoaded = options.stores.length === 0
  let pendingRead: Promise<void> | null = null
  const read = async (): Promise<void> => {
    await marks.read()
    if (!hasLoaded) await markMissing(options, marks)
    hasLoaded = true
    onRead()
  }
  return {
    /** Resolves when the marks that can be read now were read. */
    load: async (): Promise<void> => {
      if (marks.isComplete() && hasLoaded) return
      pendingRead ??= read().finally(() => {
        pendingRead = null
      })
      // The first read is awaited. Later, a keychain that does not respond must not block the caller.
      await (hasLoaded ? endsWithin(pendingRead, maxWaitMs) : pendingRead)
    },
    /** Whether the marks were read once. */
    hasLoaded: () => hasLoaded,
  }
}
type MarkReader = ReturnType<typeof createMarkReader>

function markOf(
  { journal, notes, clock }: JournalGuardOptions,
  marks: StoredMarks,
  { losses }: JournalState,
  connections: readonly MarkedConnection[],
): JournalMark {
  const { id, rows, digest } = journal.position()
  const unresolved = journal.unresolvedByConnection()
  const markedWork = (): JournalMark['work'] => marks.found().find((mark) => mark.work !== null)?.work ?? null
  // While a loss of `work.db` is not acknowledged, the mark keeps the position before the loss.
  const work = losses.some(({ file }) => file === 'work') ? markedWork() : (notes.position() ?? markedWork())
  return {
    id,
    rows,
    digest,
    work,
    at: clock.now(),
    connections: connections.map((connection) => ({
      ...connection,
      limit: journal.rules(connection.identity)?.dailyLimit ?? null,
      unresolved: unresolved.get(connection.identity) ?? 0,
    })),
  }
}

/** Brings the marks up to date after the journal has changed. An outdated mark does no harm, so no request waits. */
function createMarkWriter(options: JournalGuardOptions, marks: StoredMarks, losses: Losses, reader: MarkReader) {
  /** The connections that this desk has used, by their identity. */
  const used = new Map<string, MarkedConnection>()
  let timer: NodeJS.Timeout | null = null
  let lastFlush = Promise.resolve()
  let hasStarted = false
  /** Whether the journal has changed since the marks were written. */
  let isBehind = false

  /** Those of the marks that were read and those used since, the ones with the newest operations first. */
  const connections = (): readonly MarkedConnection[] => {
    const marked = marks.found().flatMap((mark) => mark.connections.filter(({ identity }) => identity !== ''))
    const byIdentity = new Map<string, MarkedConnection>()
    for (const connection of marked)
      if (!byIdentity.has(connection.identity)) byIdentity.set(connection.identity, connection)
    for (const connection of used.values()) {
      const operations = Math.max(connection.operations, byIdentity.get(connection.identity)?.operations ?? 0)
      byIdentity.set(connection.identity, { ...connection, operations })
    }
    return [...byIdentity.values()].toSorted((one, other) => other.operations - one.operations).slice(0, maxConnections)
  }
  const flushNow = async (): Promise<void> => {
    if (!isBehind) return
    await reader.load()
    if (losses.state().refusesMoney) return
    isBehind = false
    await marks.write(markOf(options, marks, losses.state(), connections()))
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    lastFlush = lastFlush.then(flushNow).catch((thrown: unknown) => {
      // The files may be closed already. The marks are then outdated, which does no harm.
      options.log.info('The marks of the journal were not brought up to date', { code: asDeskError(thrown).code })
    })
    return lastFlush
  }

  return {
    noteChange: ({ identity, profile: { name } }: OpenConnection, newest: number): void => {
      isBehind = true
      const operations = Math.max(newest, used.get(identity)?.operations ?? 0)
      used.set(identity, { identity, name, operations, limit: null, unresolved: 0 })
      // The first preview writes the first mark at once: from then on, a missing journal is detected.
      if (!hasStarted) {
        hasStarted = true
        void flush()
      } else timer ??= setTimeout(() => void flush(), markDelayMs).unref()
    },
    /** Updates the marks now, whether a change was noted or not. */
    update: (): Promise<void> => {
      isBehind = true
      return flush()
    },
    flush,
  }
}

interface GuardParts {
  readonly marks: StoredMarks
  readonly losses: Losses
  readonly reader: MarkReader
  readonly writer: ReturnType<typeof createMarkWriter>
}

function partsOf(options: JournalGuardOptions): GuardParts {
  const { journal, stores, log } = options
  const marks = createStoredMarks({ stores, journal: journal.firstId(), log })
  const losses = createLosses(options, marks)
  const reader = createMarkReader(options, marks, losses.update)
  return { marks, losses, reader, writer: createMarkWriter(options, marks, losses, reader) }
}

async function acknowledge(
  { journal, notes, log, approvals }: JournalGuardOptions,
  { marks, losses, reader, writer }: GuardParts,
  id: string,
  agent: Agent,
): Promise<JournalState> {
  await reader.load()
  // Losses that have changed since they were shown have to be shown again.
  if (losses.state().id !== id) return losses.state()
  await approvals.journal(losses.state().losses)
  const state = losses.state()
  if (state.id !== id) return state
  const lost = marks.found()
  journal.acknowledge(agent, {
    losses: state.losses,
    marks: lost.map((mark) => ({ id: mark.id, rows: mark.rows, work: mark.work })),
  })
  if (state.losses.some(({ file }) => file === 'work')) notes.assignNewId()
  if (state.refusesMoney) restoreLimits(journal, lost, agent)
  log.warn('What is missing was acknowledged', { losses: namesOf(state) })
  losses.restart()
  await writer.update()
  return losses.state()
}

export function createJournalGuard(options: JournalGuardOptions): JournalGuard {
  const { stores, log, isInPlace } = options
  const parts = partsOf(options)
  const { losses, reader, writer } = parts
  const refusal = ({ profile }: OpenConnection): JournalRefusal | null => {
    if (profile.kind === 'sandbox') return null
    if (!isInPlace()) return 'journal_replaced'
    return !reader.hasLoaded() || losses.state().refusesMoney ? 'journal_unacknowledged' : null
  }

  if (stores.length > 0)
    reader.load().catch((thrown: unknown) => {
      log.warn('The marks of the journal could not be read', { code: asDeskError(thrown).code })
    })

  return {
    state: async () => {
      await reader.load()
      return losses.state()
    },
    refusal,
    require: (open) => {
      const code = refusal(open)
      if (code !== null) throw new DeskError(code, refusals[code])
    },
    acknowledge: (id, agent) => acknowledge(options, parts, id, agent),
    noteChange: (open, newest = 0) => {
      if (stores.length > 0 && open !== null && open.profile.kind !== 'sandbox') writer.noteChange(open, newest)
    },
    flush: writer.flush,
    close: async () => void (await endsWithin(writer.flush(), maxWaitMs)),
  }
}

/** Copies the daily limits from the marks into the new journal, so that a lost journal does not remove a limit. */
function restoreLimits(journal: Journal, marks: readonly JournalMark[], agent: Agent): void {
  const newestLast = marks.toSorted((one, other) => one.at - other.at).flatMap(({ connections }) => connections)
  for (const { identity, limit } of new Map(
    newestLast.map((connection) => [connection.identity, connection]),
  ).values()) {
    const rules = journal.rules(identity)
    if (identity !== '' && limit !== null && rules?.dailyLimit !== limit)
      journal.addRules(identity, { ...(rules ?? defaultRules), dailyLimit: limit }, agent)
  }
}
