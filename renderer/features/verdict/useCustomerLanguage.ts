/** The language of the suggested reply: the one that the agent chose, or else that of the mails to the customer. */
import { computed, type ComputedRef } from 'vue'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { useCustomerLanguages } from '../../lib/customerLanguages.store.ts'
import { useCall } from '../../lib/call.store.ts'

interface CustomerLanguage {
  readonly language: ComputedRef<SheetLanguage>
  /** Keeps the agent's choice for this customer. */
  readonly chooseLanguage: (language: SheetLanguage) => void
}

export function useCustomerLanguage(customer: () => CustomerView | null): CustomerLanguage {
  const call = useCall()
  const languages = useCustomerLanguages()
  return {
    language: computed(() => {
      const view = customer()
      return view === null ? 'en' : (call.factsOf(view.uid).language ?? languages.of(view))
    }),
    chooseLanguage: (language) => {
      const view = customer()
      if (view !== null) call.setFacts(view.uid, { language })
    },
  }
}
