/**
 * The sheet as HTML and text for mails: what came from outside is text in it, whatever it says.
 *
 * @module-tag slow
 */
import { expect, it } from 'vitest'
import type { SheetPackage } from '#shared/model/esim/installation.ts'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import { sheetLanguages, type SheetLanguage } from '#shared/sheet/language.ts'
import { plain } from '#shared/sheet/plain.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { sheetHtml } from '../../../../electron/documents/html.ts'
import { harmless, payloads } from '../../../support/payloads.ts'
import { parseDocument } from './parsed.ts'
import { sampleSheet, sheetFields } from './samples.ts'

const pictures = { qr: 'cid:qr', logo: 'cid:logo' }

it.each(['en', 'ar'] as const)(
  'in %s has the same elements and attributes for hostile texts as for harmless ones',
  async (language) => {
    const words = await sheetMessages(language)
    const parsed = (text: string) => {
      const sheet = sampleSheet({ text, fields: sheetFields })
      return parseDocument(sheetHtml(sheetDocument(sheet, words), sheet, words, pictures, text))
    }
    expect(
      parsed('plain')
        .elements.filter((element) => element.startsWith('img'))
        .map((element) => element.split(' ')[1]),
    ).toEqual(['src=cid:logo', 'src=cid:qr'])
    for (const payload of payloads) {
      const { elements, text } = parsed(payload)
      expect(elements, JSON.stringify(payload)).toEqual(parsed(harmless(payload)).elements)
      expect(text).toContain(plain(payload))
    }
  },
)

it.each(sheetLanguages)(
  'in %s has the same lines of plain text, and no control and no turned direction in them',
  async (language) => {
    const words = await sheetMessages(language)
    const text = (written: string): string => {
      const sheet = sampleSheet({ text: written, fields: sheetFields.filter((field) => field !== 'contact') })
      return sheetText(sheetDocument(sheet, words))
    }
    for (const payload of payloads) {
      const written = text(payload)
      expect(written.split('\n').length, JSON.stringify(payload)).toBe(text(harmless(payload)).split('\n').length)
      expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }
  },
)

it.each(sheetLanguages)('in %s says the same in plain text', async (language) => {
  const words = await sheetMessages(language)
  const sheet = sampleSheet({ text: 'Example Travel' })
  const text = sheetText(sheetDocument(sheet, words))
  for (const part of [
    words.title,
    'smdp.example.com',
    'AB-12',
    words.iphone.steps[0] ?? '',
    words.iphone.byHand,
    words.android.byHand.replace('{code}', sheet.code?.text ?? '?'),
    sheet.links.apple ?? '?',
    sheet.links.android ?? '?',
    sheet.links.page ?? '?',
    words.limit,
  ])
    expect(text).toContain(part)
  // Text has no QR code to scan.
  for (const { steps } of [words.iphone, words.android]) expect(text).not.toContain(steps[1])
  expect(text).not.toContain(words.scan)
  const { text: shown } = parseDocument(sheetHtml(sheetDocument(sheet, words), sheet, words, pictures))
  for (const part of [words.title, 'smdp.example.com', 'AB-12', words.limit, words.android.link])
    expect(shown).toContain(part)
})

async function factsIn(language: SheetLanguage, changes: Partial<SheetPackage>): Promise<string> {
  const packages = sampleSheet({ text: '', fields: [] }).packages.map((item) => ({ ...item, ...changes }))
  return sheetText(sheetDocument({ ...sampleSheet({ text: '', fields: [] }), packages }, await sheetMessages(language)))
}

it('writes the day on which a package ends as the language does', async () => {
  const expiresAt = '2026-12-01T00:00:00.000Z'
  expect(await factsIn('fr', { expiresAt })).toContain('valable jusqu’au 1er décembre 2026')
  expect(await factsIn('de', { expiresAt })).toContain('gültig bis 1. Dezember 2026')
})

it('shows what starts a package that waits, and when it starts by itself', async () => {
  const latest = '2027-02-01T00:00:00.000Z'
  const inEnglish = (start: SheetPackage['start']): Promise<string> => factsIn('en', { start })
  expect(await inEnglish({ by: 'use', latest })).toContain(
    'valid for 30 days · starts with the first connection in a country where it works, and on February 1, 2027 at the latest\n',
  )
  expect(await inEnglish({ by: 'use', latest: null })).toContain(
    '· starts with the first connection in a country where it works\n',
  )
  expect(await inEnglish({ by: 'turn', latest: null })).toContain(
    '· starts with the first connection after the package before it is used up or has ended\n',
  )
  expect(await inEnglish({ by: 'request', latest: null })).toContain('· starts when you ask us to start it\n')
  expect(await inEnglish(null)).toContain('valid for 30 days\n')
  for (const language of sheetLanguages)
    for (const by of ['use', 'turn', 'request'] as const) {
      const { starts } = await sheetMessages(language)
      const [alone, dated] = await Promise.all(
        [null, latest].map((day) => factsIn(language, { start: { by, latest: day } })),
      )
      expect(alone, language).toContain(starts[by])
      expect(dated, language).toContain('2027')
      expect(dated, language).not.toContain('{date}')
    }
})
