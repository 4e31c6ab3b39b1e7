/**
 * New entries of the index of names, which wait in memory until they are written. The newest ones are sorted when there
 * are many. If they are not taken then, they are kept in blocks: as texts of their own, collections of garbage would
 * move each of them. Those that wait are written in their order; what comes meanwhile waits for the next time.
 */
import {
  addIds,
  blockTexts,
  entriesIn,
  firstOf,
  firstPosition,
  idOf,
  type NameEntry,
  positionBehind,
  positionOf,
  smallestText,
  sortedEntries,
} from './nameIndex.ts'

interface WaitingNames {
  readonly add: (entries: readonly NameEntry[]) => void
  readonly delete: (entry: NameEntry) => void
  /** Adds the ids of the entries with this beginning, until there are as many as the limit. */
  readonly find: (beginning: string, limit: number, ids: number[]) => void
  readonly size: () => number
  /** Whether the next entries that are taken begin a new order. */
  readonly isAtBeginning: () => boolean
  /** Removes some of the smallest entries and returns them in their order, or none only if nothing waits. */
  readonly takeSome: () => readonly NameEntry[]
  readonly clear: () => void
}

/** The newest entries, which are compared one by one, until they are sorted. */
const maxNewest = 20_000
/** About how many entries are taken from all parts together. */
const takenAtOnce = 4000

/** Sorted entries: some of the smallest ones, and blocks with the others. */
interface SortedPart {
  smallest: readonly NameEntry[]
  blocks: readonly Block[]
}

interface Block {
  readonly first: NameEntry
  readonly entries: string
}

export function createWaitingNames(): WaitingNames {
  let newest: NameEntry[] = []
  let parts: readonly SortedPart[] = []
  /** Parts of which entries are being taken. */
  let leaving: readonly SortedPart[] = []
  let size = 0

  const sortNewest = (): readonly NameEntry[] => {
    const sorted = sortedEntries(newest)
    // Entries that were there twice are gone.
    size -= newest.length - sorted.length
    newest = []
    return sorted
  }
  return {
    add(entries) {
      for (const entry of entries) newest.push(entry)
      size += entries.length
      if (newest.length >= maxNewest) parts = [...parts, { smallest: [], blocks: blocksOf(sortNewest()) }]
    },
    delete(entry) {
      const before = newest.length
      if (newest.includes(entry)) newest = newest.filter((one) => one !== entry)
      size -= before - newest.length
      for (const part of [...leaving, ...parts]) size -= deleteFrom(part, entry)
      leaving = leaving.filter(isLeft)
      parts = parts.filter(isLeft)
    },
    find(beginning, limit, ids) {
      for (const entry of newest) if (ids.length < limit && entry.startsWith(beginning)) ids.push(idOf(entry))
      for (const part of [...leaving, ...parts]) findIn(part, beginning, limit, ids)
    },
    size: () => size,
    isAtBeginning: () => leaving.length === 0,
    takeSome() {
      if (leaving.length === 0) {
        leaving = [...parts, { smallest: sortNewest(), blocks: [] }].filter(isLeft)
        parts = []
      }
      const { length } = leaving
      const taken = smallestOf(leaving)
      leaving = leaving.filter(isLeft)
      size -= taken.length
      return length > 1 ? sortedEntries(taken) : taken
    },
    clear() {
      leaving = []
      parts = []
      newest = []
      size = 0
    },
  }
}

const blocksOf = (entries: readonly NameEntry[]): readonly Block[] =>
  blockTexts(entries).map((text) => ({ first: firstOf(text), entries: text }))

const isLeft = ({ smallest, blocks }: SortedPart): boolean => smallest.length + blocks.length > 0

/** Returns the position of the block in which an entry is, if it is in any. */
const blockOf = (blocks: readonly Block[], entry: NameEntry): number =>
  firstPosition(blocks, ({ first }) => first > entry) - 1

/** Returns the number of entries that were deleted. */
function deleteFrom(part: SortedPart, entry: NameEntry): number {
  if (part.smallest[positionOf(part.smallest, entry)] === entry) {
    part.smallest = part.smallest.filter((one) => one !== entry)
    return 1
  }
  const at = blockOf(part.blocks, entry)
  const block = part.blocks[at]?.entries ?? ''
  if (!block.includes(entry)) return 0
  const entries = entriesIn(block)
  const left = entries.filter((one) => one !== entry)
  if (left.length < entries.length) part.blocks = part.blocks.toSpliced(at, 1, ...blocksOf(left))
  return entries.length - left.length
}

function findIn({ smallest, blocks }: SortedPart, beginning: string, limit: number, ids: number[]): void {
  for (let at = positionOf(smallest, beginning); ids.length < limit; at += 1) {
    const entry = smallest[at]
    if (entry?.startsWith(beginning) !== true) break
    ids.push(idOf(entry))
  }
  const from = Math.max(0, blockOf(blocks, beginning))
  for (let at = from; at < blocks.length && ids.length < limit; at += 1)
    if (addIds(blocks[at]?.entries ?? '', beginning, limit, ids)) break
}

/** Takes some of the smallest entries of all parts. */
function smallestOf(parts: readonly SortedPart[]): NameEntry[] {
  const ofEach = Math.ceil(takenAtOnce / Math.max(1, parts.length))
  for (const part of parts) open(part, ofEach)
  // Entries that are not taken are greater than the last one that is taken of their part.
  const bound = smallestText(
    parts.flatMap(({ smallest, blocks }) =>
      smallest.length > ofEach || blocks.length > 0 ? (smallest[Math.min(ofEach, smallest.length) - 1] ?? []) : [],
    ),
  )
  return parts.flatMap((part) => {
    const { smallest } = part
    const end = bound === null ? smallest.length : positionBehind(smallest, bound)
    part.smallest = smallest.slice(end)
    return smallest.slice(0, end)
  })
}

/** Opens blocks until this many entries are the smallest ones. */
function open(part: SortedPart, wanted: number): void {
  let opened = 0
  const entries = [...part.smallest]
  for (; entries.length < wanted && opened < part.blocks.length; opened += 1)
    entries.push(...entriesIn(part.blocks[opened]?.entries ?? ''))
  part.smallest = entries
  part.blocks = part.blocks.slice(opened)
}
