/**
 * The outcomes of the submissions on each page: rows of the journal, newest first. They are stored while the window is
 * open, so that they are still there when the agent comes back. A plain success that was seen is gone when the customer
 * is opened again later; the timeline and the journal keep it. All others stay until they are dismissed. Rows that are
 * not terminal come from the journal itself. A purchase for a new customer has no customer's page until the customer is
 * known: its outcome is shown on the inventory page, where it was submitted.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { merge } from '../operations/useJournal.ts'
import { isPlainSuccess } from './deviations.ts'

const registers = 'registers'
type PageKey = CustomerUid | typeof registers

/** A late duplicate is news about an operation that has ended. */
const isNoteworthy = (row: OperationRow): boolean => !isTerminal(row.state) || row.duplicates.length > 0

/** The journal reports a row that the answer has brought already. */
const isSame = (one: OperationRow, other: OperationRow): boolean =>
  one.id === other.id && JSON.stringify(one) === JSON.stringify(other)

/** For this time after a success the agent may change between customers of the same call. Milliseconds. */
const staysMs = 5 * 60_000

/** The outcomes by page. A list in which nothing changes is not replaced, so that nothing is rendered again. */
function createPages() {
  const byPage = shallowRef<ReadonlyMap<PageKey, readonly OperationRow[]>>(new Map())

  const of = (page: PageKey): readonly OperationRow[] => byPage.value.get(page) ?? []
  const set = (page: PageKey, rows: readonly OperationRow[]): void =>
    void (byPage.value = new Map(byPage.value).set(page, rows))

  /** An outcome that has ended is replaced by those of later submissions. */
  function add(page: PageKey, rows: readonly OperationRow[]): void {
    const known = of(page)
    const news = rows.filter((row) => !known.some((each) => isSame(each, row)))
    if (news.length > 0)
      set(
        page,
        merge(known, news).filter((row, index) => index === 0 || isNoteworthy(row)),
      )
  }

  function remove(page: PageKey, isRemoved: (row: OperationRow) => boolean): void {
    const kept = of(page).filter((row) => !isRemoved(row))
    if (kept.length < of(page).length) set(page, kept)
  }

  return { of, add, remove }
}

export const useOutcomes = defineStore('outcomes', () => {
  const { of, add, remove } = createPages()

  function updateOutcomes(page: PageKey, row: OperationRow): void {
    if (isNoteworthy(row) || of(page).some((known) => known.id === row.id)) add(page, [row])
  }

  /** Handles a pushed row, if it is shown already or still open. */
  function update(row: OperationRow): void {
    if (row.kind === 'register') updateOutcomes(registers, row)
    if (row.customerUid !== null) updateOutcomes(row.customerUid, row)
  }

  const seen = new Set<string>()
  /** The successes that are gone. */
  const past = new Set<string>()
  /** Called when a customer's page is left with everything that it showed. */
  function leave(uid: CustomerUid): void {
    for (const { id, state } of of(uid)) if (isTerminal(state)) seen.add(id)
  }
  /** Called when a customer's page is opened. Returns the outcomes that were seen on an earlier call. */
  function enter(uid: CustomerUid, now: number): readonly OperationRow[] {
    const earlier = of(uid).filter((row) => seen.has(row.id) && now - Date.parse(row.updatedAt) > staysMs)
    const over = earlier.filter(isPlainSuccess)
    for (const { id } of over) {
      seen.delete(id)
      past.add(id)
    }
    remove(uid, (row) => over.includes(row))
    return earlier
  }
  /** Adds those of the journal that are open, that are shown, or that are gone although a duplicate was found since. */
  function addFromJournal(uid: CustomerUid, rows: readonly OperationRow[]): void {
    const shown = new Set(of(uid).map(({ id }) => id))
    add(
      uid,
      rows.filter((row) => !isTerminal(row.state) || shown.has(row.id) || (past.has(row.id) && isNoteworthy(row))),
    )
  }

  const dismiss = (page: PageKey, id: string): void => remove(page, (row) => row.id === id && isTerminal(row.state))

  return {
    of,
    add,
    addFromJournal,
    update,
    enter,
    leave,
    dismiss,
    /** The purchases for new customers of the open connection. */
    registers: computed(() => of(registers).filter((row) => row.current)),
    addRegisters: (rows: readonly OperationRow[]): void => add(registers, rows),
    dismissRegister: (id: string): void => dismiss(registers, id),
    /** Called when another connection was opened. */
    clearRegisters: (): void => remove(registers, () => true),
  }
})
