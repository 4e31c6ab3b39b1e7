/**
 * What was spent and given back, read again after every operation that changes: one question at a time, and one more where something
 * came meanwhile. It adds up a year: those who ask for something smaller go first, and say when it may.
 */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationTotals } from '#shared/model/operation.ts'
import { useClock } from '../useClock.ts'
import { dayOf } from './journalFilter.ts'
import type { JournalDesk } from './useJournal.ts'

export interface Totals {
  /** Null until they are known. */
  readonly totals: ComputedRef<OperationTotals | null>
  readonly error: ComputedRef<DeskError | null>
  readonly reload: () => Promise<void>
}

export interface TotalsDesk {
  readonly totals: () => Promise<OperationTotals>
  readonly on: JournalDesk['on']
}

export function useTotals(desk: TotalsDesk, mayAsk: () => boolean = () => true): Totals {
  const totals = shallowRef<OperationTotals | null>(null)
  const error = shallowRef<DeskError | null>(null)
  const clock = useClock()
  /** They have gone first once. */
  const begun = computed<boolean>((before) => before === true || mayAsk())
  let asking = false
  let again = false

  async function reload(): Promise<void> {
    again = true
    if (asking || !begun.value) return
    asking = true
    while (again) {
      again = false
      try {
        totals.value = await desk.totals()
        error.value = null
      } catch (thrown) {
        error.value = asDeskError(thrown)
      }
    }
    asking = false
  }

  onScopeDispose(desk.on('operation.changed', () => void reload()))
  watch([() => dayOf(clock.value), begun], () => void reload(), { immediate: true })
  return { totals: computed(() => totals.value), error: computed(() => error.value), reload }
}
