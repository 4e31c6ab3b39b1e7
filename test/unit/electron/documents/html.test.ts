/**
 * The sheet as HTML and text for mails: what came from outside is text in it, whatever it says.
 *
 * @module-tag slow
 */
import { expect, it } from 'vitest'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { plain } from '#shared/sheet/plain.ts'
import { sheetMessages } from '#shared/sheet/messages.ts'
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
    sheet.links.apple ?? '',
    words.limit,
  ])
    expect(text).toContain(part)
  const { text: shown } = parseDocument(sheetHtml(sheetDocument(sheet, words), sheet, words, pictures))
  for (const part of [words.title, 'smdp.example.com', 'AB-12', words.limit, words.android.link])
    expect(shown).toContain(part)
})

it('writes the day on which a package ends as the language does', async () => {
  const sheet = sampleSheet({ text: 'Example Travel' })
  const until = async (language: 'fr' | 'de'): Promise<string> =>
    sheetText(
      sheetDocument(
        {
          ...sheet,
          packages: [
            {
              name: 'Europe 3 GB',
              size: { value: 3, unit: 'GB' },
              validity: { value: 30, unit: 'days', unlimited: false },
              expiresAt: '2026-12-01T00:00:00.000Z',
            },
          ],
        },
        await sheetMessages(language),
      ),
    )
  expect(await until('fr')).toContain('valable jusqu’au 1er décembre 2026')
  expect(await until('de')).toContain('gültig bis 1. Dezember 2026')
})
