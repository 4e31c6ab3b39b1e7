/**
 * Who has packages of some kinds, and which filters list them, in memory: six bytes or a few more for each customer.
 * To look them up in the file would take a second where a country has many customers. They are read with the first use.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../storage/index.ts'
import { eachFlag, flagFilters, selectedFlags, type FlagFilter } from './factsIndexes.ts'
import { numbersIn } from './kinds.ts'

/** What is known of a customer. */
interface Membership {
  /** The filters, as `bitsOf` returns them. */
  readonly bits: number
  /** As `Kinds` returns them. */
  readonly kinds: string
}

export interface Members {
  /**
   * Reads all customers, a part at a time, unless they are known.
   * @param rollbacks the number of rollbacks so far
   */
  readonly read: (rollbacks: () => number) => Promise<void>
  /** Whether any customers are known, so that each change of them has to be passed to `changed`. */
  readonly areRead: () => boolean
  /** A customer was written. `null`: the customer was not, or is no longer, in the directory. */
  readonly changed: (id: number, before: Membership | null, after: Membership | null) => void
  /** Returns who has packages of one of these kinds. */
  readonly withKinds: (kinds: readonly number[]) => MemberSet
}

/** Customers by their ids. */
export interface MemberSet {
  readonly has: (id: number) => boolean
  readonly add: (id: number) => void
  /** How many there are, and how many of them each filter lists. */
  readonly counts: () => Readonly<Record<FlagFilter | 'all', number>>
  /** Returns those whom a filter lists, up to an id and in the order of their ids. */
  readonly ids: (filter: FlagFilter | 'all', upTo: number) => number[]
  /** How many of them are not in the other set. */
  readonly countWithout: (other: MemberSet) => number
}

const bitOf: Readonly<Record<FlagFilter, number>> = eachFlag((flag) => 1 << flagFilters.indexOf(flag))

/** Returns the filters of a customer as one number. */
export const bitsOf = (flags: Readonly<Record<FlagFilter, number>>): number =>
  flagFilters.reduce((bits, flag) => bits | (flags[flag] === 0 ? 0 : bitOf[flag]), 0)

/** Customers that are read without a pause. */
const readAtOnce = 5000
const firstLength = 16

/** The ids of the customers with a kind, in any order. */
interface Holders {
  ids: Int32Array
  length: number
}

interface State {
  bits: Uint16Array
  readonly holders: Map<number, Holders>
  /** Customers up to this id are known, which is infinite once all are. */
  upTo: number
  readonly rollbacks: number
  /** How often a customer was removed from a kind, for which all of that kind are looked through. */
  removals: number
}

/** After more removals all is forgotten, because to read all customers again takes less time. */
const maxRemovals = 2000

const emptyState = (rollbacks: number): State => ({
  bits: new Uint16Array(firstLength),
  holders: new Map(),
  upTo: 0,
  rollbacks,
  removals: 0,
})

export function createMembers(db: Db): Members {
  let state: State | null = null
  let reading: Promise<void> | null = null
  const select = db.prepare<[number, number], Record<FlagFilter, number> & { id: number; kinds: string }>(
    `SELECT id, kinds, ${selectedFlags} FROM facts WHERE id > ? ORDER BY id LIMIT ?`,
  )

  /** A rollback while it reads begins again. */
  async function readAll(rollbacks: () => number): Promise<void> {
    let current = (state = emptyState(rollbacks()))
    while (current.upTo < Infinity) {
      if (current.rollbacks !== rollbacks()) current = state = emptyState(rollbacks())
      const some = select.all(current.upTo, readAtOnce)
      for (const { id, kinds, ...flags } of some) change(current, id, null, { bits: bitsOf(flags), kinds })
      current.upTo = some.length < readAtOnce ? Infinity : (some.at(-1)?.id ?? Infinity)
      if (current.upTo < Infinity) await yieldToEventLoop()
    }
  }
  const isWhole = (rollbacks: number): boolean => state?.upTo === Infinity && state.rollbacks === rollbacks
  return {
    async read(rollbacks) {
      while (!isWhole(rollbacks())) await (reading ??= readAll(rollbacks).finally(() => (reading = null)))
    },
    areRead: () => state !== null,
    changed(id, before, after) {
      if (state === null || id > state.upTo) return
      change(state, id, before, after)
      if (state.removals > maxRemovals && state.upTo === Infinity) state = null
    },
    withKinds: (kinds) => withKinds(state ?? emptyState(0), kinds),
  }
}

function change(state: State, id: number, before: Membership | null, after: Membership | null): void {
  if (id >= state.bits.length) state.bits = enlarged(state.bits, id)
  state.bits[id] = after?.bits ?? 0
  if (before?.kinds === after?.kinds) return
  const [old, wanted] = [numbersIn(before?.kinds ?? ''), numbersIn(after?.kinds ?? '')]
  for (const kind of old) {
    if (wanted.includes(kind)) continue
    remove(state.holders.get(kind), id)
    state.removals += 1
  }
  for (const kind of wanted) if (!old.includes(kind)) add(state.holders, kind, id)
}

function enlarged(bits: Uint16Array, id: number): Uint16Array {
  const larger = new Uint16Array(2 * id)
  larger.set(bits)
  return larger
}

function add(holders: Map<number, Holders>, kind: number, id: number): void {
  const of = holders.get(kind) ?? { ids: new Int32Array(firstLength), length: 0 }
  holders.set(kind, of)
  if (of.length === of.ids.length) {
    const larger = new Int32Array(2 * of.length)
    larger.set(of.ids)
    of.ids = larger
  }
  of.ids[of.length] = id
  of.length += 1
}

function remove(of: Holders | undefined, id: number): void {
  const at = of?.ids.subarray(0, of.length).indexOf(id) ?? -1
  if (of === undefined || at === -1) return
  of.length -= 1
  of.ids[at] = of.ids[of.length] ?? 0
}

function withKinds({ bits, holders }: State, kinds: readonly number[]): MemberSet {
  const members = new Uint8Array(bits.length)
  for (const kind of kinds) {
    const of = holders.get(kind)
    if (of !== undefined) for (const id of of.ids.subarray(0, of.length)) members[id] = 1
  }
  const has = (id: number): boolean => members[id] === 1
  function each(visit: (id: number) => void, upTo = Infinity): void {
    for (let id = members.indexOf(1); id !== -1 && id <= upTo; id = members.indexOf(1, id + 1)) visit(id)
  }
  return {
    has,
    add(id) {
      if (id < members.length) members[id] = 1
    },
    counts() {
      const withBits = new Uint32Array(2 ** flagFilters.length)
      each((id) => {
        const some = bits[id] ?? 0
        withBits[some] = (withBits[some] ?? 0) + 1
      })
      const count = (bit: number): number =>
        withBits.reduce((sum, number, some) => sum + ((some & bit) === bit ? number : 0), 0)
      return { all: count(0), ...eachFlag((flag) => count(bitOf[flag])) }
    },
    ids(filter, upTo) {
      const bit = filter === 'all' ? 0 : bitOf[filter]
      const found: number[] = []
      each((id) => {
        if (((bits[id] ?? 0) & bit) === bit) found.push(id)
      }, upTo)
      return found
    },
    countWithout(other) {
      let count = 0
      each((id) => {
        if (!other.has(id)) count += 1
      })
      return count
    },
  }
}
