/**
 * The mark records outside of the journal which journal and which `work.db` belong to this profile folder and what
 * their last rows were. It is written after the journal, so it may be outdated but is never ahead. A journal without
 * the rows of its mark was restored from a copy or written by another computer, and a journal with another id is a
 * different one. A mark stays as it is while its rows are missing, so a loss lasts until a person has acknowledged it
 * or the right journal is back. The functions here are pure; `markStores.ts` has the stores.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toInstant } from '#shared/model/instant.ts'
import type { JournalState, LossKind, LostConnection, StorageLoss } from '#shared/model/operation/journalState.ts'

/** The `seq` of the last row of each table of the journal that is of no sandbox. */
export const JournalRows = z.object({ operations: z.number(), transitions: z.number(), rules: z.number() })
export type JournalRows = z.infer<typeof JournalRows>

const MarkedConnection = z.object({
  identity: z.string(),
  name: z.string(),
  operations: z.number(),
  limit: z.string().nullable(),
  unresolved: z.number(),
})
export type MarkedConnection = z.infer<typeof MarkedConnection>

const MarkedWork = z.object({ id: z.string(), rows: z.number() })

export const JournalMark = z.object({
  id: z.string(),
  rows: JournalRows,
  /** The digest of these rows (`lastRows.ts`). Marks of earlier versions have none, and their rows count sandboxes. */
  digest: z.string().optional(),
  /** Epoch milliseconds, or 0 for a mark that only records that a journal is missing. */
  at: z.number(),
  /** `null` while `work.db` is in memory. */
  work: MarkedWork.nullable(),
  connections: z.array(MarkedConnection),
})
export type JournalMark = z.infer<typeof JournalMark>

/** The present state of the files, and the losses that a person has acknowledged. */
export interface Position {
  readonly id: string
  readonly rows: JournalRows
  /** Whether the journal has the rows that a mark with its id describes. */
  readonly has: (mark: JournalMark) => boolean
  readonly work: z.infer<typeof MarkedWork> | null
  readonly acknowledged: readonly AcknowledgedMark[]
}

/** A mark whose missing rows a person has acknowledged. */
export const AcknowledgedMark = z.object({ id: z.string(), rows: JournalRows, work: MarkedWork.nullable() })
export type AcknowledgedMark = z.infer<typeof AcknowledgedMark>

const covers = (rows: JournalRows, expected: JournalRows): boolean =>
  rows.operations >= expected.operations && rows.transitions >= expected.transitions && rows.rules >= expected.rules

/** Compares the journal with a mark. Returns `null` if it is the journal that the mark describes. */
function journalLossKind(mark: JournalMark, { id, rows, has, acknowledged }: Position): LossKind | null {
  if (mark.id === id) {
    if (has(mark)) return null
    // Other rows in the place of those of the mark were written by another computer with this folder.
    return covers(rows, mark.rows) ? 'other' : 'older'
  }
  const known = acknowledged.filter((one) => one.id === mark.id)
  if (known.some((one) => covers(one.rows, mark.rows))) return null
  if (known.length > 0) return 'older'
  return rows.operations === 0 ? 'missing' : 'other'
}

/** Compares `work.db` with a mark. Returns `null` if it matches, or if it is in memory now. */
function workLossKind(mark: JournalMark, { work, acknowledged }: Position): LossKind | null {
  const expected = mark.work
  if (expected === null || work === null) return null
  if (expected.id === work.id) return work.rows >= expected.rows ? null : 'older'
  const known = acknowledged.flatMap((one) => (one.work?.id === expected.id ? [one.work] : []))
  if (known.some(({ rows }) => rows >= expected.rows)) return null
  if (known.length > 0) return 'older'
  return work.rows === 0 ? 'missing' : 'other'
}

/** Names of the quarantined copies of files that were damaged at this start. */
export interface Quarantined {
  readonly journal: string | null
  readonly work: string | null
}

function lostConnections(marks: readonly JournalMark[], kind: LossKind, { rows }: Position): LostConnection[] {
  const newestFirst = marks.toSorted((one, other) => other.at - one.at).flatMap(({ connections }) => connections)
  const latest = [
    ...new Map(
      newestFirst.toReversed().map((connection) => [connection.identity || connection.name, connection]),
    ).values(),
  ].toReversed()
  const behind = latest.filter(({ operations }) => operations > rows.operations)
  // If only transitions are missing, each connection may be affected, so all are named.
  const lost = kind === 'older' && behind.length > 0 ? behind : latest
  return lost.map(({ name, limit, unresolved }) => ({ name, dailyLimit: limit, unresolved }))
}

const knownUntil = (marks: readonly JournalMark[]): string | null =>
  toInstant(Math.max(0, ...marks.map(({ at }) => at)) || null)

function journalLoss(marks: readonly JournalMark[], position: Position, movedTo: string | null): StorageLoss | null {
  const mismatches = marks
    .map((mark) => ({ mark, kind: journalLossKind(mark, position) }))
    .filter(({ kind }) => kind !== null)
  const kind = movedTo === null ? (mismatches[0]?.kind ?? null) : 'damaged'
  if (kind === null || mismatches.length === 0) return null
  const lost = mismatches.map(({ mark }) => mark)
  const highest = Math.max(...lost.map(({ rows }) => rows.operations))
  const isSame = lost.every(({ id }) => id === position.id)
  const missing = kind === 'older' || isSame ? Math.max(0, highest - position.rows.operations) : highest
  return {
    file: 'journal',
    kind,
    movedTo,
    knownUntil: knownUntil(lost),
    missing: lost.every(({ at }) => at === 0) ? null : missing,
    connections: lostConnections(lost, kind, position),
  }
}

function workLoss(marks: readonly JournalMark[], position: Position, movedTo: string | null): StorageLoss | null {
  const mismatches = marks
    .map((mark) => ({ mark, kind: workLossKind(mark, position) }))
    .filter(({ kind }) => kind !== null)
  const kind = movedTo === null ? (mismatches[0]?.kind ?? null) : 'damaged'
  if (kind === null) return null
  const lost = mismatches.map(({ mark }) => mark)
  const highest = Math.max(0, ...lost.map(({ work }) => work?.rows ?? 0))
  const missing = kind === 'older' ? highest - (position.work?.rows ?? 0) : highest
  return {
    file: 'work',
    kind,
    movedTo,
    knownUntil: knownUntil(lost),
    missing: lost.length === 0 ? null : missing,
    connections: [],
  }
}

/** Returns the differences between the files and the marks. */
export function lossesOf(marks: readonly JournalMark[], position: Position, quarantined: Quarantined): JournalState {
  const losses = [
    journalLoss(marks, position, quarantined.journal),
    workLoss(marks, position, quarantined.work),
  ].filter((loss) => loss !== null)
  if (losses.length === 0) return { id: null, losses, refusesMoney: false }
  const id = createHash('sha256')
    .update(JSON.stringify([position.id, position.work?.id, losses]))
    .digest('hex')
    .slice(0, 32)
  return { id, losses, refusesMoney: losses.some(({ file }) => file === 'journal') }
}
