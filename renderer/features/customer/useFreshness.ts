/** Returns how old the shown data of a customer is. The age of a copy is that of the copied data. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useClock } from '../../lib/useClock.ts'
import { useFormat } from '../../lib/useFormat.ts'
import type { CustomerData } from './useCustomer.ts'

interface Freshness {
  readonly age: ComputedRef<string>
  /** The age, and whether the service is being asked or can't be. */
  readonly text: ComputedRef<string>
}

export function useFreshness({
  view,
  status,
  fetching,
  answeredAt,
}: Pick<CustomerData, 'view' | 'status' | 'fetching' | 'answeredAt'>): Freshness {
  const { t } = useI18n()
  const format = useFormat()
  const clock = useClock()
  /** The age of an answer is counted from its arrival. */
  const age = computed(() => {
    const since =
      view.value !== null && view.value.source !== 'service'
        ? view.value.asOf
        : new Date(answeredAt.value ?? clock.value).toISOString()
    const present = Math.max(clock.value, Date.parse(since))
    return present - Date.parse(since) < 60_000 ? t('customer.freshness.justNow') : format.relative(since, present)
  })
  const text = computed(() => {
    if (fetching.value) return t('customer.freshness.asking')
    if (view.value?.source === 'sale') return t('customer.freshness.sold')
    return status.value === 'fresh'
      ? t('customer.freshness.fresh', { age: age.value })
      : t('customer.freshness.offline', { age: age.value })
  })
  return { age, text }
}
