/**
 * The service's present time as an instant: the time in its last answer, plus the time that has passed on this machine
 * since.
 */
import { computed, type ComputedRef } from 'vue'
import { readInstant } from './format.ts'
import { useClock } from './useClock.ts'

export function useServiceNow(asOf: () => string | null, receivedAt: () => number | null): ComputedRef<string> {
  const clock = useClock()
  return computed(() => {
    const serviceTime = readInstant(asOf())
    const received = receivedAt()
    if (serviceTime === null || received === null) return new Date(clock.value).toISOString()
    return new Date(serviceTime + Math.max(0, clock.value - received)).toISOString()
  })
}
