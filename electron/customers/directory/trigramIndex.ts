/**
 * The index of the texts that are searched in their middle: for each trigram the ids of the customers who have it, in
 * blocks. SQLite's full-text index takes several times as long to be filled. What is found may have lost a trigram
 * since the last commit, so it has to be compared with the query.
 */
import type { Db } from '../../storage/index.ts'
import { type Block, blocksOf, idsIn, joined, lastAtOrBelow } from './postings.ts'
import type { Clauses } from './trigrams.ts'
import { createWaitingTrigrams, type TrigramChanges, type WaitingTrigrams } from './waitingTrigrams.ts'

export interface TrigramReads {
  /** Returns at most `limit` customers who have a trigram of each clause, those who were added last first. */
  readonly find: (clauses: Clauses, limit: number) => number[]
  /** Returns at most `limit` of the trigrams that begin with this text. */
  readonly beginningWith: (text: string, limit: number) => string[]
}

export interface TrigramIndex extends TrigramReads {
  /** Adds a customer. */
  readonly add: (id: number, text: string) => void
  /** Replaces the text of a customer. */
  readonly change: (id: number, before: string, after: string) => void
  /** Whether so much waits that it should be written before more is added. */
  readonly isFull: () => boolean
  /** Writes a part of what waits, which takes some milliseconds, and returns whether anything is left. */
  readonly writeSome: () => boolean
  /** What waits is rolled back. */
  readonly rolledBack: () => void
}

/** Changes that wait at most, of eight bytes each, together with their trigrams. */
const maxWaiting = 1_600_000
/** Trigrams that are written without a pause. */
const writtenAtOnce = 300
const maxCodePoint = '\u{10FFFF}'

interface StoredBlock extends Block {
  readonly id: number
}

interface IndexContext {
  readonly statements: ReturnType<typeof prepareStatements>
  readonly waiting: WaitingTrigrams
}

function prepareStatements(db: Db) {
  const columns = 'SELECT id, first, last, ids FROM trigrams WHERE trigram = ?'
  return {
    last: db.prepare<[string], StoredBlock>(`${columns} ORDER BY first DESC LIMIT 1`),
    first: db.prepare<[string], StoredBlock>(`${columns} ORDER BY first LIMIT 1`),
    at: db.prepare<[string, number], StoredBlock>(`${columns} AND first <= ? ORDER BY first DESC LIMIT 1`),
    nextFirst: db
      .prepare<[string, number], number>(
        'SELECT first FROM trigrams WHERE trigram = ? AND first > ? ORDER BY first LIMIT 1',
      )
      .pluck(),
    nextTrigram: db
      .prepare<[string, string], string>(
        'SELECT trigram FROM trigrams WHERE trigram > ? AND trigram < ? ORDER BY trigram LIMIT 1',
      )
      .pluck(),
    insert: db.prepare('INSERT INTO trigrams (trigram, first, last, ids) VALUES (?, ?, ?, ?)'),
    update: db.prepare('UPDATE trigrams SET last = ?, ids = ? WHERE id = ?'),
    delete: db.prepare('DELETE FROM trigrams WHERE id = ?'),
  }
}

export function createTrigramIndex(db: Db): TrigramIndex {
  const context: IndexContext = { statements: prepareStatements(db), waiting: createWaitingTrigrams() }
  const { waiting } = context
  return {
    add: waiting.add,
    change: waiting.change,
    find: (...given) => find(context, ...given),
    beginningWith: (...given) => beginningWith(context, ...given),
    isFull: () => waiting.size() >= maxWaiting,
    writeSome() {
      for (let count = 0; count < writtenAtOnce; count += 1) {
        const changes = waiting.takeOne()
        if (changes === null) return false
        write(context, changes)
      }
      return true
    },
    rolledBack: waiting.clear,
  }
}

function write(context: IndexContext, { trigram, ids }: TrigramChanges): void {
  const changes = inOrder(ids)
  const last = context.statements.last.get(trigram)
  const areNew = (changes[0] ?? 0) > (last?.last ?? 0) && (changes === ids || changes.every((id) => id > 0))
  if (areNew) append(context, trigram, last, blocksOf(changes))
  else merge(context, trigram, changes)
}

/** Returns the last change of each customer, ascending by the customer. An id that is added may be there twice. */
function inOrder(changes: Int32Array): Int32Array {
  if (areAscending(changes)) return changes
  const last = new Map<number, number>()
  for (const change of changes) last.set(Math.abs(change), change)
  return Int32Array.from([...last.values()].toSorted((one, other) => Math.abs(one) - Math.abs(other)))
}

/** Of new customers alone nothing else waits. */
function areAscending(changes: Int32Array): boolean {
  let before = 0
  for (const id of changes) {
    if (id < before) return false
    before = id
  }
  return true
}

function append(
  { statements }: IndexContext,
  trigram: string,
  last: StoredBlock | undefined,
  blocks: readonly Block[],
): void {
  const [first, ...others] = blocks
  const longer = last === undefined || first === undefined ? null : joined(last, first)
  if (last !== undefined && longer !== null) statements.update.run(longer.last, longer.ids, last.id)
  for (const block of longer === null ? blocks : others)
    statements.insert.run(trigram, block.first, block.last, block.ids)
}

/** Changes each block that has one of these customers, or in whose range one belongs. */
function merge({ statements }: IndexContext, trigram: string, changes: Int32Array): void {
  for (let at = 0; at < changes.length;) {
    const block = statements.at.get(trigram, Math.abs(changes[at] ?? 0)) ?? statements.first.get(trigram)
    const bound = (block && statements.nextFirst.get(trigram, block.first)) ?? Infinity
    let end = at + 1
    while (end < changes.length && Math.abs(changes[end] ?? 0) < bound) end += 1
    const ids = new Set(block === undefined ? [] : idsIn(block))
    for (const change of changes.subarray(at, end)) {
      if (change > 0) ids.add(change)
      else ids.delete(-change)
    }
    if (block !== undefined) statements.delete.run(block.id)
    for (const { first, last, ids: bytes } of blocksOf(Int32Array.from(ids).sort()))
      statements.insert.run(trigram, first, last, bytes)
    at = end
  }
}

/** Steps through the customers of a clause, beginning with those who were added last. */
interface Cursor {
  /** Returns the greatest id that is not greater than this one, or 0. Each call has an id that is not greater. */
  readonly atOrBelow: (id: number) => number
}

function find(context: IndexContext, clauses: Clauses, limit: number): number[] {
  const found: number[] = []
  if (clauses.length === 0) return found
  const cursors = clauses.map((trigrams) => cursorOf(context, trigrams))
  for (let id = Number.MAX_SAFE_INTEGER; found.length < limit; id -= 1) {
    id = agreedAtOrBelow(cursors, id)
    if (id === 0) break
    found.push(id)
  }
  return found
}

/** Returns the greatest id that all have and that is not greater than this one, or 0. */
function agreedAtOrBelow(cursors: readonly Cursor[], id: number): number {
  let [agreed, agreeing] = [id, 0]
  for (let at = 0; agreeing < cursors.length && agreed > 0; at = (at + 1) % cursors.length) {
    const next = cursors[at]?.atOrBelow(agreed) ?? 0
    agreeing = next === agreed ? agreeing + 1 : 1
    agreed = next
  }
  return agreed
}

const cursorOf = (context: IndexContext, trigrams: readonly string[]): Cursor =>
  trigrams.length === 1 ? oneCursor(context, trigrams[0] ?? '') : unionCursor(context, trigrams)

function oneCursor({ statements, waiting }: IndexContext, trigram: string): Cursor {
  const unwritten = waiting.idsOf([trigram])
  let ids: Int32Array = new Int32Array()
  let at = -1
  const stored = (id: number): number => {
    if ((ids[0] ?? Infinity) > id) {
      const block = statements.at.get(trigram, id)
      if (block === undefined) return 0
      ids = idsIn(block)
      at = lastAtOrBelow(ids, id)
    }
    while ((ids[at] ?? 0) > id) at -= 1
    return ids[at] ?? 0
  }
  if (unwritten.length === 0) return { atOrBelow: stored }
  return { atOrBelow: (id) => Math.max(stored(id), unwritten[lastAtOrBelow(unwritten, id)] ?? 0) }
}

/** Reads all ids of these trigrams at once, since there may be hundreds, each with blocks of its own. */
function unionCursor({ statements, waiting }: IndexContext, trigrams: readonly string[]): Cursor {
  let members = new Uint8Array(smallestUnion)
  const add = (ids: Int32Array): void => {
    if ((ids.at(-1) ?? 0) >= members.length) members = enlarged(members, ids.at(-1) ?? 0)
    for (const id of ids) members[id] = 1
  }
  add(waiting.idsOf(trigrams))
  for (const trigram of trigrams) {
    let block = statements.last.get(trigram)
    for (; block !== undefined; block = statements.at.get(trigram, block.first - 1)) add(idsIn(block))
  }
  return {
    atOrBelow(id) {
      let at = Math.min(id, members.length - 1)
      while (at > 0 && members[at] === 0) at -= 1
      return at
    },
  }
}

const smallestUnion = 1024

function enlarged(members: Uint8Array, last: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * (last + 1))
  larger.set(members)
  return larger
}

function beginningWith({ statements, waiting }: IndexContext, text: string, limit: number): string[] {
  const found = new Set(waiting.beginningWith(text))
  const end = text + maxCodePoint
  let next = statements.nextTrigram.get(text, end)
  for (; next !== undefined && found.size < limit; next = statements.nextTrigram.get(next, end)) found.add(next)
  return [...found].slice(0, limit)
}
