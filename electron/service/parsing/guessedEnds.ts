/**
 * Guesses where the elements of a list end, because to find out byte by byte takes as long as to parse them. Most
 * elements of a list begin with the same member, so the next element probably begins where this beginning is found
 * next. A guess never decides: the bytes up to there are an element only if they are one JSON text as a whole.
 */
import { elementLimits } from '../http/answerLimits.ts'

/** Bytes in which the end of an element is searched for. A text of this length can't have too many values. */
const maxBytes = 64 * 1024
/** Bytes of a list in which the beginning of its second element is searched for. */
const maxBeginning = 100
/** With this many more wrong guesses than right ones no more are made for a list, so that they cost little. */
const maxWrong = 100

const beginning = /^,[ \t\r\n]*\{[ \t\r\n]*"[\w-]+"/

/** Returns what the bytes are if they are one element as a whole, or undefined if they are not or may not be. */
export type ReadWhole<Whole> = (bytes: Buffer) => Whole | undefined

/** Returns the value of a JSON text, or undefined where the bytes are none, or where it may be nested too deeply. */
export function parseWhole(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (mayBeDeep(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** Whether a text has so many brackets, in strings or elsewhere, that it may exceed the limit of nested values. */
function mayBeDeep(text: string): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > elementLimits.depth) return true
    }
  }
  return false
}

interface Guess<Whole> {
  /** The position of the comma behind the element. */
  readonly end: number
  readonly whole: Whole
}

export class GuessedEnds<Whole> {
  readonly #readWhole: ReadWhole<Whole>
  /** The comma before an element with the beginning of the element, or null until the second element has arrived. */
  #separator: Buffer | null = null
  /** How many more guesses were wrong than right, if they were. */
  #wrong = 0

  constructor(readWhole: ReadWhole<Whole>) {
    this.#readWhole = readWhole
  }

  /** Takes what all elements probably begin with from the comma at this position. */
  learn(bytes: Buffer, comma: number): void {
    if (this.#separator !== null || this.#wrong >= maxWrong) return
    const found = beginning.exec(bytes.toString('latin1', comma, comma + maxBeginning))
    if (found === null) this.#wrong += 1
    else this.#separator = Buffer.from(found[0], 'latin1')
  }

  /** Returns the element at this position, `incomplete` where the bytes seem to end before it does, or `wrong`. */
  at(bytes: Buffer, from: number): Guess<Whole> | 'incomplete' | 'wrong' {
    if (this.#separator === null || this.#wrong >= maxWrong) return 'wrong'
    const near = bytes.subarray(from, from + maxBytes)
    const length = near.indexOf(this.#separator)
    if (length === -1 && near.length < maxBytes) return 'incomplete'
    const whole = length === -1 ? undefined : this.#readWhole(near.subarray(0, length))
    if (whole === undefined) {
      this.#wrong += 1
      return 'wrong'
    }
    this.#wrong = Math.max(0, this.#wrong - 1)
    return { end: from + length, whole }
  }
}
