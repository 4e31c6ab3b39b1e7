/**
 * The outcomes of the submissions on each page: rows of the journal, newest first. They are stored while the window is
 * open, so that they are still there when the agent comes back. Rows that are not terminal come from the journal
 * itself. A purchase for a new customer has no customer's page until the customer is known: its outcome is shown on the
 * inventory page, where it was submitted.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OperationRow } from '#shared/model/operation.ts'
import { isTerminal } from '#shared/model/operationStates.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

const registers = 'registers'
type Place = CustomerUid | typeof registers

/** Merges rows by id, keeps the later version of each, and returns the newest operation first. */
export function mergeOutcomes(known: readonly OperationRow[], news: readonly OperationRow[]): readonly OperationRow[] {
  const byId = new Map(known.map((row) => [row.id, row]))
  for (const row of news) {
    const old = byId.get(row.id)
    if (old === undefined || old.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  return [...byId.values()].toSorted((a, b) => b.id.localeCompare(a.id))
}

/** A late duplicate is news about an operation that has ended. */
const isNews = (row: OperationRow): boolean => !isTerminal(row.state) || row.duplicates.length > 0

export const useOutcomes = defineStore('outcomes', () => {
  const byPlace = shallowRef<ReadonlyMap<Place, readonly OperationRow[]>>(new Map())

  const at = (place: Place): readonly OperationRow[] => byPlace.value.get(place) ?? []
  const put = (place: Place, rows: readonly OperationRow[]): void =>
    void (byPlace.value = new Map(byPlace.value).set(place, rows))

  /** An outcome that has ended is replaced by those of later submissions. */
  function addAt(place: Place, rows: readonly OperationRow[]): void {
    if (rows.length > 0)
      put(
        place,
        mergeOutcomes(at(place), rows).filter((row, index) => index === 0 || isNews(row)),
      )
  }

  function noteAt(place: Place, row: OperationRow): void {
    if (isNews(row) || at(place).some((known) => known.id === row.id)) addAt(place, [row])
  }

  /** Handles a pushed row, if it is shown already or still open. */
  function note(row: OperationRow): void {
    if (row.kind === 'register') noteAt(registers, row)
    if (row.customerUid !== null) noteAt(row.customerUid, row)
  }

  const without = (place: Place, id: string): void =>
    put(
      place,
      at(place).filter((row) => row.id !== id || !isTerminal(row.state)),
    )

  return {
    of: (uid: CustomerUid): readonly OperationRow[] => at(uid),
    add: (uid: CustomerUid, rows: readonly OperationRow[]): void => addAt(uid, rows),
    note,
    dismiss: (uid: CustomerUid, id: string): void => without(uid, id),
    /** The purchases for new customers of the open connection. */
    registers: computed(() => at(registers).filter((row) => row.current)),
    addRegisters: (rows: readonly OperationRow[]): void => addAt(registers, rows),
    dismissRegister: (id: string): void => without(registers, id),
    /** Called when another connection was opened. */
    forgetRegisters: (): void => put(registers, []),
  }
})
