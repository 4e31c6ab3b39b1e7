/**
 * Splits the JSON text of a list into the texts of its elements while the bytes arrive, so that no list is ever parsed
 * as a whole: parsed, a list of empty lists takes thirty times the memory of its text. The list is either the whole
 * answer or a member of an object: the one with the documented name, or else the only one that is an array of objects.
 * What is inside an element is validated when it is parsed: by the caller, or by
 * `readWhole` where its end was guessed.
 */
import { isListOfObjects } from '#shared/wire/envelope.ts'
import { elementLimits } from '../http/answerLimits.ts'
import { GuessedEnds, type ReadWhole } from './guessedEnds.ts'

/** Thrown where the answer is no JSON, or not a list. */
export class NotAList extends Error {}

export interface ElementBytes<Whole> {
  /** Null where the element exceeds a limit, which `problem` names. Valid until the next element. */
  readonly bytes: Buffer | null
  readonly problem: string
  /** What `readWhole` has returned for these bytes, if it was called. */
  readonly whole?: Whole
}

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]
const spaces: ReadonlySet<number> = new Set([' ', '\t', '\n', '\r'].map(code))
/** Bytes of a string that are examined here before a native search continues, which costs more to begin. */
const shortString = 24
/** The limit for each member that an object has beside its list. */
const maxMemberBytes = 64 * 1024

function countBackslashes(bytes: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && bytes[at - 1] === backslash) at -= 1
  return end - at
}

/** Receives each element as soon as it ends: several that are kept together would survive collections of garbage. */
export type TakeElement<Whole> = (element: ElementBytes<Whole>) => void

type Phase = 'start' | 'elements' | 'members' | 'afterList' | 'done'

export class ElementSplitter<Whole = never> {
  readonly #member: string | null
  readonly #readWhole: ReadWhole<Whole> | undefined
  readonly #guesses: GuessedEnds<Whole> | null
  #form: 'array' | 'object' | null = null
  #phase: Phase = 'start'
  #hadList = false
  /** Whether the list has the documented name, so that other arrays beside it don't matter. */
  #isNamed = false
  /** The members that are arrays of objects: the only one is the list. Of several the first is kept. */
  #candidates = 0
  #candidate: Buffer | null = null
  #hadEmpty = false
  /** The following fields describe the element or member that is being read. */
  #depth = 0
  #values = 0
  #inString = false
  #escaped = false
  #stored: Buffer[] = []
  #storedBytes = 0
  /** Where the array that is the value of the member begins in its text, or -1. */
  #arrayAt = -1
  #problem = ''
  /** Whether anything of it has arrived. */
  #hasText = false
  /** Whether the last byte was a comma, so that another element or member has to follow. */
  #mustFollow = false

  /** `member` is the documented name of the list, if it has one. With `readWhole`, most elements are cut sooner. */
  constructor(member: string | null, readWhole?: ReadWhole<Whole>) {
    this.#member = member
    this.#readWhole = readWhole
    this.#guesses = readWhole === undefined ? null : new GuessedEnds(readWhole)
  }

  /** Null until the first character has arrived. */
  get form(): 'array' | 'object' | null {
    return this.#form
  }

  /** Passes on the elements that end within these bytes. Throws NotAList, and what `take` throws. */
  push(given: Uint8Array, take: TakeElement<Whole>): void {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    let from = 0
    let at = 0
    let guesses = this.#guesses
    while (at < bytes.length) {
      if (guesses !== null && at === from && this.#isBetween()) {
        const guess = guesses.at(bytes, at)
        if (guess === 'incomplete') guesses = null
        else if (guess !== 'wrong') {
          take({ bytes: bytes.subarray(from, guess.end), problem: '', whole: guess.whole })
          this.#mustFollow = true
          from = at = guess.end + 1
          continue
        }
      }
      if (this.#inString || (this.#phase === 'elements' && this.#depth > 0)) {
        at = this.#skipInside(bytes, at)
        continue
      }
      const byte = bytes[at] ?? 0
      if (!spaces.has(byte) && this.#readStructure(byte, bytes, from, at, take)) {
        from = at + 1
        if (byte === comma && this.#phase === 'elements') this.#guesses?.learn(bytes, at)
      }
      at += 1
    }
    const rest = bytes.subarray(from)
    if (this.#phase === 'members' && this.#storedBytes + rest.length > maxMemberBytes) this.#adopt(rest, take)
    else if (this.#phase === 'elements' || this.#phase === 'members') this.#keep(rest)
  }

  /** Whether nothing of the next element has arrived, not even a space before it. */
  #isBetween(): boolean {
    return this.#phase === 'elements' && !this.#hasText && this.#storedBytes === 0 && this.#problem === ''
  }

  /** Throws NotAList where the text is incomplete. */
  end(): void {
    if (this.#phase !== 'done') throw new NotAList('not JSON')
    if (!this.#hadList) throw new NotAList('not a list')
  }

  /**
   * Returns the position at which a string or the outermost value ends, or the end of the bytes. Most bytes of a list
   * pass only through here.
   */
  #skipInside(bytes: Buffer, from: number): number {
    let at = this.#inString ? this.#skipString(bytes, from) : from
    const isElement = this.#phase === 'elements'
    let [depth, values] = [this.#depth, this.#values]
    while (at < bytes.length && isElement && depth > 0) {
      const byte = bytes[at] ?? 0
      at += 1
      if (byte === quote) at = this.#skipString(bytes, at)
      else if (byte === comma) values += 1
      else if (byte === openList || byte === openObject) {
        depth += 1
        values += 1
        if (depth > elementLimits.depth) this.#exceed('nested too deeply')
      } else if (byte === closeList || byte === closeObject) depth -= 1
    }
    this.#depth = depth
    this.#values = values
    if (values > elementLimits.values) this.#exceed('too many values')
    return at
  }

  /** Returns the position behind the string that goes on at `from`, or the end of the bytes if it doesn't end there. */
  #skipString(bytes: Buffer, from: number): number {
    let at = from
    this.#inString = true
    if (this.#escaped && at < bytes.length) {
      this.#escaped = false
      at += 1
    }
    const near = Math.min(bytes.length, at + shortString)
    while (at < near) {
      const byte = bytes[at] ?? 0
      at += 1
      if (byte === quote) {
        this.#inString = false
        return at
      }
      if (byte !== backslash) continue
      this.#escaped = at === bytes.length
      at += 1
    }
    return at >= bytes.length ? bytes.length : this.#skipLongString(bytes, at)
  }

  /** Goes on from quote to quote. A quote belongs to the string if an odd number of backslashes is before it. */
  #skipLongString(bytes: Buffer, from: number): number {
    let begin = from
    for (;;) {
      const end = bytes.indexOf(quote, begin)
      const isEscaped = countBackslashes(bytes, begin, end === -1 ? bytes.length : end) % 2 === 1
      if (end === -1) {
        this.#escaped = isEscaped
        return bytes.length
      }
      if (!isEscaped) {
        this.#inString = false
        return end + 1
      }
      begin = end + 1
    }
  }

  /** Returns whether an element or a member begins after this byte. */
  #readStructure(byte: number, bytes: Buffer, from: number, at: number, take: TakeElement<Whole>): boolean {
    if (this.#phase === 'start') return this.#openRoot(byte)
    if (this.#phase === 'done') throw new NotAList('not JSON')
    if (this.#phase === 'afterList') return this.#readAfterList(byte)
    if (this.#depth === 0 && (byte === comma || byte === closeList || byte === closeObject)) {
      this.#endOne(byte, bytes.subarray(from, at), take)
      return true
    }
    if (byte === openList && this.#phase === 'members' && this.#depth === 0 && this.#arrayAt === -1) {
      this.#keep(bytes.subarray(from, at))
      const name = this.#nameOf()
      if (name !== null && name === this.#member && !this.#hadList) {
        this.#isNamed = true
        this.#openList()
        return true
      }
      if (name !== null) this.#arrayAt = this.#storedBytes
      // The bytes of the member up to here are stored, and what follows is stored from this byte on.
      this.#keep(bytes.subarray(at, at + 1))
      this.#count(byte)
      return true
    }
    this.#count(byte)
    return false
  }

  #openRoot(byte: number): boolean {
    if (byte === openList) {
      this.#form = 'array'
      this.#openList()
    } else if (byte === openObject) {
      this.#form = 'object'
      this.#phase = 'members'
    } else throw new NotAList('not a list')
    return true
  }

  #openList(): void {
    this.#phase = 'elements'
    this.#hadList = true
    this.#mustFollow = false
    this.#begin()
  }

  #readAfterList(byte: number): boolean {
    if (byte === comma) {
      this.#phase = 'members'
      this.#mustFollow = true
    } else if (byte === closeObject) this.#phase = 'done'
    else throw new NotAList('not JSON')
    return true
  }

  /** Goes on with the array that the member is as with the list, because it is too long to be anything beside it. */
  #adopt(rest: Buffer, take: TakeElement<Whole>): void {
    if (this.#arrayAt === -1) throw new NotAList('not a list')
    if (this.#hadList || this.#candidate !== null) throw new NotAList('two lists')
    const array = Buffer.concat([...this.#stored, rest]).subarray(this.#arrayAt + 1)
    this.#inString = false
    this.#escaped = false
    this.#openList()
    this.push(array, take)
  }

  /** At the end of the object: its only array of objects is the list, and without one an empty array is. */
  #takeCandidate(take: TakeElement<Whole>): void {
    if (this.#hadList) return
    if (this.#candidates > 1) throw new NotAList('two lists')
    this.#hadList = this.#candidate !== null || this.#hadEmpty
    if (this.#candidate !== null) new ElementSplitter(null, this.#readWhole).push(this.#candidate, take)
  }

  /** The byte is a comma, or it ends the list or the object. */
  #endOne(byte: number, last: Buffer, take: TakeElement<Whole>): void {
    const isList = this.#phase === 'elements'
    if (byte !== comma && byte !== (isList ? closeList : closeObject)) throw new NotAList('not JSON')
    if (!this.#hasText && (byte === comma || this.#mustFollow)) throw new NotAList('not JSON')
    if (this.#hasText && isList) {
      const bytes = this.#joined(last)
      take({ bytes, problem: this.#problem })
    } else if (this.#hasText) {
      // An array has no limit here, because it may be the list.
      if (this.#arrayAt === -1) this.#keep(last)
      this.#checkMember(this.#arrayAt === -1 ? Buffer.alloc(0) : last)
    }
    this.#begin()
    this.#mustFollow = byte === comma
    if (byte === comma) return
    this.#phase = isList && this.#form === 'object' ? 'afterList' : 'done'
    if (this.#phase === 'done') this.#takeCandidate(take)
  }

  #count(byte: number): void {
    this.#hasText = true
    if (byte === quote) this.#inString = true
    else if (byte === comma) this.#values += 1
    else if (byte === openList || byte === openObject) {
      this.#depth += 1
      this.#values += 1
    } else if (byte === closeList || byte === closeObject) this.#depth -= 1
    if (this.#depth > elementLimits.depth) this.#exceed('nested too deeply')
    else if (this.#values > elementLimits.values) this.#exceed('too many values')
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0 || !this.#fits(bytes)) return
    // Copied, because the caller may use the memory again.
    this.#stored.push(Buffer.from(bytes))
    this.#storedBytes += bytes.length
  }

  #fits(bytes: Buffer): boolean {
    const maxBytes = this.#phase === 'elements' ? elementLimits.bytes : maxMemberBytes
    if (this.#problem === '' && this.#storedBytes + bytes.length > maxBytes) this.#exceed('too many bytes')
    return this.#problem === ''
  }

  /** Returns the element that ends with these bytes. Most elements arrive as a whole and are not copied. */
  #joined(last: Buffer): Buffer | null {
    if (!this.#fits(last)) return null
    return this.#stored.length === 0 ? last : Buffer.concat([...this.#stored, last], this.#storedBytes + last.length)
  }

  #exceed(what: string): void {
    if (this.#phase !== 'elements') throw new NotAList('not a list')
    if (this.#problem === '') this.#problem = `element: ${what}`
    this.#stored = []
    this.#storedBytes = 0
  }

  #begin(): void {
    this.#stored = []
    this.#storedBytes = 0
    this.#arrayAt = -1
    this.#values = 0
    this.#depth = 0
    this.#hasText = false
    this.#problem = ''
  }

  /** Checks that a member beside the list is JSON, and keeps one that may be the list. */
  #checkMember(last: Buffer): void {
    const text = Buffer.concat([...this.#stored, last])
    for (const value of membersIn(`{${text.toString('utf8')}}`)) {
      this.#hadEmpty ||= Array.isArray(value) && value.length === 0
      if (this.#isNamed || !isListOfObjects(value)) continue
      if (this.#hadList) throw new NotAList('two lists')
      this.#candidates += 1
      this.#candidate ??= text.subarray(this.#arrayAt)
    }
  }

  /** The name of the member whose value begins here, or null. */
  #nameOf(): string | null {
    const text = Buffer.concat(this.#stored, this.#storedBytes).toString('utf8').trim()
    if (!text.endsWith(':')) return null
    try {
      const name: unknown = JSON.parse(text.slice(0, -1))
      return typeof name === 'string' ? name : null
    } catch {
      return null
    }
  }
}

function membersIn(text: string): readonly unknown[] {
  try {
    const object: unknown = JSON.parse(text)
    return typeof object === 'object' && object !== null ? Object.values(object) : []
  } catch {
    throw new NotAList('not JSON')
  }
}
