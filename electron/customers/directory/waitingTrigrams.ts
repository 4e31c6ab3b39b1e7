/**
 * Changes of the trigram index, which wait in memory until a commit. Each is a trigram and the id of a customer who has
 * it, or of one who no longer has it with a minus. They are kept as they come and sorted when they are written, which
 * takes a third of the time of a map with the ids of each trigram: that would be spread all over the memory.
 */
import { keyOf, keysOf, type TrigramKey, trigramOf } from './trigrams.ts'

/** Changes of one trigram, in the order in which they came. */
export interface TrigramChanges {
  readonly trigram: string
  readonly ids: Int32Array
}

export interface WaitingTrigrams {
  readonly add: (id: number, text: string) => void
  readonly change: (id: number, before: string, after: string) => void
  /** Number of changes. */
  readonly count: () => number
  /** Returns the ids that wait to be added to a trigram, ascending. Some may be removed again, or there twice. */
  readonly idsOf: (trigram: string) => Int32Array
  /** Returns the trigrams that are changed and begin with this text. */
  readonly beginningWith: (text: string) => ReadonlySet<string>
  /** Removes the changes of one trigram and returns them, or null if nothing waits. */
  readonly takeOne: () => TrigramChanges | null
  readonly clear: () => void
}

const smallest = 4096
/** The keys of trigrams with characters of more than ten bits, which are texts, are numbered from here. */
const firstOfTexts = 2 ** 30
const digitBits = 11
const digits = 1 << digitBits
const passes = 3

/** The changes before `from` have been taken. */
interface Changes {
  keys: Int32Array
  ids: Int32Array
  from: number
  length: number
}

const noChanges = (): Changes => ({ keys: new Int32Array(smallest), ids: new Int32Array(smallest), from: 0, length: 0 })

export function createWaitingTrigrams(): WaitingTrigrams {
  let newest = noChanges()
  /** In the order of their keys. */
  let sorted: Changes | null = null
  const texts: string[] = []
  const numbers = new Map<string, number>()

  const numberOf = (key: TrigramKey): number => {
    if (typeof key === 'number') return key
    const number = numbers.get(key) ?? firstOfTexts + texts.push(key) - 1
    numbers.set(key, number)
    return number
  }
  const textOf = (number: number): string =>
    number < firstOfTexts ? trigramOf(number) : (texts[number - firstOfTexts] ?? '')
  const count = (): number => newest.length + (sorted === null ? 0 : sorted.length - sorted.from)
  const clear = (): void => {
    newest = noChanges()
    sorted = null
    texts.length = 0
    numbers.clear()
  }
  const append = (keys: readonly TrigramKey[], id: number): void => {
    for (const key of keys) {
      if (newest.length === newest.keys.length) newest = enlarged(newest)
      newest.keys[newest.length] = typeof key === 'number' ? key : numberOf(key)
      newest.ids[newest.length] = id
      newest.length += 1
    }
  }
  return {
    add: (id, text) => append(keysOf(text), id),
    change(id, before, after) {
      append(keysMissing(before, after), -id)
      append(keysMissing(after, before), id)
    },
    count,
    idsOf(trigram) {
      const key = keyOf(trigram)
      const number = typeof key === 'number' ? key : (numbers.get(key) ?? -1)
      const found: number[] = []
      for (const changes of [sorted, newest]) if (changes !== null) addIdsOf(changes, number, found)
      return Int32Array.from(found).sort()
    },
    beginningWith(text) {
      const found = new Set<number>()
      for (const changes of [sorted, newest])
        for (let at = changes?.from ?? 0; at < (changes?.length ?? 0); at += 1) found.add(changes?.keys[at] ?? 0)
      return new Set([...found].map(textOf).filter((trigram) => trigram.startsWith(text)))
    },
    takeOne() {
      if (count() === 0) return null
      if (sorted === null || sorted.from === sorted.length) {
        sorted = sortedByKey(newest)
        newest = noChanges()
      }
      const { keys, ids, from, length } = sorted
      let end = from + 1
      while (end < length && keys[end] === keys[from]) end += 1
      sorted.from = end
      const taken = { trigram: textOf(keys[from] ?? 0), ids: ids.subarray(from, end) }
      if (count() === 0) clear()
      return taken
    },
    clear,
  }
}

/** Returns the keys of the first text that the second one has not got. */
function keysMissing(text: string, other: string): readonly TrigramKey[] {
  const others = new Set(keysOf(other))
  return keysOf(text).filter((key) => !others.has(key))
}

function addIdsOf({ keys, ids, from, length }: Changes, number: number, found: number[]): void {
  const some = keys.subarray(from, length)
  for (let at = some.indexOf(number); at !== -1; at = some.indexOf(number, at + 1)) {
    const id = ids[from + at] ?? 0
    // A text may have a trigram several times.
    if (id > 0 && id !== found.at(-1)) found.push(id)
  }
}

function enlarged({ keys, ids, ...others }: Changes): Changes {
  const larger = { keys: new Int32Array(2 * keys.length), ids: new Int32Array(2 * keys.length), ...others }
  larger.keys.set(keys)
  larger.ids.set(ids)
  return larger
}

/** Sorts by the key, digit by digit, and leaves the order of the changes of a trigram as it is. */
function sortedByKey({ keys, ids, length }: Changes): Changes {
  let from: Pick<Changes, 'keys' | 'ids'> = { keys, ids }
  let to: typeof from = { keys: new Int32Array(length), ids: new Int32Array(length) }
  for (let pass = 0; pass < passes; pass += 1) {
    const shift = pass * digitBits
    const starts = new Int32Array(digits + 1)
    for (let at = 0; at < length; at += 1) {
      const digit = (((from.keys[at] ?? 0) >>> shift) & (digits - 1)) + 1
      starts[digit] = (starts[digit] ?? 0) + 1
    }
    for (let digit = 1; digit <= digits; digit += 1) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
    for (let at = 0; at < length; at += 1) {
      const key = from.keys[at] ?? 0
      const digit = (key >>> shift) & (digits - 1)
      const place = starts[digit] ?? 0
      starts[digit] = place + 1
      to.keys[place] = key
      to.ids[place] = from.ids[at] ?? 0
    }
    const sorted = to
    to = pass === 0 ? { keys: new Int32Array(length), ids: new Int32Array(length) } : from
    from = sorted
  }
  return { ...from, from: 0, length }
}
