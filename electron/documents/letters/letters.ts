/**
 * Mails without a code: a letter informs its customer, for instance that a package ends. The main process
 * writes it in the customer's language from what it reads at that moment, and sends it to their own address alone.
 */
import { DeskError } from '#shared/errors.ts'
import { covers, inferCoverage } from '#shared/model/package/coverage.ts'
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
import type { Reader, ReaderOptions } from '../reader.ts'
import { type CoversTrouble, isConcerned, letterContent, wholeText } from './content.ts'

const noteMs = 10 * 60_000

interface LettersOptions extends Pick<ReaderOptions, 'inventoryItems' | 'countrySetOf'> {
  readonly approvals: Pick<Approvals, 'code' | 'letters'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly documents: () => DocumentSettings
  readonly mailer: Mailer
  readonly reader: Reader
}

/** Throws `letter_outdated` where what is read shows that the reason of the letter does not hold. */
function requireReason(entry: WireCustomerEntry, { about }: Letter, covers: CoversTrouble, now: number): void {
  const holds = about === 'trouble' ? isConcerned(entry, covers, now) : reasonsOf(entry, now).includes(about)
  if (!holds) throw new DeskError('letter_outdated', 'The reason of the letter no longer holds')
}

/**
 * Returns a function that asks a person before a sentence of the agent goes to a second customer within ten minutes.
 */
function createNoteGuard({ approvals, clock }: LettersOptions) {
  /** When each was last sent one without a question. */
  const noted = new Map<CustomerUid, number>()
  return async (customerUid: CustomerUid, note: string, subject: string): Promise<void> => {
    if (note === '') return
    const now = clock.monotonic()
    for (const [uid, at] of noted) if (now - at > noteMs) noted.delete(uid)
    if (noted.size > 0 && !noted.has(customerUid)) await approvals.letters({ count: noted.size + 1, subject, note })
    noted.set(customerUid, now)
  }
}

export function createLetters(options: LettersOptions): HandlersOf<'letters'> {
  const { approvals, documents, mailer, reader } = options
  const approved = createApprovedRun(approvals, options.clock)
  const askAboutNote = createNoteGuard(options)
  const keyOf = ({ identity }: OpenConnection, customerUid: CustomerUid, letter: Letter): string =>
    JSON.stringify([identity, customerUid, letter])

  /** Without the inventory it is unknown whom a trouble concerns, so this throws why it can't be read. */
  async function coverageOf(letter: Letter, signal: AbortSignal): Promise<CoversTrouble> {
    if (letter.about !== 'trouble') return () => false
    const inventory = await options.inventoryItems(signal)
    return (item) => covers(inferCoverage(item, inventory, options.countrySetOf(item.uid)), letter.country) === 'yes'
  }

  async function subjectOf(letter: Letter): Promise<string> {
    const { locale, letters } = await sheetMessages(documents().language)
    const country = 'country' in letter ? new Intl.DisplayNames([locale], { type: 'region' }).of(letter.country) : ''
    return letters.about[letter.about].subject.replace('{country}', () => country ?? '')
  }

  async function composed(
    open: OpenConnection,
    signal: AbortSignal,
    one: { readonly customerUid: CustomerUid; readonly letter: Letter; readonly language?: SheetLanguage | undefined },
  ) {
    const entry = await open.client.customer(one.customerUid, { signal, pressed: true })
    const now = open.client.now()
    const isCovered = await coverageOf(one.letter, signal)
    requireReason(entry, one.letter, isCovered, now)
    const { brand, language: usual } = documents()
    const language = one.language ?? customerLanguage(entry.customer) ?? usual
    const content = letterContent(entry, one.letter, await sheetMessages(language), brand, isCovered, now)
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
        const keys = new Set(customerUids.map((uid) => keyOf(open, uid, letter)))
        const subject = await subjectOf(letter)
        await approved.begin(keys, () => approvals.letters({ count: keys.size, subject, note: letter.note }))
        return null
      }),
    send: async (one, call) =>
      await reader.whileConnected(call, async (open, signal) => {
        const { customerUid, letter } = one
        if (!(await approved.count(keyOf(open, customerUid, letter))))
          await askAboutNote(customerUid, letter.note, await subjectOf(letter))
        const { entry, language, content, name } = await composed(open, signal, one)
        const to = MailAddress.safeParse(entry.customer.email).data
        const esim = entry.relatedEsims.find(({ active }) => active !== false) ?? entry.relatedEsims[0]
        if (to === undefined || esim === undefined)
          throw new DeskError('mail_no_address', 'The customer has no address that can be used')
        return await mailer.send({
          request: { to, language, note: letter.note, copy: false, otherAddress: false },
          about: letter.about,
          ...('country' in letter && { country: letter.country }),
          customer: {
            customerUid,
            customerEmail: entry.customer.email ?? null,
            esimUid: esim.uid,
            iccid: esim.iccid,
          },
          isOfRun: true,
          compose: async (head) => {
            const { textMessage } = await import('../message.ts')
            return await textMessage(head, name, { ...content, text: wholeText(content, letter.note) })
          },
          connection: open.identity,
          signal,
        })
      }),
  }
}
