import { expect, it } from 'vitest'
import { countriesText } from '#shared/sheet/countriesText.ts'
import { sheetLanguages, type SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'

const european = ['SE', 'DE', 'FR', 'IT', 'ES', 'PT', 'AT', 'BE', 'DK']

it.each([
  ['en', ['KR', 'JP'], 'By our package list: Japan and South Korea'],
  ['de', ['AT', 'DE', 'CH'], 'Laut unserer Paketliste: Deutschland, Österreich und Schweiz'],
  ['en', ['jp', 'JP'], 'By our package list: Japan'],
  ['ja', ['JP', 'KR'], '当社のプラン一覧による：韓国、日本'],
  // What names no country is written as it came, on one line.
  ['en', ['QQ', 'Zone\n7', 'x'.repeat(90)], `By our package list: QQ, ${'x'.repeat(40)}…, and Zone 7`],
] as const)('in %s %j are “%s”', async (language, codes, text) => {
  expect(countriesText(codes, await sheetMessages(language))).toBe(text)
})

it('of many has the number and the first ones', async () => {
  expect(countriesText(european, await sheetMessages('en'))).toBe(
    'By our package list: 9 countries, among them Austria, Belgium, Denmark, France, Germany, and Italy',
  )
})

const inLanguage = async (language: SheetLanguage, codes: readonly string[]): Promise<string> =>
  countriesText(codes, await sheetMessages(language))

it.each(sheetLanguages)('in %s is one sentence, and none where nothing is known', async (language) => {
  expect(await inLanguage(language, [])).toBe('')
  expect(await inLanguage(language, ['', '\u0000'])).toBe('')
  const many = await inLanguage(language, european)
  expect(many).not.toMatch(/[{}]/)
  expect(many).toContain('9')
})
