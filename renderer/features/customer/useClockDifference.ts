/**
 * How far this computer's clock is from the service's. Times from the service are by its clock, and times that
 * the desk records are by this computer's, so an agent has to know when the two differ.
 */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { toInstant } from '#shared/model/instant.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { readInstant } from '../../lib/format.ts'
import { useValidity } from '../../lib/useValidity.ts'
import type { CustomerData } from './useCustomer.ts'

/** Milliseconds. An answer may be under way for a part of it. */
const noticeable = 5 * 60_000

/** `null` while the clocks agree, and for the built-in sandbox, whose time the agent sets. */
export function useClockDifference({
  view,
  receivedAt,
}: Pick<CustomerData, 'view' | 'receivedAt'>): ComputedRef<string | null> {
  const { t } = useI18n()
  const { span } = useValidity()
  const connection = useConnection()
  return computed(() => {
    const [service, desk] = [readInstant(view.value?.now ?? null), receivedAt.value]
    if (service === null || desk === null || connection.isSandbox || Math.abs(service - desk) < noticeable) return null
    const [from, to] = [toInstant(Math.min(service, desk)), toInstant(Math.max(service, desk))]
    const difference = span(to ?? '', from ?? '') ?? ''
    return desk > service ? t('customer.clock.ahead', { difference }) : t('customer.clock.behind', { difference })
  })
}
