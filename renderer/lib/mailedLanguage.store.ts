/**
 * The language of the last mail to each customer, since the window was opened. The service does not tell a customer's
 * country again, so what follows a mail is in the language in which that was chosen.
 */
import { defineStore } from 'pinia'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { onDeskEvent } from './desk.ts'
import { useConnectionMap } from './useConnectionMap.ts'

export const useMailedLanguage = defineStore('mailedLanguage', () => {
  const languages = useConnectionMap<CustomerUid, SheetLanguage>()
  onDeskEvent('mail.changed', ({ customerUid, language }) => languages.set(customerUid, language))
  return { of: (uid: CustomerUid): SheetLanguage | null => languages.get(uid) ?? null }
})
