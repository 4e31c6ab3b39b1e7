/**
 * Refuses money operations while the journal isn't the one that this desk wrote last, until a person has acknowledged
 * what is missing. It compares the journal and `work.db`, as they were when the desk started, with the marks that are
 * stored outside of them. It updates the marks after the journal, never before it, and never delays a request.
 */
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
import { createLosses, type Losses } from './losses.ts'
import type { JournalMark, Quarantined } from './mark.ts'
import { createMarkedConnections } from './markedConnections.ts'
import { createMarkReader, type MarkReader } from './markReader.ts'
import type { MarkStore } from './markStores.ts'
import { createMarkWriter, type MarkWriter } from './markWriter.ts'
import type { Notes } from './notes.ts'
import { createStoredMarks, type StoredMarks } from './storedMarks.ts'
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

/** Milliseconds that closing waits for the marks. */
const maxWaitMs = 2000

interface GuardParts {
  readonly marks: StoredMarks
  readonly losses: Losses
  readonly reader: MarkReader
  readonly writer: MarkWriter
}

function partsOf(options: JournalGuardOptions): GuardParts {
  const { journal, notes, stores, isNew, quarantined, connectionNames, clock, emit, log } = options
  const connections = createMarkedConnections()
  const marks = createStoredMarks({ stores, journal: journal.firstId(), log, onConnections: connections.restore })
  const losses = createLosses({ journal, notes, marks, quarantined, emit, log })
  const reader = createMarkReader({
    marks,
    hasStores: stores.length > 0,
    isNew,
    isQuarantined: quarantined.journal !== null,
    connectionNames,
    onRead: losses.update,
  })
  const writer = createMarkWriter({ journal, notes, connections, marks, losses, reader, clock, log })
  return { marks, losses, reader, writer }
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
  log.warn('What is missing was acknowledged', {
    losses: state.losses.map(({ file, kind }) => `${file} ${kind}`).join(', '),
  })
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
