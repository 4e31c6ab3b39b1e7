/**
 * The customers that are selected for a task that covers several. A range of the list may have customers that the
 * window has not loaded: they are read, one range after the other, so that a range is selected whole or not at all.
 */
import { computed, shallowRef, type ComputedRef } from 'vue'
import { maxListedRows, maxSelected } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { writeCustomerLine } from '../../lib/customerLine.ts'

type ReadRows = (from: number, limit: number) => Promise<readonly CustomerRow[]>

interface SelectionSource {
  /** Returns the customer at a position, or `undefined` while it is not loaded. */
  readonly rowAt: (index: number) => CustomerRow | undefined
  /** Returns what reads the customers from a position of the present list on, also once another one is shown. */
  readonly reader: () => ReadRows
  /** Whether the list has everybody who shares an e-mail address. */
  readonly isComplete: () => boolean
}

interface CustomerSelection {
  readonly selected: ComputedRef<ReadonlySet<CustomerUid>>
  /** A readable line for each selected customer, with the customer's uid. */
  readonly selectedLines: ComputedRef<ReadonlyMap<string, CustomerUid>>
  /** Returns false, and selects nobody, if more than `maxSelected` customers would be selected. */
  readonly toggle: (row: CustomerRow) => boolean
  /**
   * Selects the customers at the positions `first` to `last`: beside all that are selected if the range begins, and
   * otherwise in place of the range as it was. Returns what `toggle` does; what was selected stays so then, as it does
   * if the customers can't be read.
   */
  readonly selectRange: (first: number, last: number, begins: boolean) => Promise<boolean>
  readonly deselect: () => void
}

interface Selected {
  /** `null` if there is none that fits in one line. */
  readonly email: string | null
  /** Whether the e-mail address may mean other customers too. */
  readonly isShared: boolean
}

/** A customer is recognised by the e-mail address. The uid distinguishes those who share one. */
export function linesOf(customers: ReadonlyMap<CustomerUid, Selected>): ReadonlyMap<string, CustomerUid> {
  const counts = new Map<string, number>()
  const keyOf = (email: string): string => email.toLowerCase()
  for (const { email } of customers.values())
    if (email !== null) counts.set(keyOf(email), (counts.get(keyOf(email)) ?? 0) + 1)
  const lineOf = (uid: CustomerUid, { email, isShared }: Selected): string => {
    if (email === null) return uid
    return isShared || counts.get(keyOf(email)) !== 1 ? writeCustomerLine({ address: email, uid }) : email
  }
  return new Map([...customers].map(([uid, customer]) => [lineOf(uid, customer), uid]))
}

/** Returns these customers, the first of whom is at the position `first`, with those that are not loaded. */
async function withMissing(
  rows: readonly (CustomerRow | undefined)[],
  first: number,
  readRows: ReadRows,
): Promise<readonly CustomerRow[]> {
  const all: CustomerRow[] = []
  for (let at = 0; at < rows.length;) {
    const loaded = rows[at]
    let end = at + 1
    if (loaded === undefined) {
      while (end < rows.length && end - at < maxListedRows && rows[end] === undefined) end += 1
      const read = await readRows(first + at, end - at)
      if (read.length < end - at) throw new Error('The list has become shorter')
      all.push(...read)
    } else all.push(loaded)
    at = end
  }
  if (new Set(all.map(({ uid }) => uid)).size < all.length) throw new Error('The list has another order now')
  return all
}

export function createCustomerSelection(source: SelectionSource): CustomerSelection {
  const customers = shallowRef<ReadonlyMap<CustomerUid, Selected>>(new Map())
  /** The ranges that are being read, one after the other. */
  let reading = Promise.resolve(true)
  let waiting = 0
  /** How often the selection was ended as a whole, which ends the ranges that are being read. */
  let ended = 0
  /** What was selected before the range that was begun last. */
  let before = customers.value

  const selectedOf = ({ email, sharedEmail }: CustomerRow): Selected => ({
    email: email !== null && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null,
    isShared: sharedEmail !== undefined || !source.isComplete(),
  })

  function selectBeside(others: ReadonlyMap<CustomerUid, Selected>, rows: readonly CustomerRow[]): boolean {
    const next = new Map(others)
    for (const row of rows) if (!next.has(row.uid)) next.set(row.uid, selectedOf(row))
    if (next.size > maxSelected) return false
    customers.value = next
    return true
  }
  function toggle(row: CustomerRow): boolean {
    if (!customers.value.has(row.uid)) return selectBeside(customers.value, [row])
    customers.value = new Map([...customers.value].filter(([uid]) => uid !== row.uid))
    return true
  }

  function selectRange(first: number, last: number, begins: boolean): Promise<boolean> {
    const isTooLarge = last - first >= maxSelected
    const length = isTooLarge ? 0 : last - first + 1
    const begin = (): void => {
      if (begins) before = customers.value
    }
    const select = (all: readonly CustomerRow[]): boolean => {
      begin()
      return !isTooLarge && selectBeside(before, all)
    }
    const rows = Array.from({ length }, (_, offset) => source.rowAt(first + offset))
    const loaded = rows.filter((row) => row !== undefined)
    // What needs no reading is selected before the next key.
    if (waiting === 0 && loaded.length === rows.length) return Promise.resolve(select(loaded))
    const read = source.reader()
    const begun = ended
    async function readAndSet(): Promise<boolean> {
      if (begun !== ended) return true
      const all = await withMissing(rows, first, read).catch((error: unknown) => {
        // A range of a selection that was ended is dropped.
        if (begun !== ended) return []
        begin()
        throw error
      })
      return begun !== ended || select(all)
    }
    waiting += 1
    const done = reading
      .catch(() => true)
      .then(readAndSet)
      .finally(() => (waiting -= 1))
    reading = done
    return done
  }

  return {
    selected: computed((): ReadonlySet<CustomerUid> => new Set(customers.value.keys())),
    selectedLines: computed(() => linesOf(customers.value)),
    toggle,
    selectRange,
    deselect() {
      ended += 1
      customers.value = new Map()
      before = customers.value
    },
  }
}
