/**
 * Changes of the trigram index, which wait in memory until a commit. Each is a trigram and the id of a customer who has
 * it, or of one who no longer has it with a minus. They are kept as they come and sorted when they are written, which
 * takes a third of the time of a map with the ids of each trigram: that would be spread all over the memory.
 */
import { indexedKeysOf, keyOf, type TrigramKey, trigramOf } from './trigrams.ts'

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

/** A key that is a text takes the memory of this many changes. */
const changesOfText = 16

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
  const numbers = createKeyNumbers()
  /** The different keys of the newest changes before a position. */
  const distinct = { keys: new Set<number>(), before: 0 }

  const count = (): number => newest.length + (sorted === null ? 0 : sorted.length - sorted.from)
  const replaceNewest = (): void => {
    newest = noChanges()
    distinct.keys.clear()
    distinct.before = 0
  }
  const clear = (): void => {
    replaceNewest()
    sorted = null
    numbers.clear()
  }
  /** Counts on where the last call has ended, because a search asks several times. */
  const distinctKeys = (): ReadonlySet<number> => {
    for (; distinct.before < newest.length; distinct.before += 1) distinct.keys.add(newest.keys[distinct.before] ?? 0)
    return distinct.keys
  }
  const append = (keys: readonly TrigramKey[], id: number): void => {
    for (const key of keys) {
      if (newest.length === newest.keys.length) newest = enlarged(newest)
      newest.keys[newest.length] = typeof key === 'number' ? key : numbers.of(key)
      newest.ids[newest.length] = id
      newest.length += 1
    }
  }
  return {
    add: (id, text) => append(indexedKeysOf(text), id),
    change(id, before, after) {
      append(keysMissing(before, after), -id)
      append(keysMissing(after, before), id)
    },
    size: () => count() + numbers.count() * changesOfText,
    idsOf(trigrams) {
      const wanted = trigrams.map(keyOf).flatMap((key) => (typeof key === 'number' ? key : (numbers.known(key) ?? [])))
      const found: number[] = []
      for (const changes of [sorted, newest]) if (changes !== null) addIdsOf(changes, wanted, found)
      return Int32Array.from(found).sort()
    },
    beginningWith(text) {
      const keys = new Set(distinctKeys())
      for (let at = sorted?.from ?? 0; at < (sorted?.length ?? 0); at += 1) keys.add(sorted?.keys[at] ?? 0)
      return [...keys].map(numbers.textOf).filter((trigram) => trigram.startsWith(text))
    },
    takeOne() {
      if (count() === 0) return null
      if (sorted === null || sorted.from === sorted.length) {
        numbers.sort(newest)
        sorted = sortedByKey(newest)
        replaceNewest()
      }
      const { keys, ids, from, length } = sorted
      let end = from + 1
      while (end < length && keys[end] === keys[from]) end += 1
      sorted.from = end
      const taken = { trigram: numbers.textOf(keys[from] ?? 0), ids: ids.subarray(from, end) }
      if (count() === 0) clear()
      return taken
    },
    clear,
  }
}

/** The numbers of keys that are texts. */
interface KeyNumbers {
  readonly of: (text: string) => number
  readonly known: (text: string) => number | undefined
  readonly textOf: (number: number) => string
  readonly count: () => number
  /** Numbers them in the order of the file, while all changes with one of them are these. */
  readonly sort: (changes: Changes) => void
  readonly clear: () => void
}

function createKeyNumbers(): KeyNumbers {
  let texts: string[] = []
  let numbers = new Map<string, number>()
  return {
    of(text) {
      const number = numbers.get(text) ?? firstOfTexts + texts.push(text) - 1
      numbers.set(text, number)
      return number
    },
    known: (text) => numbers.get(text),
    textOf: (number) => (number < firstOfTexts ? trigramOf(number) : (texts[number - firstOfTexts] ?? '')),
    count: () => numbers.size,
    sort({ keys, length }) {
      if (texts.length === 0) return
      const before = texts
      texts = texts.toSorted(inOrderOfFile)
      numbers = new Map(texts.map((text, at) => [text, firstOfTexts + at]))
      for (let at = 0; at < length; at += 1) {
        const key = keys[at] ?? 0
        if (key >= firstOfTexts) keys[at] = numbers.get(before[key - firstOfTexts] ?? '') ?? key
      }
    },
    clear() {
      texts = []
      numbers = new Map()
    },
  }
}

/** UTF-8 has the order of code points. */
const inOrderOfFile = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Returns the keys of the first text that the second one has not got. */
function keysMissing(text: string, other: string): readonly TrigramKey[] {
  const others = new Set(indexedKeysOf(other))
  return indexedKeysOf(text).filter((key) => !others.has(key))
}

/** Of one key a native search is quicker. */
function addIdsOf({ keys, ids, from, length }: Changes, wanted: readonly number[], found: number[]): void {
  const add = (at: number): void => {
    const id = ids[at] ?? 0
    // A text may have a trigram several times.
    if (id > 0 && id !== found.at(-1)) found.push(id)
  }
  const [only, ...others] = wanted
  if (only === undefined) return
  if (others.length === 0) {
    const some = keys.subarray(from, length)
    for (let at = some.indexOf(only); at !== -1; at = some.indexOf(only, at + 1)) add(from + at)
    return
  }
  const all = new Set(wanted)
  for (let at = from; at < length; at += 1) if (all.has(keys[at] ?? 0)) add(at)
}

function enlarged({ keys, ids, ...others }: Changes): Changes {
  const larger = { keys: new Int32Array(2 * keys.length), ids: new Int32Array(2 * keys.length), ...others }
  larger.keys.set(keys)
  larger.ids.set(ids)
  return larger
}

/**
 * Sorts by the key, digit by digit, and leaves the order of the changes of a trigram as it is. It writes over the given
 * arrays, too.
 */
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
    ;[from, to] = [to, from]
  }
  return { ...from, from: 0, length }
}
