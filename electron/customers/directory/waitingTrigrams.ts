/**
 * Changes of the trigram index, which wait in memory until they are written. Each is a trigram and the id of a customer
 * who has it, or of one who no longer has it with a minus. They are kept as they come, with a number for each trigram,
 * and put in order when they are written. That takes a third of the time of a map with the ids of each trigram, which
 * would be spread all over the memory. What comes while changes are written waits for the next time.
 */
import { createTrigramNumbers, type TrigramNumbers } from './trigramNumbers.ts'
import { eachIndexedKey, indexedKeysOf, keyOf, type TrigramKey, trigramOf } from './trigrams.ts'

/** Changes of one trigram, in the order in which they came. */
export interface TrigramChanges {
  readonly trigram: string
  readonly ids: Int32Array
}

export interface WaitingTrigrams {
  readonly add: (id: number, text: string) => void
  readonly change: (id: number, before: string, after: string) => void
  /** About how many changes wait, by the memory that they take. */
  readonly size: () => number
  /** Returns the ids that wait to be added to one of these, ascending. Some may be removed again, or there twice. */
  readonly idsOf: (trigrams: readonly string[]) => Int32Array
  /** Returns the trigrams that are changed and begin with this text. */
  readonly beginningWith: (text: string) => readonly string[]
  /** Removes the changes of one trigram and returns them until the next call, or null if nothing waits. */
  readonly takeOne: () => TrigramChanges | null
  readonly clear: () => void
}

const smallest = 4096
/** A trigram takes the memory of this many changes, and of more if its key is a text. */
const changesOfTrigram = 8
const moreOfText = 16

/** Changes as they have come. */
interface Newest {
  /** The numbers of their trigrams. */
  numbers: Int32Array<ArrayBuffer>
  ids: Int32Array<ArrayBuffer>
  length: number
  readonly trigrams: TrigramNumbers
}

/** Changes that are being taken, those of a trigram together. */
interface Sorted {
  readonly ids: Int32Array<ArrayBuffer>
  readonly trigrams: TrigramNumbers
  /** The numbers of the trigrams in the order in which they are taken. */
  readonly order: Int32Array
  /** Where the changes of each number begin and end. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Trigrams that have been taken. */
  taken: number
  /** Changes that are left. */
  left: number
}

const noChanges = (trigrams: TrigramNumbers): Newest => ({
  numbers: new Int32Array(smallest),
  ids: new Int32Array(smallest),
  length: 0,
  trigrams,
})

export function createWaitingTrigrams(): WaitingTrigrams {
  /** Two are used in turns: one of the newest changes, and one of those that are being taken. */
  let unused = createTrigramNumbers()
  let newest = noChanges(createTrigramNumbers())
  let sorted: Sorted | null = null

  const append = (key: TrigramKey, id: number): void => {
    if (newest.length === newest.ids.length) enlarge(newest)
    newest.numbers[newest.length] = newest.trigrams.count(key)
    newest.ids[newest.length] = id
    newest.length += 1
  }
  const clear = (): void => {
    newest.trigrams.clear()
    newest = noChanges(newest.trigrams)
    if (sorted !== null) unused = sorted.trigrams
    sorted = null
  }
  return {
    add: (id, text) => eachIndexedKey(text, (key) => append(key, id)),
    change(id, before, after) {
      for (const key of keysMissing(before, after)) append(key, -id)
      for (const key of keysMissing(after, before)) append(key, id)
    },
    size: () => newest.length + sizeOf(newest.trigrams) + (sorted === null ? 0 : sizeLeft(sorted)),
    idsOf(trigrams) {
      const keys = trigrams.map(keyOf)
      const found: number[] = []
      if (sorted !== null) addIdsOfSorted(sorted, keys, found)
      addIdsOfNewest(newest, keys, found)
      return Int32Array.from(found).sort()
    },
    beginningWith(text) {
      const left = Array.from(sorted?.order.subarray(sorted.taken) ?? [], (number) => sorted?.trigrams.keys[number])
      return [...new Set([...left, ...newest.trigrams.keys])].flatMap((key) => {
        const trigram = key === undefined ? '' : trigramOf(key)
        return trigram.startsWith(text) ? trigram : []
      })
    },
    takeOne() {
      if (newest.length + (sorted?.left ?? 0) === 0) return null
      if (sorted === null || sorted.left === 0) {
        // The same memory is used again and again: new one would be garbage that has to be collected.
        const into: Int32Array<ArrayBuffer> =
          sorted !== null && sorted.ids.length >= newest.length ? sorted.ids : new Int32Array(newest.ids.length)
        if (sorted !== null) unused = sorted.trigrams
        unused.clear()
        sorted = sortedInto(into, newest)
        newest = { ...newest, length: 0, trigrams: unused }
      }
      const taken = takeNext(sorted)
      if (newest.length + sorted.left === 0) clear()
      return taken
    },
    clear,
  }
}

const sizeOf = ({ keys, texts }: TrigramNumbers): number => keys.length * changesOfTrigram + texts() * moreOfText

const sizeLeft = ({ trigrams, order, taken, left }: Sorted): number =>
  left + Math.ceil(sizeOf(trigrams) * (1 - taken / order.length))

function enlarge(newest: Newest): void {
  const { numbers, ids } = newest
  newest.numbers = new Int32Array(2 * numbers.length)
  newest.ids = new Int32Array(2 * ids.length)
  newest.numbers.set(numbers)
  newest.ids.set(ids)
}

function sortedInto(into: Sorted['ids'], { numbers, ids, length, trigrams }: Newest): Sorted {
  const order = inOrder(trigrams)
  const starts = new Int32Array(order.length)
  let start = 0
  for (const number of order) {
    starts[number] = start
    start += trigrams.counts[number] ?? 0
  }
  const ends = starts.slice()
  for (let at = 0; at < length; at += 1) {
    const number = numbers[at] ?? 0
    const place = ends[number] ?? 0
    ends[number] = place + 1
    into[place] = ids[at] ?? 0
  }
  return { ids: into, trigrams, order, starts, ends, taken: 0, left: length }
}

/** Returns the numbers in the order of the file: first those whose keys are numbers, and then the others. */
function inOrder({ numberOf, keys }: TrigramNumbers): Int32Array {
  const numeric = Float64Array.from(keys.filter((key) => typeof key === 'number')).sort()
  // UTF-8 has the order of code points.
  const texts = keys
    .filter((key) => typeof key === 'string')
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  return Int32Array.from([...numeric, ...texts], numberOf)
}

function takeNext(sorted: Sorted): TrigramChanges {
  const { ids, trigrams, order, starts, ends } = sorted
  const number = order[sorted.taken] ?? 0
  const [start = 0, end = 0] = [starts[number], ends[number]]
  sorted.taken += 1
  sorted.left -= end - start
  ends[number] = start
  return { trigram: trigramOf(trigrams.keys[number] ?? 0), ids: ids.subarray(start, end) }
}

/** Returns the keys of the first text that the second one has not got. */
function keysMissing(text: string, other: string): readonly TrigramKey[] {
  const others = new Set(indexedKeysOf(other))
  return indexedKeysOf(text).filter((key) => !others.has(key))
}

/** A text may have a trigram several times. */
function addId(id: number, found: number[]): void {
  if (id > 0 && id !== found.at(-1)) found.push(id)
}

function addIdsOfSorted({ ids, trigrams, starts, ends }: Sorted, keys: readonly TrigramKey[], found: number[]): void {
  for (const key of keys) {
    const number = trigrams.numberOf(key)
    for (let at = starts[number] ?? 0; at < (ends[number] ?? 0); at += 1) addId(ids[at] ?? 0, found)
  }
}

/** Of one trigram a native search is quicker. */
function addIdsOfNewest(
  { numbers, ids, length, trigrams }: Newest,
  keys: readonly TrigramKey[],
  found: number[],
): void {
  const wanted = new Set(keys.map(trigrams.numberOf).filter((number) => number !== -1))
  const [only] = wanted
  if (only === undefined) return
  if (wanted.size === 1) {
    const some = numbers.subarray(0, length)
    for (let at = some.indexOf(only); at !== -1; at = some.indexOf(only, at + 1)) addId(ids[at] ?? 0, found)
    return
  }
  for (let at = 0; at < length; at += 1) if (wanted.has(numbers[at] ?? 0)) addId(ids[at] ?? 0, found)
}
