/** What the page of a customer reads: the data, the service's present time, and how old what is shown is. */
import type { ComputedRef } from 'vue'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { takePrefetchedCopy } from '../../lib/prefetchedCopy.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { useAfterOutcome } from './useAfterOutcome.ts'
import { useClockDifference } from './useClockDifference.ts'
import { useCustomer, type CustomerData } from './useCustomer.ts'
import { useFreshness } from './useFreshness.ts'

export interface CustomerReads extends CustomerData {
  readonly now: ComputedRef<string>
  readonly freshness: ReturnType<typeof useFreshness>
  readonly clockDifference: ReturnType<typeof useClockDifference>
  /** Calls the function when something may be read for the first time. */
  readonly begin: (read: () => void) => void
}

/** @param pausesUpdates whether a dialog that is sending an operation covers the page, which reads nothing then */
export function useCustomerReads(uid: () => CustomerUid, pausesUpdates: () => boolean): CustomerReads {
  const begin = useAfterOutcome(uid())
  const customer = useCustomer(uid, {
    get: desk.customers.get,
    on: onDeskEvent,
    prefetchedCopy: takePrefetchedCopy,
    pausesUpdates,
    begin,
  })
  const { view, receivedAt } = customer
  const now = useServiceNow(
    () => view.value?.now ?? null,
    () => receivedAt.value,
  )
  return { ...customer, now, freshness: useFreshness(customer), clockDifference: useClockDifference(customer), begin }
}
