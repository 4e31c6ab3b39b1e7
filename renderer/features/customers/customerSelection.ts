/**
 * The customers that are selected for a task that covers several. A range of the list may have customers that the
 * window has not loaded: they are read, one range after the other, so that a range is selected whole or not at all.
 */
import { computed, shallowRef, type ComputedRef } from 'vue'
import { maxListedRows, maxSelected } from '#shared/model/customerList.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

type ReadRows = (from: number, limit: number) => Promise<readonly CustomerRow[]>

export interface SelectionSource {
  /** Returns the customer at a position, or `undefined` while it is not loaded. */
  readonly rowAt: (index: number) => CustomerRow | undefined
  /** Returns what reads the customers from a position of the present list on, also once another one is shown. */
  readonly reader: () => ReadRows
  /** Whether the list has everybody who shares an e-mail address. */
  readonly isComplete: () => boolean
}

export interface CustomerSelection {
  readonly selected: ComputedRef<ReadonlySet<CustomerUid>>
  readonly selectedNames: ComputedRef<readonly string[]>
  /** Returns false, and selects nobody, if more than `maxSelected` customers would be selected. */
  readonly toggle: (row: CustomerRow) => boolean
  /** Selects the customers at the positions `first` to `last`, or ends their selection. Returns what `toggle` does. */
  readonly selectRange: (first: number, last: number, on: boolean) => Promise<boolean>
  readonly deselect: () => void
}

/** What an agent recognises a customer by, in one line: an e-mail address, unless it means other customers too. */
const nameOf = ({ uid, email, sharedEmail }: CustomerRow): string =>
  email !== null && /^[^\s@]+@[^\s@]+$/.test(email) && sharedEmail === undefined ? email : uid

/** Returns these customers, the first of whom is at the position `first`, with those that are not loaded. */
async function withMissing(
  rows: readonly (CustomerRow | undefined)[],
  first: number,
  read: ReadRows,
): Promise<readonly CustomerRow[]> {
  const all: CustomerRow[] = []
  for (let at = 0; at < rows.length;) {
    const loaded = rows[at]
    let end = at + 1
    if (loaded === undefined) {
      while (end < rows.length && end - at < maxListedRows && rows[end] === undefined) end += 1
      all.push(...(await read(first + at, end - at)))
    } else all.push(loaded)
    at = end
  }
  return all
}

export function createCustomerSelection(source: SelectionSource): CustomerSelection {
  const names = shallowRef<ReadonlyMap<CustomerUid, string>>(new Map())
  /** The ranges that are being read, one after the other. */
  let reading = Promise.resolve(true)
  let waiting = 0
  /** How often the selection was ended as a whole, which ends the ranges that are being read. */
  let ended = 0

  function set(rows: readonly CustomerRow[], on: boolean): boolean {
    const next = new Map(names.value)
    for (const row of rows)
      if (!on) next.delete(row.uid)
      else if (!next.has(row.uid)) next.set(row.uid, source.isComplete() ? nameOf(row) : row.uid)
    if (on && next.size > maxSelected) return false
    names.value = next
    return true
  }

  function selectRange(first: number, last: number, on: boolean): Promise<boolean> {
    // So large a range was never selected, so nothing of it has to be ended either.
    if (last - first >= maxSelected) return Promise.resolve(!on)
    const rows = Array.from({ length: last - first + 1 }, (_, offset) => source.rowAt(first + offset))
    const loaded = rows.filter((row) => row !== undefined)
    // What needs no reading is selected before the next key.
    if (waiting === 0 && loaded.length === rows.length) return Promise.resolve(set(loaded, on))
    const read = source.reader()
    const begun = ended
    async function readAndSet(): Promise<boolean> {
      if (begun !== ended) return true
      const all = await withMissing(rows, first, read)
      return begun !== ended || set(all, on)
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
    selected: computed((): ReadonlySet<CustomerUid> => new Set(names.value.keys())),
    selectedNames: computed((): readonly string[] => [...names.value.values()]),
    toggle: (row) => set([row], !names.value.has(row.uid)),
    selectRange,
    deselect() {
      ended += 1
      names.value = new Map()
    },
  }
}
