/**
 * Refuses money operations while the journal isn't the one that this desk wrote last, until a person has acknowledged
 * what is missing. It compares the journal and `work.db`, as they were when the desk started, with the marks that are
 * stored outside of them. It updates the marks after the journal, never before it, and never delays a request.
 */
import { randomBytes } from 'node:crypto'
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { JournalState } from '#shared/model/journalState.ts'
import { defaultRules } from '#shared/model/purchase.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import { endsWithin } from '../../base/withTimeout.ts'
import type { Journal } from './journal.ts'
import { JournalMark, lossesOf, type MarkedConnection, type Quarantined, type Position } from './mark.ts'
import type { MarkStore } from './markStores.ts'
import type { Notes } from './notes.ts'
import type { Agent } from '../types.ts'

export interface JournalGuardOptions {
  readonly journal: Journal
  readonly notes: Pick<Notes, 'position' | 'assignNewId'>
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
  /** Throws `journal_unacknowledged` if money is refused. A sandbox affects no other account, so it is never refused. */
  readonly require: (open: OpenConnection) => void
  readonly refuses: (open: OpenConnection) => boolean
  /** Acknowledges the losses with this id. Does nothing if the losses have changed since they were shown. */
  readonly acknowledge: (id: string, agent: Agent) => Promise<JournalState>
  /** Schedules an update of the marks after a change of the journal. `newest` is the `seq` of the changed operation. */
  readonly noteChange: (open: OpenConnection | null, newest?: number) => void
  /** Resolves when the marks are up to date. Stores that can't be written now are skipped. */
  readonly flush: () => Promise<void>
  /** Flushes the marks, but waits at most `maxWaitMs`, because an outdated mark does no harm. */
  readonly close: () => Promise<void>
}

/** The delay after a change, so that an operation causes one write of the marks, after its request was sent. */
const markDelayMs = 1000
const maxConnections = 50
const maxWaitMs = 2000

export function createJournalGuard(options: JournalGuardOptions): JournalGuard {
  const { journal, notes, stores, clock, emit, log } = options
  const read = new Map<MarkStore, JournalMark | null>()
  const writtenText = new Map<MarkStore, string>()
  const connections = new Map<string, MarkedConnection>()
  let { quarantined } = options
  // The position is read before the recovery of interrupted operations adds rows.
  let position: Position = { ...journal.position(), work: notes.position() }
  let state: JournalState = { id: null, losses: [], refusesMoney: false }
  let hasLoaded = stores.length === 0
  let pendingRead: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let lastFlush = Promise.resolve()
  let hasStarted = false
  /** Whether the journal has changed since the marks were written. */
  let isBehind = false

  const marks = (): JournalMark[] => [...read.values()].filter((mark) => mark !== null)
  const updateState = (): void => {
    const next = lossesOf(marks(), position, quarantined)
    const changed = next.id !== state.id
    state = next
    if (!changed) return
    log.warn('Files are not those that this desk wrote last', {
      losses: next.losses.map(({ file, kind }) => `${file} ${kind}`).join(', ') || 'none',
    })
    emit('journal.changed', next)
  }

  /** Reads the stores one after another. A store that can't be read now is read again the next time. */
  const readStores = async (): Promise<void> => {
    for (const store of stores) {
      if (read.has(store)) continue
      try {
        const stored = await store.read()
        const mark = JournalMark.safeParse(stored)
        if (!mark.success && stored != null) log.warn('A mark of the journal is damaged', { store: store.name })
        read.set(store, mark.data ?? null)
        for (const connection of mark.data?.connections ?? [])
          if (connection.identity !== '' && !connections.has(connection.identity))
            connections.set(connection.identity, connection)
      } catch (thrown) {
        log.info('A mark of the journal can not be read now', { store: store.name, code: asDeskError(thrown).code })
      }
    }
  }
  /**
   * Earlier versions wrote no marks. They created the journal before anyone could add a connection, so stored connections
   * without a journal mean that it is missing. A mark records this, because the next start finds the new journal.
   */
  const markMissing = async (): Promise<void> => {
    if (!options.isNew || marks().length > 0) return
    const names = await options.connectionNames()
    if (names.length === 0 && quarantined.journal === null) return
    const unknown = names.map((name) => ({ identity: '', name, operations: 0, limit: null, unresolved: 0 }))
    const mark: JournalMark = {
      id: `unmarked-${randomBytes(16).toString('hex')}`,
      rows: { operations: 0, transitions: 0, rules: 0 },
      at: 0,
      work: null,
      connections: unknown,
    }
    for (const store of stores) {
      if (read.get(store) !== null) continue
      read.set(store, mark)
      await write(store, mark)
    }
  }
  const loadMarks = async (): Promise<void> => {
    if (read.size < stores.length || !hasLoaded) {
      pendingRead ??= readStores()
        .then(() => (hasLoaded ? undefined : markMissing()))
        .then(() => {
          hasLoaded = true
          updateState()
        })
        .finally(() => {
          pendingRead = null
        })
      // The first read is awaited. Later, a keychain that does not respond must not block the caller.
      await (hasLoaded ? endsWithin(pendingRead, maxWaitMs) : pendingRead)
    }
  }

  const write = async (store: MarkStore, mark: JournalMark): Promise<void> => {
    // The time is excluded, because it alone is no reason to write the mark again.
    const text = JSON.stringify({ ...mark, at: 0 })
    if (writtenText.get(store) === text) return
    try {
      await store.write(mark)
      writtenText.set(store, text)
    } catch (thrown) {
      log.warn('A mark of the journal can not be written now', { store: store.name, code: asDeskError(thrown).code })
    }
  }
  const currentMark = (): JournalMark => {
    const { id, rows } = journal.position()
    const unresolved = journal.unresolvedByConnection()
    const latest = [...connections.values()]
      .toSorted((one, other) => other.operations - one.operations)
      .slice(0, maxConnections)
    // While a loss of `work.db` is not acknowledged, the mark keeps the position before the loss.
    const workLost = state.losses.some(({ file }) => file === 'work')
    const work = workLost
      ? (marks().find((mark) => mark.work !== null)?.work ?? null)
      : (notes.position() ?? marks().find((mark) => mark.work !== null)?.work ?? null)
    return {
      id,
      rows,
      work,
      at: clock.now(),
      connections: latest.map((connection) => ({
        ...connection,
        limit: journal.rules(connection.identity)?.dailyLimit ?? null,
        unresolved: unresolved.get(connection.identity) ?? 0,
      })),
    }
  }
  const flushNow = async (): Promise<void> => {
    if (!isBehind) return
    await loadMarks()
    if (state.refusesMoney) return
    isBehind = false
    const mark = currentMark()
    for (const store of stores) if (read.has(store)) await write(store, mark)
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
  const noteChange = (open: OpenConnection | null, newest = 0): void => {
    if (stores.length === 0 || open === null || open.profile.kind === 'sandbox') return
    isBehind = true
    const {
      identity,
      profile: { name },
    } = open
    const before = connections.get(identity)
    connections.set(identity, {
      identity,
      name,
      operations: Math.max(newest, before?.operations ?? 0),
      limit: null,
      unresolved: 0,
    })
    // The first preview writes the first mark at once: from then on, a missing journal is detected.
    if (!hasStarted) {
      hasStarted = true
      void flush()
    } else timer ??= setTimeout(() => void flush(), markDelayMs).unref()
  }
  const refuses = ({ profile }: OpenConnection): boolean =>
    profile.kind !== 'sandbox' && (!hasLoaded || state.refusesMoney)

  const acknowledge = async (id: string, agent: Agent): Promise<JournalState> => {
    await loadMarks()
    // Losses that have changed since they were shown have to be shown again.
    if (state.id !== id) return state
    await options.approvals.journal(state.losses)
    if (state.id !== id) return state
    const lost = marks()
    journal.acknowledge(agent, {
      losses: state.losses,
      marks: lost.map((mark) => ({ id: mark.id, rows: mark.rows, work: mark.work })),
    })
    if (state.losses.some(({ file }) => file === 'work')) notes.assignNewId()
    if (state.refusesMoney) restoreLimits(journal, lost, agent)
    log.warn('What is missing was acknowledged', {
      losses: state.losses.map(({ file, kind }) => `${file} ${kind}`).join(', '),
    })
    quarantined = { journal: null, work: null }
    position = { ...journal.position(), work: notes.position() }
    updateState()
    isBehind = true
    await flush()
    return state
  }

  if (stores.length > 0)
    loadMarks().catch((thrown: unknown) => {
      log.warn('The marks of the journal could not be read', { code: asDeskError(thrown).code })
    })

  return {
    state: async () => {
      await loadMarks()
      return state
    },
    refuses,
    require: (open) => {
      if (refuses(open))
        throw new DeskError('journal_unacknowledged', 'The journal is not the one that this desk wrote last')
    },
    acknowledge,
    noteChange,
    flush,
    close: async () => void (await endsWithin(flush(), maxWaitMs)),
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
