/**
 * The amounts spent and refunded, loaded again after every change of an operation. One request is in flight at a time,
 * and one more follows if a change arrives meanwhile. The request adds up a year, so smaller requests go first and
 * `mayAsk` returns whether this one may start.
 */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationTotals } from '#shared/model/operation/operation.ts'
import { useClock } from '../../lib/useClock.ts'
import { dayOf } from '../../lib/days.ts'
import type { JournalDesk } from './useJournal.ts'

interface Totals {
  /** `null` until the totals are known. */
  readonly totals: ComputedRef<OperationTotals | null>
  readonly error: ComputedRef<DeskError | null>
  readonly reload: () => Promise<void>
}

interface TotalsDesk {
  readonly totals: () => Promise<OperationTotals>
  readonly on: JournalDesk['on']
}

export function useTotals(desk: TotalsDesk, mayStart: () => boolean = () => true): Totals {
  const totals = shallowRef<OperationTotals | null>(null)
  const error = shallowRef<DeskError | null>(null)
  const clock = useClock()
  /** Becomes `true` once the smaller requests have been sent, and stays so. */
  const started = computed<boolean>((before) => before === true || mayStart())
  let loading = false
  let reloadRequested = false

  async function reload(): Promise<void> {
    reloadRequested = true
    if (loading || !started.value) return
    loading = true
    while (reloadRequested) {
      reloadRequested = false
      try {
        totals.value = await desk.totals()
        error.value = null
      } catch (thrown) {
        error.value = asDeskError(thrown)
      }
    }
    loading = false
  }

  onScopeDispose(desk.on('operation.changed', () => void reload()))
  watch([() => dayOf(clock.value), started], () => void reload(), { immediate: true })
  return { totals: computed(() => totals.value), error: computed(() => error.value), reload }
}
