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

export const useOutcomes = defineStore('outcomes', () => {
  const byPage = shallowRef<ReadonlyMap<PageKey, readonly OperationRow[]>>(new Map())

  const outcomesOf = (page: PageKey): readonly OperationRow[] => byPage.value.get(page) ?? []
  const setOutcomes = (page: PageKey, rows: readonly OperationRow[]): void =>
    void (byPage.value = new Map(byPage.value).set(page, rows))

  /** An outcome that has ended is replaced by those of later submissions. */
  function addOutcomes(page: PageKey, rows: readonly OperationRow[]): void {
    const known = outcomesOf(page)
    const news = rows.filter((row) => !known.some((each) => isSame(each, row)))
    if (news.length > 0)
      setOutcomes(
        page,
        merge(known, news).filter((row, index) => index === 0 || isNoteworthy(row)),
      )
  }

  function updateOutcomes(page: PageKey, row: OperationRow): void {
    if (isNoteworthy(row) || outcomesOf(page).some((known) => known.id === row.id)) addOutcomes(page, [row])
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
    for (const { id, state } of outcomesOf(uid)) if (isTerminal(state)) seen.add(id)
  }
  /** Called when a customer's page is opened. Returns the outcomes that were seen on an earlier call. */
  function enter(uid: CustomerUid, now: number): readonly OperationRow[] {
    const rows = outcomesOf(uid)
    const earlier = rows.filter((row) => seen.has(row.id) && now - Date.parse(row.updatedAt) > staysMs)
    const over = earlier.filter(isPlainSuccess)
    for (const { id } of over) {
      seen.delete(id)
      past.add(id)
    }
    if (over.length > 0)
      setOutcomes(
        uid,
        rows.filter((row) => !over.includes(row)),
      )
    return earlier
  }
  /** Adds those of the journal that are open, that are shown, or that are gone although a duplicate was found since. */
  function addFromJournal(uid: CustomerUid, rows: readonly OperationRow[]): void {
    const shown = new Set(outcomesOf(uid).map(({ id }) => id))
    addOutcomes(
      uid,
      rows.filter((row) => !isTerminal(row.state) || shown.has(row.id) || (past.has(row.id) && isNoteworthy(row))),
    )
  }

  const dismissFrom = (page: PageKey, id: string): void =>
    setOutcomes(
      page,
      outcomesOf(page).filter((row) => row.id !== id || !isTerminal(row.state)),
    )

  return {
    of: (uid: CustomerUid): readonly OperationRow[] => outcomesOf(uid),
    add: (uid: CustomerUid, rows: readonly OperationRow[]): void => addOutcomes(uid, rows),
    addFromJournal,
    update,
    enter,
    leave,
    dismiss: (uid: CustomerUid, id: string): void => dismissFrom(uid, id),
    /** The purchases for new customers of the open connection. */
    registers: computed(() => outcomesOf(registers).filter((row) => row.current)),
    addRegisters: (rows: readonly OperationRow[]): void => addOutcomes(registers, rows),
    dismissRegister: (id: string): void => dismissFrom(registers, id),
    /** Called when another connection was opened. */
    clearRegisters: (): void => setOutcomes(registers, []),
  }
})
