/** Letters to a real SMTP server: what they say in each language, to whom they go, and when nothing is sent. */
import { expect, it } from 'vitest'
import { letterKinds, type Letter } from '#shared/model/letter.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import { letterContent, wholeText } from '../../../../electron/documents/letters/content.ts'
import { createLetters } from '../../../../electron/documents/letters/letters.ts'
import type { Reader } from '../../../../electron/documents/reader.ts'
import { approveAll } from '../../../support/approvals.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { thrownBy } from '../service/support.ts'
import { office, only } from './office.ts'

const now = Date.parse('2026-03-05T12:00:00Z')
const customerUid = CustomerUid.parse('c-1')
const brand = { name: 'Example Travel', contact: '+43 1 2345\nhelp@example.com' }
const call = { signal: new AbortController().signal } as Parameters<Reader['whileConnected']>[0]

/** A package that ends today, of which little is left. */
const ending = (email: string | null = 'ada@example.jp'): WireCustomerEntry =>
  customer('c-1', email, {
    totalAvailableBalance: { sizeValue: 50, sizeUnit: 'MB' },
    activatedItems: [
      item(
        'i-1',
        {},
        {
          name: 'Japan 3 GB',
          expiresAt: '2026-03-05T20:30:00Z',
          availableBalance: { sizeValue: 50, sizeUnit: 'MB' },
        },
      ),
    ],
    relatedEsims: [esim('8937002512345678905', { state: 'INSTALLED' })],
  })

/** What this desk knows of the package that it sold. */
let countrySet: CountrySetId | null = CountrySetId.parse('JP')
const about = (kind: Exclude<Letter['about'], 'trouble'>, note = ''): Letter => ({ about: kind, note })

function letters(
  mailer: Parameters<typeof createLetters>[0]['mailer'],
  entry: () => WireCustomerEntry,
  approvals: Parameters<typeof createLetters>[0]['approvals'] = approveAll,
) {
  const open = { identity: 'c', client: { customer: () => Promise.resolve(entry()), now: () => now } }
  const reader = {
    whileConnected: (_call: unknown, work: (given: typeof open, signal: AbortSignal) => Promise<unknown>) =>
      work(open, call.signal),
  } as unknown as Reader
  return createLetters({
    approvals,
    clock: { monotonic: () => 0 },
    documents: () => ({ ...defaultDocuments, brand: { ...defaultDocuments.brand, ...brand } }),
    mailer,
    reader,
    inventoryItems: () => Promise.resolve([]),
    countrySetOf: () => countrySet,
  })
}

it.each(sheetLanguages)('says each reason with its facts in %s', async (language) => {
  const messages = await sheetMessages(language)
  const texts = letterKinds.map((kind) => {
    const letter: Letter = kind === 'trouble' ? { about: kind, country: 'JP', note: '' } : about(kind, 'Bis bald')
    const content = letterContent(ending(), letter, messages, brand, () => true, now)
    const { subject } = content
    const text = wholeText(content, letter.note)
    expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null|\bNaN/)
    expect(text).toContain('Example Travel\n+43 1 2345')
    expect(text.includes('Bis bald')).toBe(kind !== 'trouble')
    return `${subject} ${text}`
  })
  const [failed = '', , end = '', low = '', trouble = ''] = texts
  expect(failed).toContain('Japan 3 GB')
  for (const fact of ['Japan 3 GB', '20:30 UTC']) expect(end).toContain(fact)
  expect(low).toMatch(/50\u00a0MB/)
  expect(trouble).toContain(new Intl.DisplayNames([messages.locale], { type: 'region' }).of('JP'))
  expect(new Set(texts).size).toBe(letterKinds.length)
})

it('is sent in the language that the customer probably reads, to their own address, without a code', async () => {
  const here = await office()
  const row = await letters(here.mailer, () => ending()).send({ customerUid, letter: about('ending') }, call)
  expect(row).toMatchObject({ state: 'SENT', about: 'ending', language: 'ja', to: 'ada@example.jp', own: true })
  const { parsed, to } = only(here)
  expect(to).toEqual(['ada@example.jp'])
  expect(parsed.text).toContain('Japan 3 GBは2026年3月5日 20:30 UTCに終了します。')
  expect([parsed.html, parsed.attachments]).toEqual([false, []])
})

it('is not sent again within a day, while a mail about something else is', async () => {
  const here = await office()
  const desk = letters(here.mailer, () => ending())
  await desk.send({ customerUid, letter: about('ending') }, call)
  expect(await thrownBy(desk.send({ customerUid, letter: about('ending') }, call))).toMatchObject({
    code: 'mailed_already',
  })
  expect(await desk.send({ customerUid, letter: about('low') }, call)).toMatchObject({ state: 'SENT' })
  // The installation of the same eSIM was not mailed.
  expect(await here.send({ onlyIfNeeded: true })).toMatchObject({ state: 'SENT', about: 'installation' })
})

it.each([
  ['its reason no longer holds', () => ending(), about('failed'), 'letter_outdated'],
  [
    'there is no package',
    () => customer('c-1', 'a@example.org', {}),
    { about: 'trouble', country: 'JP', note: '' },
    'letter_outdated',
  ],
  ['there is no address', () => ending(null), about('low'), 'mail_no_address'],
] as const)('is not sent where %s', async (_why, entry, letter, code) => {
  const here = await office()
  expect(await thrownBy(letters(here.mailer, entry).send({ customerUid, letter }, call))).toMatchObject({ code })
  expect(here.server.mails).toHaveLength(0)
})

it('is sent about a trouble only to whoever has a package for that country, and once to an address', async () => {
  const here = await office()
  const desk = letters(here.mailer, () => ending())
  const inFrance: Letter = { about: 'trouble', country: 'FR', note: '' }
  expect(await thrownBy(desk.send({ customerUid, letter: inFrance }, call))).toMatchObject({ code: 'letter_outdated' })
  countrySet = CountrySetId.parse('FR')
  await desk.send({ customerUid, letter: inFrance }, call)
  // Another record of the same person has the same address.
  const second = desk.send({ customerUid: CustomerUid.parse('c-2'), letter: inFrance }, call)
  expect(await thrownBy(second)).toMatchObject({ code: 'mailed_already' })
  // That it works again is another letter.
  await desk.send({ customerUid, letter: { ...inFrance, note: 'It works again.' } }, call)
  expect(here.server.mails).toHaveLength(2)
  countrySet = CountrySetId.parse('JP')
})

it('asks a person before several mails with an agent’s sentence, and counts others as codes', async () => {
  const here = await office()
  const asked: unknown[] = []
  let codes = 0
  const approvals = {
    code: () => ((codes += 1), Promise.resolve()),
    letters: (given: unknown) => (asked.push(given), Promise.resolve(true)),
  }
  const desk = letters(here.mailer, () => ending(), approvals)
  const letter: Letter = { about: 'trouble', country: 'JP', note: 'Try Wi-Fi.' }
  await desk.approve({ customerUids: [customerUid, CustomerUid.parse('c-2')], letter }, call)
  expect(asked).toEqual([{ count: 2, subject: 'Mobile data: Japan', note: 'Try Wi-Fi.' }])
  await desk.send({ customerUid, letter }, call)
  expect(codes).toBe(0)
  await desk
    .send({ customerUid: CustomerUid.parse('c-2'), letter: { ...letter, note: 'Pay here' } }, call)
    .catch(() => undefined)
  expect(codes).toBe(1)
})

it('shows before what it says', async () => {
  const here = await office()
  const preview = await letters(here.mailer, () => ending()).preview(
    { customerUid, letter: about('low'), language: 'en' },
    call,
  )
  expect(preview).toMatchObject({ to: 'ada@example.jp', language: 'en', subject: 'Your data is almost used up' })
  expect(here.server.mails).toHaveLength(0)
})
