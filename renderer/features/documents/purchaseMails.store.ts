/**
 * The installations that are mailed as soon as their purchase is confirmed. It is the mail of the dialog "E-mail the
 * installation", with the same questions of the main process. Its outcome is stored apart from that of the purchase,
 * so that a mail that fails changes nothing about the purchase.
 *
 * Invariant: one purchase causes at most one mail, because its request is taken once and removed before the mail is
 * sent.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { MailRequest, MailRow } from '#shared/model/mail.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { useContact } from '../../lib/contact.store.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useCustomerLanguages } from '../../lib/customerLanguages.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useAwaitedPhones } from './awaitedPhones.store.ts'

type PurchaseMailState =
  | { readonly name: 'sending' }
  | { readonly name: 'ended'; readonly mail: MailRow }
  | { readonly name: 'failed'; readonly error: DeskError }
  /** The purchase is confirmed, and its new eSIM is not known. */
  | { readonly name: 'noEsim' }

interface PurchaseMail {
  /** The operation of the purchase. */
  readonly id: string
  readonly customerUid: CustomerUid
  readonly to: string
  readonly state: PurchaseMailState
}

export const usePurchaseMails = defineStore('purchaseMails', () => {
  const settings = useSettings()
  const contact = useContact()
  // It listens from now on, because a mail follows a sale that was begun on any page.
  const languages = useCustomerLanguages()
  const awaited = useAwaitedPhones()
  const mails = shallowRef<readonly PurchaseMail[]>([])
  /** Each mail whose purchase isn't confirmed yet, by the id of its operation. */
  const requests = new Map<string, { readonly to: string; readonly language: SheetLanguage }>()
  const taken = new Set<string>()

  const put = (mail: PurchaseMail): void =>
    void (mails.value = [mail, ...mails.value.filter(({ id }) => id !== mail.id)])

  async function send(
    customerUid: CustomerUid,
    esimUid: EsimUid,
    { to, language }: Pick<MailRequest, 'to' | 'language'>,
  ): Promise<MailRow> {
    await contact.store()
    return await desk.installation.email({
      customerUid,
      esimUid,
      to,
      language,
      pageSize: (settings.settings?.documents ?? defaultDocuments).pageSize,
      copy: false,
      note: '',
      otherAddress: false,
    })
  }

  /** Sends the mail that was requested with this purchase, if it is confirmed. */
  async function onConfirmed({ id, state, customerUid, esimUid }: OperationRow): Promise<void> {
    const request = requests.get(id)
    if (request === undefined || state !== 'CONFIRMED' || customerUid === null) return
    requests.delete(id)
    languages.setOfSale(customerUid, request.language)
    const mail = { id, customerUid, to: request.to }
    if (esimUid === null) return put({ ...mail, state: { name: 'noEsim' } })
    put({ ...mail, state: { name: 'sending' } })
    try {
      // The outcome of the purchase comes first. What the mail needs would delay it.
      await afterPaint()
      const sent = await send(customerUid, esimUid, request)
      put({ ...mail, state: { name: 'ended', mail: sent } })
      if (sent.state === 'SENT')
        awaited.begin({ customerUid, esimUid, iccid: sent.iccid, how: 'mailed', seenBefore: 0 })
    } catch (thrown) {
      put({ ...mail, state: { name: 'failed', error: asDeskError(thrown) } })
    }
  }

  onDeskEvent('operation.changed', (row) => void onConfirmed(row))
  onDeskEvent('mail.changed', (row) => {
    for (const mail of mails.value)
      if (mail.state.name === 'ended' && mail.state.mail.id === row.id)
        put({ ...mail, state: { name: 'ended', mail: row } })
  })

  return {
    of: (uid: CustomerUid): readonly PurchaseMail[] => mails.value.filter(({ customerUid }) => customerUid === uid),
    /** Mails the installation once the purchase is confirmed, which it may be already. */
    request: (operation: OperationRow, to: string, language: SheetLanguage): void => {
      if (taken.has(operation.id)) return void onConfirmed(operation)
      taken.add(operation.id)
      requests.set(operation.id, { to, language })
      void onConfirmed(operation)
    },
    dismiss: (id: string): void => void (mails.value = mails.value.filter((mail) => mail.id !== id)),
  }
})
