/**
 * The language of the last mail to each customer, since the first one of a customer was shown. The service does not
 * tell a customer's country again, so what follows a mail is in the language in which that was chosen.
 */
import { defineStore } from 'pinia'
import { type MailRow, wentToCustomer } from '#shared/model/mail.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { onDeskEvent } from './desk.ts'
import { useConnectionMap } from './useConnectionMap.ts'

export const useMailedLanguage = defineStore('mailedLanguage', () => {
  const mails = useConnectionMap<CustomerUid, Pick<MailRow, 'to' | 'own' | 'language'>>()
  onDeskEvent('mail.changed', (mail) => mails.set(mail.customerUid, mail))
  return {
    /** A mail to somebody else says nothing about the customer, whose address is `email`. */
    of(uid: CustomerUid, email: string | null): SheetLanguage | null {
      const mail = mails.get(uid)
      return mail !== undefined && wentToCustomer(mail, email) ? mail.language : null
    },
  }
})
