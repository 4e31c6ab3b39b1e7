/** The sheet as HTML for mails: what came from outside is text in it, whatever it says. */
import { parseDocument } from './parsed.ts'
import { expect, it } from 'vitest'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetWords } from '#shared/sheet/words.ts'
import { sheetHtml } from '../../../../electron/installation/html.ts'
import { sampleSheet } from './samples.ts'

const payloads = [
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '</title><svg onload=alert(1)>', '<a href="javascript:alert(1)">x</a>',
  '<img src="https://evil.example/pixel.png">', '<style>@import url(https://evil.example)</style>', '&lt;b&gt;', '<!--', ']]><b>', '{{7*7}}', '${7*7}', '<iframe srcdoc=x>', '\0<b>', '<base href=//evil.example>',
]
const pictures = { qr: 'cid:qr', logo: null }

it.each(sheetLanguages)('in %s has the same elements for hostile texts as for plain ones', async (language) => {
  const words = await sheetWords(language)
  const elements = (text: string): readonly string[] => {
    const sheet = sampleSheet({ text })
    const html = sheetHtml(sheetDocument(sheet, words), sheet, words, pictures, text)
    return parseDocument(html).elements
  }
  const plain = elements('plain')
  expect(plain.filter((element) => element.startsWith('img'))).toEqual(['img src=cid:qr'])
  for (const payload of payloads) expect(elements(payload)).toEqual(plain)
})

it.each(sheetLanguages)('in %s says the same in plain text', async (language) => {
  const words = await sheetWords(language)
  const sheet = sampleSheet({ text: 'Example Travel' })
  const text = sheetText(sheetDocument(sheet, words), sheet.brand)
  for (const part of [words.title, 'smdp.example.com', 'AB-12', words.iphone.steps[0] ?? '', sheet.links.apple ?? '', words.limit]) expect(text).toContain(part)
  const { text: shown } = parseDocument(sheetHtml(sheetDocument(sheet, words), sheet, words, pictures))
  for (const part of [words.title, 'smdp.example.com', 'AB-12', words.limit, words.android.link]) expect(shown).toContain(part)
})
