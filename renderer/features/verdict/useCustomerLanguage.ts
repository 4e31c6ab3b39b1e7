/** The language that a customer probably reads: that of the customer, or else that of the documents. */
import { computed, type ComputedRef } from 'vue'
import type { CustomerView } from '#shared/model/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { useSettings } from '../../lib/settings.store.ts'

export function useCustomerLanguage(customer: () => CustomerView | null): ComputedRef<SheetLanguage> {
  const settings = useSettings()
  return computed(() => customer()?.language ?? settings.settings?.documents.language ?? 'en')
}
