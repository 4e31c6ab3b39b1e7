/**
 * Splits the JSON text of a list into the texts of its elements while the bytes arrive, so that no list is ever parsed
 * as a whole: parsed, a list of empty lists takes thirty times the memory of its text. The list is either the whole
 * answer or a named member of an object. The caller parses each element, which validates what is inside it.
 */
import { elementLimits } from '../http/answerLimits.ts'

/** Thrown where the answer is no JSON, or not a list. */
export class NotAList extends Error {}

export interface ElementText {
  /** Null where the element exceeds a limit, which `problem` names. */
  readonly text: string | null
  readonly problem: string
}

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]
const spaces: ReadonlySet<number> = new Set([' ', '\t', '\n', '\r'].map(code))
/** The limit for each member that an object has beside its list. */
const maxMemberBytes = 64 * 1024

type Phase = 'start' | 'elements' | 'members' | 'afterList' | 'done'

export class ElementSplitter {
  readonly #member: string | null
  #form: 'array' | 'object' | null = null
  #phase: Phase = 'start'
  #hadList = false
  /** The following fields describe the element or member that is being read. */
  #depth = 0
  #values = 0
  #inString = false
  #escaped = false
  #stored: Uint8Array[] = []
  #storedBytes = 0
  #problem = ''
  /** Whether anything of it has arrived. */
  #hasText = false
  /** Whether the last byte was a comma, so that another element or member has to follow. */
  #mustFollow = false

  /** `member` is null where the answer has to be the list itself. */
  constructor(member: string | null) {
    this.#member = member
  }

  /** Null until the first character has arrived. */
  get form(): 'array' | 'object' | null {
    return this.#form
  }

  /** Returns the elements that end within these bytes. Throws NotAList. */
  push(bytes: Uint8Array): readonly ElementText[] {
    const found: ElementText[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (this.#inString) this.#readString(byte)
      else if (!spaces.has(byte) && this.#readStructure(byte, bytes, from, at, found)) from = at + 1
    }
    if (this.#phase === 'elements' || this.#phase === 'members') this.#keep(bytes.subarray(from))
    return found
  }

  /** Throws NotAList where the text is incomplete. */
  end(): void {
    if (this.#phase !== 'done') throw new NotAList('not JSON')
    if (!this.#hadList) throw new NotAList('not a list')
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) this.#inString = false
  }

  /** Returns whether an element or a member begins after this byte. */
  #readStructure(byte: number, bytes: Uint8Array, from: number, at: number, found: ElementText[]): boolean {
    if (this.#phase === 'start') return this.#openRoot(byte)
    if (this.#phase === 'done') throw new NotAList('not JSON')
    if (this.#phase === 'afterList') return this.#readAfterList(byte)
    if (this.#depth === 0 && (byte === comma || byte === closeList || byte === closeObject)) {
      this.#keep(bytes.subarray(from, at))
      this.#endOne(byte, found)
      return true
    }
    if (byte === openList && this.#phase === 'members' && this.#depth === 0 && !this.#hadList) {
      this.#keep(bytes.subarray(from, at))
      if (this.#isListName()) {
        this.#openList()
        return true
      }
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
    } else if (byte === openObject && this.#member !== null) {
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

  /** The byte is a comma, or it ends the list or the object. */
  #endOne(byte: number, found: ElementText[]): void {
    const isList = this.#phase === 'elements'
    if (byte !== comma && byte !== (isList ? closeList : closeObject)) throw new NotAList('not JSON')
    if (!this.#hasText && (byte === comma || this.#mustFollow)) throw new NotAList('not JSON')
    if (this.#hasText && isList) {
      found.push({ text: this.#problem === '' ? this.#text() : null, problem: this.#problem })
    } else if (this.#hasText) this.#checkMember()
    this.#begin()
    this.#mustFollow = byte === comma
    if (byte === comma) return
    this.#phase = isList && this.#form === 'object' ? 'afterList' : 'done'
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

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#problem !== '') return
    const maxBytes = this.#phase === 'elements' ? elementLimits.bytes : maxMemberBytes
    if (this.#storedBytes + bytes.length > maxBytes) return this.#exceed('too many bytes')
    // Copied, because the caller may use the memory again.
    this.#stored.push(bytes.slice())
    this.#storedBytes += bytes.length
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
    this.#values = 0
    this.#depth = 0
    this.#hasText = false
    this.#problem = ''
  }

  #text(): string {
    return Buffer.concat(this.#stored, this.#storedBytes).toString('utf8')
  }

  /** Checks that a member beside the list is JSON; its value is not used. */
  #checkMember(): void {
    try {
      JSON.parse(`{${this.#text()}}`)
    } catch {
      throw new NotAList('not JSON')
    }
  }

  #isListName(): boolean {
    const text = this.#text().trim()
    if (!text.endsWith(':')) return false
    try {
      return JSON.parse(text.slice(0, -1)) === this.#member
    } catch {
      return false
    }
  }
}
