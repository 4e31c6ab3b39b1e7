/**
 * The language of what is said to a customer: the one that the agent chose, or else that of the last mail, or else the
 * one that the customer probably reads, or else that of the documents.
 */
import { computed, type ComputedRef } from 'vue'
import type { CustomerView } from '#shared/model/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { useMailedLanguage } from '../../lib/mailedLanguage.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useTold } from './told.store.ts'

export interface CustomerLanguage {
  readonly language: ComputedRef<SheetLanguage>
  /** Keeps the agent's choice for this customer. */
  readonly speak: (language: SheetLanguage) => void
}

export function useCustomerLanguage(customer: () => CustomerView | null): CustomerLanguage {
  const settings = useSettings()
  const told = useTold()
  const mails = useMailedLanguage()
  const chosen = (view: CustomerView | null): SheetLanguage | null =>
    view === null ? null : told.of(view.uid).language
  return {
    language: computed(() => {
      const view = customer()
      const mailed = view === null ? null : mails.of(view.uid, view.email)
      return chosen(view) ?? mailed ?? view?.language ?? settings.settings?.documents.language ?? 'en'
    }),
    speak: (language) => {
      const view = customer()
      if (view !== null) told.change(view.uid, { language })
    },
  }
}
