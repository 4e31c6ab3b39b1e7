/**
 * Mails without a code: a letter says what its customer should know, such as that a package ends. The main process
 * writes it in the customer's language from what it reads at that moment, and sends it to their own address alone.
 */
import { DeskError } from '#shared/errors.ts'
import { reasonsOf } from '#shared/model/customer/today.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { Letter } from '#shared/model/letter.ts'
import { MailAddress } from '#shared/model/mail.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { HandlersOf } from '../../bridge/index.ts'
import type { OpenConnection } from '../../connections/index.ts'
import { customerLanguage } from '../../views/customerLanguage.ts'
import { createApprovedRun } from '../approvedMails.ts'
import type { Mailer } from '../email.ts'
import type { Reader } from '../reader.ts'
import { holdsPackage, letterContent } from './content.ts'

interface LettersOptions {
  readonly approvals: Pick<Approvals, 'code' | 'letters'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly documents: () => DocumentSettings
  readonly mailer: Mailer
  readonly reader: Reader
}

/** Throws `letter_outdated` where the service now shows that the reason of the letter no longer holds. */
function requireReason(entry: WireCustomerEntry, { about }: Letter, now: number): void {
  const holds = about === 'trouble' ? holdsPackage(entry, now) : reasonsOf(entry, now).includes(about)
  if (!holds) throw new DeskError('letter_outdated', 'The reason of the letter no longer holds')
}

export function createLetters(options: LettersOptions): HandlersOf<'letters'> {
  const { approvals, documents, mailer, reader } = options
  const approved = createApprovedRun(approvals, options.clock)
  const keyOf = ({ identity }: OpenConnection, customerUid: CustomerUid, letter: Letter): string =>
    JSON.stringify([identity, customerUid, letter])

  async function composed(
    open: OpenConnection,
    signal: AbortSignal,
    one: { readonly customerUid: CustomerUid; readonly letter: Letter; readonly language?: SheetLanguage | undefined },
  ) {
    const entry = await open.client.customer(one.customerUid, { signal, pressed: true })
    const now = open.client.now()
    requireReason(entry, one.letter, now)
    const { brand, language: usual } = documents()
    const language = one.language ?? customerLanguage(entry.customer) ?? usual
    const content = letterContent(entry, one.letter, await sheetMessages(language), brand, now)
    return { entry, language, content, name: brand.name }
  }

  return {
    preview: async (one, call) =>
      await reader.whileConnected(call, async (open, signal) => {
        const { entry, language, content } = await composed(open, signal, one)
        return { to: entry.customer.email ?? null, language, ...content }
      }),
    approve: async ({ customerUids, letter }, call) =>
      await reader.whileConnected(call, async (open) => {
        const { locale, letters } = await sheetMessages(documents().language)
        const country =
          'country' in letter ? new Intl.DisplayNames([locale], { type: 'region' }).of(letter.country) : ''
        const subject = letters.about[letter.about].subject.replace('{country}', () => country ?? '')
        const keys = new Set(customerUids.map((uid) => keyOf(open, uid, letter)))
        await approved.begin(keys, () => approvals.letters({ count: keys.size, subject, note: letter.note }))
        return null
      }),
    send: async (one, call) =>
      await reader.whileConnected(call, async (open, signal) => {
        const { customerUid, letter } = one
        await approved.count(keyOf(open, customerUid, letter))
        const { entry, language, content, name } = await composed(open, signal, one)
        const to = MailAddress.safeParse(entry.customer.email).data
        const esim = entry.relatedEsims.find(({ active }) => active !== false) ?? entry.relatedEsims[0]
        if (to === undefined || esim === undefined)
          throw new DeskError('mail_no_address', 'The customer has no address that can be used')
        return await mailer.send({
          request: { to, language, note: letter.note, copy: false, otherAddress: false },
          about: letter.about,
          customer: {
            customerUid,
            customerEmail: entry.customer.email ?? null,
            esimUid: esim.uid,
            iccid: esim.iccid,
          },
          isOfRun: true,
          compose: async (head) => (await import('../message.ts')).textMessage(head, name, content),
          connection: open.identity,
          signal,
        })
      }),
  }
}
