/**
 * New entries of the index of names, which wait in memory until a commit. They are kept in sorted parts: a small part
 * is sorted when it is full, and parts of the same size are joined, so that neither a search nor a write takes long.
 */
import { idOf, type NameEntry, positionBehind, positionOf, smallestText, sortedEntries } from './nameIndex.ts'

export interface WaitingNames {
  readonly add: (entries: readonly NameEntry[]) => void
  readonly delete: (entry: NameEntry) => void
  /** Adds the ids of the entries with this beginning, until there are as many as the limit. */
  readonly find: (beginning: string, limit: number, ids: number[]) => void
  /** Removes some of the smallest entries and returns them in their order, or none if nothing waits. */
  readonly takeSome: () => readonly NameEntry[]
  readonly clear: () => void
}

/** Entries of the first size of a part. Those that are not sorted yet are compared one by one. */
const smallest = 1000
/** Parts of one size that are joined. */
const joined = 8
/** Joining more at once would take longer than a search should wait. */
const maxLevel = 1
/** About how many entries are taken from all parts together. */
const takenAtOnce = 4000

interface SortedPart {
  readonly level: number
  readonly entries: readonly NameEntry[]
  /** The entries before this position have been taken. */
  from: number
}

export function createWaitingNames(): WaitingNames {
  let parts: SortedPart[] = []
  let newest: NameEntry[] = []

  const sortNewest = (): void => {
    if (newest.length > 0) parts.push({ level: 0, entries: sortedEntries(newest), from: 0 })
    newest = []
    for (;;) {
      const level = parts.at(-1)?.level ?? maxLevel
      const last = parts.slice(-joined)
      if (level >= maxLevel || last.length < joined || last.some((part) => part.level !== level)) return
      const entries = sortedEntries(last.flatMap((part) => part.entries.slice(part.from)))
      parts = [...parts.slice(0, -joined), { level: level + 1, entries, from: 0 }]
    }
  }

  return {
    add(entries) {
      for (const entry of entries) newest.push(entry)
      if (newest.length >= smallest) sortNewest()
    },
    delete(entry) {
      newest = newest.filter((one) => one !== entry)
      parts = parts.map((part) => {
        const at = positionOf(part.entries, entry, part.from)
        return part.entries[at] === entry ? { ...part, entries: part.entries.toSpliced(at, 1) } : part
      })
    },
    find(beginning, limit, ids) {
      for (const entry of newest) if (ids.length < limit && entry.startsWith(beginning)) ids.push(idOf(entry))
      for (const part of parts)
        for (let at = positionOf(part.entries, beginning, part.from); ids.length < limit; at += 1) {
          const entry = part.entries[at]
          if (entry?.startsWith(beginning) !== true) break
          ids.push(idOf(entry))
        }
    },
    takeSome() {
      sortNewest()
      const taken = sortedEntries(smallestOf(parts))
      parts = parts.filter(({ from, entries }) => from < entries.length)
      return taken
    },
    clear() {
      parts = []
      newest = []
    },
  }
}

/** Takes some of the smallest entries of all parts. */
function smallestOf(parts: readonly SortedPart[]): NameEntry[] {
  const ofEach = Math.ceil(takenAtOnce / Math.max(1, parts.length))
  // An entry that is not among the first ones of its part is greater than the last of them.
  const bound = smallestText(
    parts.flatMap(({ entries, from }) => (from + ofEach < entries.length ? (entries[from + ofEach - 1] ?? []) : [])),
  )
  return parts.flatMap((part) => {
    const { entries, from } = part
    part.from = bound === null ? entries.length : positionBehind(entries, bound, from)
    return entries.slice(from, part.from)
  })
}
