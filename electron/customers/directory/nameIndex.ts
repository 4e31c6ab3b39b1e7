/**
 * The entries of the index of names: a name, and the id of a customer who has it. About sixty of them, sorted, are a
 * block, which is one text: each entry follows a line feed.
 */
import type { Name } from './indexedNames.ts'

/** A name and the id of one of its customers. Values hold no control characters. */
export type NameEntry = string

const beforeId = '\t'

/** What all entries of a name begin with. */
export const beginningOf = (name: Name): string => name + beforeId
/** Joined, because a text that is added to another one takes half as long again to be sorted. */
export const entryOf = (name: Name, id: number): NameEntry => [name, id].join(beforeId)
/** Returns the name of an entry. */
export const nameIn = (entry: NameEntry): Name => entry.slice(0, entry.lastIndexOf(beforeId))
export const idOf = (entry: NameEntry): number => idIn(entry, 0).id

/** Returns the id of the entry that begins at this position of a text, and where it ends. */
function idIn(text: string, at: number): { readonly id: number; readonly end: number } {
  let end = text.indexOf(beforeId, at) + 1
  let id = 0
  for (; isDigit(text.charCodeAt(end)); end += 1) id = id * 10 + text.charCodeAt(end) - zero
  return { id, end }
}

const zero = 48
const isDigit = (code: number): boolean => code >= zero && code < zero + 10

/** Sorts entries, of which parts may be sorted already, and leaves out those that are there twice. */
export function sortedEntries(entries: NameEntry[]): readonly NameEntry[] {
  // Without a function that compares, it takes two thirds of the time.
  entries.sort()
  return entries.filter((entry, at) => entry !== entries[at - 1])
}

/** Returns the smallest of these texts, or null without any. */
export const smallestText = (texts: readonly string[]): string | null =>
  texts.reduce<string | null>((smallest, text) => (smallest === null || text < smallest ? text : smallest), null)

/** Returns the position of the first sorted entry that is not less than this text. */
export const positionOf = (entries: readonly NameEntry[], text: string): number =>
  firstPosition(entries, (entry) => entry >= text)

/** Returns the position of the first sorted entry that is greater than this text. */
export const positionBehind = (entries: readonly NameEntry[], text: string): number =>
  firstPosition(entries, (entry) => entry > text)

/**
 * Returns the first position for which this holds.
 *
 * @param isThere holds for all items from some position on
 */
export function firstPosition<Item>(items: readonly Item[], isThere: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item === undefined || isThere(item)) high = middle
    else low = middle + 1
  }
  return low
}

/** Characters of a block, so that four of them with their keys fill a page of the file. */
const maxLength = 1900

/** Divides sorted entries into blocks of about the same length. */
export function blockTexts(entries: readonly NameEntry[]): readonly string[] {
  const total = entries.reduce((sum, { length }) => sum + length + 1, 0)
  const length = total / Math.ceil(total / maxLength)
  const blocks: string[] = []
  let from = 0
  let end = length
  let written = 0
  for (let at = 0; at < entries.length; at += 1) {
    if (written >= end) {
      blocks.push(blockText(entries.slice(from, at)))
      from = at
      end += length
    }
    written += (entries[at] ?? '').length + 1
  }
  return from < entries.length ? [...blocks, blockText(entries.slice(from))] : blocks
}

export const blockText = (entries: readonly NameEntry[]): string => `\n${entries.join('\n')}`
export const entriesIn = (block: string): NameEntry[] => block.slice(1).split('\n')
export const firstOf = (block: string): NameEntry => block.slice(1, lengthOfFirst(block))
export const lastOf = (block: string): NameEntry => block.slice(block.lastIndexOf('\n') + 1)
/** Whether a block has less than half of the length that it may have. */
export const isSmall = (block: string): boolean => block.length <= maxLength / 2

function lengthOfFirst(block: string): number {
  const end = block.indexOf('\n', 1)
  return end === -1 ? block.length : end
}

/**
 * Adds the ids of the entries of a block with this beginning. Returns whether no entry of a following block has it, or
 * there are as many ids as the limit.
 */
export function addIds(block: string, beginning: string, limit: number, ids: number[]): boolean {
  let at = block.indexOf(`\n${beginning}`) + 1
  if (at === 0) return lastOf(block) > beginning
  while (ids.length < limit) {
    const { id, end } = idIn(block, at)
    ids.push(id)
    at = end + 1
    if (at > block.length) return false
    if (!block.startsWith(beginning, at)) return true
  }
  return true
}
