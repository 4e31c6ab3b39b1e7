/**
 * The language of mails and suggested replies to a customer, where the agent chooses none: that of the last mail to the
 * customer since the window was opened, or else that of the mail which a sale asked for, or else the one that the
 * customer probably reads, or else that of the settings. After a sale the service no longer reports the country that
 * was chosen, so the language is kept here, also if its mail fails.
 */
import { defineStore } from 'pinia'
import { type MailRow, wentToCustomer } from '#shared/model/mail.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { onDeskEvent } from './desk.ts'
import { useSettings } from './settings.store.ts'
import { useConnectionMap } from './useConnectionMap.ts'

type Mail = Pick<MailRow, 'id' | 'to' | 'own' | 'language'>

export const useCustomerLanguages = defineStore('customer languages', () => {
  const settings = useSettings()
  /** Newest first. */
  const mails = useConnectionMap<CustomerUid, readonly Mail[]>()
  const ofSales = useConnectionMap<CustomerUid, SheetLanguage>()
  onDeskEvent('mail.changed', (mail) => {
    const others = (mails.get(mail.customerUid) ?? []).filter(({ id }) => id !== mail.id)
    mails.set(mail.customerUid, mail.state === 'REJECTED' ? others : [mail, ...others])
  })
  return {
    setOfSale: (uid: CustomerUid, language: SheetLanguage): void => ofSales.set(uid, language),
    /** @param language the one that the customer probably reads */
    of({ uid, email, language }: Pick<CustomerView, 'uid' | 'email' | 'language'>): SheetLanguage {
      // A mail to somebody else says nothing about the customer.
      const mail = mails.get(uid)?.find((each) => wentToCustomer(each, email))
      return mail?.language ?? ofSales.get(uid) ?? language ?? settings.settings?.documents.language ?? 'en'
    },
  }
})
