/**
 * Reads a list from bytes as they arrive. Each part has the elements that ended within its bytes, parsed by their
 * schema. An element that can't be read is reported with its uid and hides no other element.
 */
import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import type { Unreadable } from '#shared/model/customer/views.ts'
import { customerIn } from '#shared/wire/envelope.ts'
import { type WireCustomerEntry, WireListedCustomer } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { WireSale } from '#shared/wire/optional.ts'
import { WireCountry } from '#shared/wire/countries.ts'
import { WireDevice } from '#shared/wire/devices.ts'
import { FeedPage } from '#shared/wire/relay.ts'
import { maxUnreadable, readElementLimits, relayPageLimits } from '../http/answerLimits.ts'
import { reasonOf, uidOf } from './parseList.ts'
import { ElementSplitter, type ElementBytes, type TakeElement } from './elementSplitter.ts'
import { parseWhole } from './guessedEnds.ts'

/**
 * An answer is the list itself, where `bare` allows it, or an object that holds it: under the documented name `member`,
 * or as its only array of objects.
 */
export const listKinds = {
  customers: { schema: WireListedCustomer, member: 'customers', bare: true },
  sales: { schema: WireSale, member: 'activatedItems', bare: true },
  inventory: { schema: WireInventoryItem, member: 'items', bare: false },
  countries: { schema: WireCountry, member: null, bare: true },
  devices: { schema: WireDevice, member: null, bare: true },
  /** A page of the records of a relay, which is one element. */
  relayPage: { schema: FeedPage, member: null, bare: true },
} as const satisfies Record<
  string,
  { readonly schema: z.ZodType; readonly member: string | null; readonly bare: boolean }
>
export type ListKind = keyof typeof listKinds

interface ElementTypes {
  readonly customers: WireCustomerEntry
  readonly sales: WireSale
  readonly inventory: WireInventoryItem
  readonly countries: WireCountry
  readonly devices: WireDevice
  readonly relayPage: FeedPage
}
export type ElementOf<K extends ListKind> = ElementTypes[K]

/** Elements that the caller has, in memory that its thread shares with the parser's. */
export interface KnownElements {
  readonly digests: SharedArrayBuffer
  readonly slots: SharedArrayBuffer
  /** Part of each digest: without it nobody can test guesses of a text. */
  readonly key: string
}

/** Items as bytes, which take less time than objects to be sent from thread to thread. */
export interface PackedItems {
  /** For each item the head followed by the body, in UTF-8. */
  readonly bytes: Uint8Array
  /** The position behind each head and each body. */
  readonly ends: Int32Array
}

/** What a reader of customers needs of their directory; the entry of the thread composes it. */
export interface CustomerStorage {
  readonly openKnown: (known: KnownElements) => {
    readonly digestOf: (bytes: Uint8Array) => Buffer
    /** Returns the position in the caller's table, or -1. */
    readonly find: (digest: Buffer) => number
  }
  /** Packs customers as the directory stores them, with hashes of their activation codes by this key. */
  readonly createPacker: (hashKey: string) => {
    readonly add: (customer: WireCustomerEntry) => void
    /** Returns what was added since the last call. */
    readonly take: () => PackedItems
  }
}

export interface ListSpec {
  readonly kind: ListKind
  /** Whether the answer is one element instead of a list. */
  readonly single: boolean
  readonly maxElements: number
  /** Elements that the caller has: they are neither parsed nor returned. */
  readonly known?: KnownElements | undefined
  /** Customers are returned as the directory stores them, with this key. */
  readonly hashKey?: string | undefined
}

export interface Part {
  readonly read: readonly unknown[]
  /** The customers as the directory stores them and their uids, instead of `read`, if the caller has named a key. */
  readonly prepared?: PackedItems
  readonly uids?: readonly (string | null)[]
  /** The digests of `read` or `prepared`, one after the other, if the caller has named known elements. */
  readonly digests?: Uint8Array
  /** The positions of known elements in the caller's table. */
  readonly unchanged?: readonly number[]
  readonly unreadable: readonly Unreadable[]
  /** Number of elements in this part, readable or not. */
  readonly received: number
  readonly form: 'array' | 'object' | null
  /** The envelope of a customer that is the whole answer. */
  readonly envelope?: string | undefined
}

/** Thrown where the list has more elements than its limit, or too many that can't be read. */
export class TooMany extends Error {}

interface ElementReader {
  /** Throws NotAList and TooMany. */
  readonly push: (bytes: Uint8Array) => Part
  readonly end: () => Part
}

/**
 * Counts values and characters, and stops as soon as a limit is exceeded. An element has at most as many of both as its
 * text has bytes.
 */
export function isTooLarge(element: unknown, limits: typeof readElementLimits = readElementLimits): boolean {
  const waiting: unknown[] = [element]
  let values = 0
  let characters = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    values += 1
    if (typeof value === 'string') characters += value.length
    if (values + waiting.length > limits.values || characters > limits.characters) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      characters += name.length
      waiting.push(part)
    }
  }
  return false
}

/** The schema of the kind has parsed the value. */
const isCustomer = (kind: ListKind, value: unknown): value is WireCustomerEntry =>
  kind === 'customers' && value !== undefined

/** The digests of a part, one after the other: kept as buffers until its end, many would survive a collection. */
function createDigestList() {
  let bytes = new Uint8Array(4096)
  let length = 0
  return {
    add(digest: Buffer): void {
      if (length + digest.length > bytes.length) {
        const longer = new Uint8Array(2 * bytes.length)
        longer.set(bytes)
        bytes = longer
      }
      bytes.set(digest, length)
      length += digest.length
    },
    /** Returns what was added since the last call. */
    take(): Uint8Array {
      const taken = bytes.slice(0, length)
      length = 0
      return taken
    },
  }
}

interface LookedUp {
  /** Null if the caller has named no known elements. */
  readonly digest: Buffer | null
  /** The position in the caller's table, or -1. */
  readonly position: number
}

/** What was read of an element while its end was guessed. A known one has no value. */
interface Whole extends LookedUp {
  readonly value: unknown
}

/** The bytes of the mark with which some services begin a text in UTF-8. */
const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf]

/** Returns a function that removes the mark from the bytes of a text, which come one part after the other. */
function createMarkFilter(): (bytes: Uint8Array) => Uint8Array {
  let next = 0
  return (bytes) => {
    let from = 0
    while (next < byteOrderMark.length && from < bytes.length) {
      const isMark = bytes[from] === byteOrderMark[next]
      next = isMark ? next + 1 : byteOrderMark.length
      if (isMark) from += 1
    }
    return from === 0 ? bytes : bytes.subarray(from)
  }
}

/** Opens the envelope of a customer that is the whole answer. Those of a list have none. */
function createEnvelope(isCustomer: boolean) {
  let term: string | undefined
  return {
    open(value: unknown): unknown {
      const found = isCustomer ? customerIn(value) : null
      term = found?.envelope
      return found?.entry ?? value
    },
    term: () => term,
  }
}

const brackets = { open: Buffer.from('['), close: Buffer.from(']') }

/** Returns a function that looks an element up in the table of the caller. */
const createLookUp =
  (table: ReturnType<CustomerStorage['openKnown']> | undefined) =>
  (bytes: Buffer | null): LookedUp => {
    if (table === undefined || bytes === null) return { digest: null, position: -1 }
    const digest = table.digestOf(bytes)
    return { digest, position: table.find(digest) }
  }

/** @param storage only needed if the caller names known elements or a key */
export function createElementReader(
  { kind, single, maxElements, known, hashKey }: ListSpec,
  storage?: CustomerStorage,
): ElementReader {
  const { schema, member, bare } = listKinds[kind]
  if (storage === undefined && (known ?? hashKey) !== undefined)
    throw new Error("This parser was created without the directory's part")
  const lookUp = createLookUp(known === undefined ? undefined : storage?.openKnown(known))
  const splitter = new ElementSplitter(single ? null : member, (bytes): Whole | undefined => {
    const found = lookUp(bytes)
    // What the caller has was an element before.
    if (found.position >= 0) return { ...found, value: undefined }
    const value = parseWhole(bytes)
    return value === undefined ? undefined : { ...found, value }
  })
  const withoutMark = createMarkFilter()
  const envelope = createEnvelope(single && kind === 'customers')
  const digests = createDigestList()
  const packer = hashKey === undefined ? undefined : storage?.createPacker(hashKey)
  let received = 0
  let unreadableCount = 0

  const parse = ({ bytes, problem, whole }: ElementBytes<Whole>): { readonly value: unknown } | Unreadable => {
    if (bytes === null) return { uid: null, reason: problem }
    // Text that is no JSON ends the whole answer, because it is unknown where the next element begins.
    const value = envelope.open(whole === undefined ? JSON.parse(bytes.toString('utf8')) : whole.value)
    // Elsewhere a wrong byte is shown as a replacement character, but a uid with one would name another customer.
    const uid = isUtf8(bytes) ? null : uidOf(value)
    if (uid?.includes('\ufffd') === true) return { uid: null, reason: 'element: the uid is not UTF-8' }
    // The errors of a schema take many times the memory of the wrong values.
    if (kind === 'relayPage' && isTooLarge(value, relayPageLimits))
      return { uid: null, reason: 'element: too many values' }
    const parsed = schema.safeParse(value)
    if (!parsed.success) return { uid: uidOf(value), reason: reasonOf(parsed.error) }
    return bytes.length > readElementLimits.values && isTooLarge(parsed.data)
      ? { uid: uidOf(value), reason: 'element: too many values' }
      : { value: parsed.data }
  }

  const requireForm = (): void => {
    if (!single && splitter.form === 'array' && !bare) throw new TypeError('not a list')
  }
  const end = (take: TakeElement<Whole>): void => {
    if (single) splitter.push(brackets.close, take)
    splitter.end()
  }

  /** Returns the part with the elements that end within these bytes, or the last part if there are none. */
  const partOf = (bytes: Uint8Array | null): Part => {
    const read: unknown[] = []
    const unreadable: Unreadable[] = []
    const unchanged: number[] = []
    const uids: (string | null)[] = []
    const before = received
    const take = (element: ElementBytes<Whole>): void => {
      requireForm()
      received += 1
      if (received > maxElements) throw new TooMany('elements')
      const { digest, position } = element.whole ?? lookUp(element.bytes)
      if (position >= 0) {
        unchanged.push(position)
        return
      }
      const outcome = parse(element)
      if ('value' in outcome) {
        if (packer !== undefined && isCustomer(kind, outcome.value)) {
          packer.add(outcome.value)
          uids.push(uidOf(outcome.value))
        } else read.push(outcome.value)
        if (digest !== null) digests.add(digest)
      } else unreadable.push(outcome)
      if (unreadableCount + unreadable.length > maxUnreadable) throw new TooMany('unreadable')
    }
    if (bytes !== null) splitter.push(withoutMark(bytes), take)
    else end(take)
    requireForm()
    unreadableCount += unreadable.length
    const differences = known === undefined ? {} : { digests: digests.take(), unchanged }
    const asStored = packer !== undefined ? { prepared: packer.take(), uids } : {}
    const about = { received: received - before, form: splitter.form, envelope: envelope.term() }
    return { read, unreadable, ...about, ...differences, ...asStored }
  }

  if (single) splitter.push(brackets.open, () => undefined)
  return { push: (bytes) => partOf(bytes), end: () => partOf(null) }
}
