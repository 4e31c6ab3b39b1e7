/**
 * The index of names in the file. A row has a block of entries, because a row for each entry takes several times the
 * time. A block has the entries from its key on and before the key of the next one.
 *
 * The first sync of a directory would go through all blocks with each of its commits. Instead they write runs, which
 * are blocks that are sorted among themselves. All runs are read, and they are merged into one after the sync.
 */
import type { Db } from '../../storage/index.ts'
import {
  addIds,
  blockText,
  blockTexts,
  entriesIn,
  firstOf,
  isSmall,
  lastOf,
  type NameEntry,
  positionBehind,
  smallestText,
  sortedEntries,
} from './nameIndex.ts'
import { prepareRuns } from './sortedRuns.ts'

export interface NameBlocks {
  /** Writes sorted entries that are not there yet. */
  readonly insert: (entries: readonly NameEntry[]) => void
  readonly delete: (entry: NameEntry) => void
  /** Adds the ids of the entries with this beginning, until there are as many as the limit. */
  readonly find: (beginning: string, limit: number, ids: number[]) => void
  /**
   * Returns the next entries of the same field behind this one, which takes some milliseconds, or none behind the last
   * one. The runs must be merged.
   */
  readonly entriesBehind: (entry: NameEntry) => readonly NameEntry[]
  readonly areMerged: () => boolean
  /** What is inserted from now on is a new run, until `mergeSome`. */
  readonly beginNextRun: () => void
  readonly runs: () => number
  /** Merges a part of the runs into one, which takes some milliseconds, and returns whether anything is left. */
  readonly mergeSome: () => boolean
  /** The runs of the file are others than before. */
  readonly rolledBack: () => void
}

/** Blocks that are read without a pause. */
const readAtOnce = 50
/** Blocks that are merged without a pause. */
const mergedAtOnce = 64
/**
 * Runs that are merged at a time. With more, there would be few blocks of each among those that are merged without a
 * pause, and few of their entries are less than the last ones that were read of all other runs.
 */
const maxRunsAtATime = 16
/** The number of the run into which all others are merged in the end. */
const merged = 0

interface Block {
  readonly id: number
  readonly key: Buffer
  readonly entries: string
}

interface BlocksContext {
  readonly statements: ReturnType<typeof prepareStatements>
  /** The runs that may have entries, or null until they are read. */
  runs: number[] | null
  /** The run that is written. */
  current: number
  /** The runs that are being merged and the one that they become, or null while none are. */
  merging: { readonly from: readonly number[]; readonly into: number } | null
}

/** In UTF-16 with the high byte first, so that SQLite compares keys as JavaScript compares texts. */
const keyOf = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const textOf = (key: Buffer): string => Buffer.from(key).swap16().toString('utf16le')

function prepareStatements(db: Db) {
  const columns = 'SELECT id, first AS key, entries FROM names WHERE run = ?'
  return {
    runs: prepareRuns(db, 'names'),
    at: db.prepare<[number, Buffer], Block>(`${columns} AND first <= ? ORDER BY first DESC LIMIT 1`),
    first: db.prepare<[number, number], Block>(`${columns} ORDER BY first LIMIT ?`),
    nextKey: db
      .prepare<[number, Buffer], Buffer>('SELECT first FROM names WHERE run = ? AND first > ? ORDER BY first LIMIT 1')
      .pluck(),
    entriesAt: db
      .prepare<[number, Buffer], string>(
        'SELECT entries FROM names WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1',
      )
      .pluck(),
    entriesBetween: db
      .prepare<[number, Buffer, Buffer], string>(
        'SELECT entries FROM names WHERE run = ? AND first > ? AND first < ? ORDER BY first',
      )
      .pluck(),
    behind: db
      .prepare<[number, Buffer, number], string>(
        'SELECT entries FROM names WHERE run = ? AND first > ? ORDER BY first LIMIT ?',
      )
      .pluck(),
    insert: db.prepare('INSERT INTO names (run, first, entries) VALUES (?, ?, ?)'),
    update: db.prepare('UPDATE names SET first = ?, entries = ? WHERE id = ?'),
    delete: db.prepare('DELETE FROM names WHERE id = ?'),
  }
}

export function createNameBlocks(db: Db): NameBlocks {
  const context: BlocksContext = { statements: prepareStatements(db), runs: null, current: merged, merging: null }
  return {
    insert: (entries) => insert(context, context.current, entries),
    delete: (entry) => deleteEntry(context, entry),
    find: (...given) => find(context, ...given),
    entriesBehind: (entry) => entriesBehind(context, entry),
    areMerged: () => areMerged(context),
    beginNextRun: () => void (context.current = Math.max(merged, ...runsOf(context)) + 1),
    runs: () => runsOf(context).length,
    mergeSome: () => mergeSome(context),
    rolledBack() {
      context.runs = null
      context.merging = null
    },
  }
}

const runsOf = (context: BlocksContext): number[] => (context.runs ??= context.statements.runs.all())

function insert(context: BlocksContext, run: number, entries: readonly NameEntry[]): void {
  const { statements } = context
  const runs = runsOf(context)
  if (!runs.includes(run)) runs.push(run)
  for (let at = 0; at < entries.length;) {
    const block = statements.at.get(run, keyOf(entries[at] ?? '')) ?? statements.first.get(run, 1)
    const next = block && statements.nextKey.get(run, block.key)
    const bound = next && textOf(next)
    let end = at + 1
    while (end < entries.length && (bound === undefined || (entries[end] ?? '') < bound)) end += 1
    const some = entries.slice(at, end)
    if (block === undefined || (next === undefined && isBehind(some, block))) store(context, run, undefined, some)
    else store(context, run, block.id, sortedEntries([...entriesIn(block.entries), ...some]))
    at = end
  }
}

/** Whether all of these entries come after those of a block that is not small. */
const isBehind = ([first = '']: readonly NameEntry[], { entries }: Block): boolean =>
  !isSmall(entries) && first > lastOf(entries)

const update = ({ statements }: BlocksContext, id: number, block: string): void =>
  void statements.update.run(keyOf(firstOf(block)), block, id)

/** @param id the block that had some of these entries */
function store(context: BlocksContext, run: number, id: number | undefined, entries: readonly NameEntry[]): void {
  for (const [at, block] of blockTexts(entries).entries()) {
    if (at === 0 && id !== undefined) update(context, id, block)
    else context.statements.insert.run(run, keyOf(firstOf(block)), block)
  }
}

function deleteEntry(context: BlocksContext, entry: NameEntry): void {
  const { statements } = context
  for (const run of runsOf(context)) {
    const block = statements.at.get(run, keyOf(entry))
    if (block === undefined) continue
    const entries = entriesIn(block.entries)
    const left = entries.filter((one) => one !== entry)
    if (left.length === 0) statements.delete.run(block.id)
    else if (left.length < entries.length) update(context, block.id, blockText(left))
  }
}

function find(context: BlocksContext, beginning: string, limit: number, ids: number[]): void {
  const { statements } = context
  const from = keyOf(beginning)
  for (const run of runsOf(context)) {
    const entries = statements.entriesAt.get(run, from)
    if (entries !== undefined && addIds(entries, beginning, limit, ids)) continue
    const to = keyOf(`${beginning}\u{FFFF}`)
    for (const following of statements.entriesBetween.iterate(run, from, to))
      if (addIds(following, beginning, limit, ids)) break
  }
}

function mergeSome(context: BlocksContext): boolean {
  const { statements } = context
  context.current = merged
  const { from, into } = (context.merging ??= nextMerge(context))
  const ofEach = Math.floor(mergedAtOnce / Math.max(1, from.length))
  const parts = from.map((run) =>
    statements.first.all(run, ofEach).map((block) => ({ block, entries: entriesIn(block.entries) })),
  )
  // The entries of blocks that are not read are greater than the last of those that are.
  const bound = smallestText(parts.flatMap((part) => (part.length < ofEach ? [] : (part.at(-1)?.entries.at(-1) ?? []))))
  const taken: NameEntry[] = []
  for (const { block, entries } of parts.flat()) {
    const end = bound === null ? entries.length : positionBehind(entries, bound)
    if (end === 0) continue
    for (let at = 0; at < end; at += 1) taken.push(entries[at] ?? '')
    if (end === entries.length) statements.delete.run(block.id)
    else update(context, block.id, blockText(entries.slice(end)))
  }
  insert(context, into, sortedEntries(taken))
  if (bound !== null) return true
  context.merging = null
  context.runs = runsOf(context).filter((run) => !from.includes(run))
  return !areMerged(context)
}

const areMerged = (context: BlocksContext): boolean => runsOf(context).every((run) => run === merged)

function entriesBehind({ statements }: BlocksContext, entry: NameEntry): readonly NameEntry[] {
  const at = statements.at.get(merged, keyOf(entry))
  const others = statements.behind.all(merged, keyOf(entry), readAtOnce)
  const field = entry.charAt(0)
  return [...(at === undefined ? [] : [at.entries]), ...others]
    .flatMap(entriesIn)
    .filter((one) => one > entry && one.startsWith(field))
}

/** All runs, if they can be merged at a time. Else some of the oldest become one, until the others can. */
function nextMerge(context: BlocksContext): NonNullable<BlocksContext['merging']> {
  const runs = runsOf(context).filter((run) => run !== merged)
  if (runs.length <= maxRunsAtATime) return { from: runs, into: merged }
  const fewer = Math.min(maxRunsAtATime, runs.length - maxRunsAtATime + 1)
  return { from: runs.slice(0, fewer), into: Math.max(...runs) + 1 }
}
