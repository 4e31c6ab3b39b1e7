/**
 * What became of the presses on a customer's page: rows of the journal, newest first, kept while the window is open so
 * that they are still there when the agent comes back. Rows that are not final come from the journal itself.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OperationRow, OperationState } from '#shared/model/operation.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

const notFinal: ReadonlySet<OperationState> = new Set(['INTENT', 'SENDING', 'UNKNOWN', 'NEEDS_HUMAN'])

export function isOpenOperation(row: OperationRow): boolean {
  return notFinal.has(row.state)
}

/** Rows merged by id, the later version of each, newest operation first. */
export function mergeOutcomes(known: readonly OperationRow[], news: readonly OperationRow[]): readonly OperationRow[] {
  const byId = new Map(known.map((row) => [row.id, row]))
  for (const row of news) {
    const old = byId.get(row.id)
    if (old === undefined || old.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  return [...byId.values()].toSorted((a, b) => b.id.localeCompare(a.id))
}

export const useOutcomes = defineStore('outcomes', () => {
  const byCustomer = shallowRef<ReadonlyMap<CustomerUid, readonly OperationRow[]>>(new Map())

  const of = (uid: CustomerUid): readonly OperationRow[] => byCustomer.value.get(uid) ?? []

  function add(uid: CustomerUid, rows: readonly OperationRow[]): void {
    if (rows.length === 0) return
    byCustomer.value = new Map(byCustomer.value).set(uid, mergeOutcomes(of(uid), rows))
  }

  /** A pushed row: news of one that is shown already, or of one that is still open. */
  function note(row: OperationRow): void {
    if (row.customerUid === null) return
    const shown = of(row.customerUid).some((known) => known.id === row.id)
    if (shown || isOpenOperation(row)) add(row.customerUid, [row])
  }

  function dismiss(uid: CustomerUid, id: string): void {
    byCustomer.value = new Map(byCustomer.value).set(uid, of(uid).filter((row) => row.id !== id || isOpenOperation(row)))
  }

  return { of, add, note, dismiss }
})
