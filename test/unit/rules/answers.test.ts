/** The sentences for customers: complete in every language of the sheet, with values in that language. */
import { expect, test } from 'vitest'
import { answerIds } from '../../../renderer/rules/cause.ts'
import { answerMessages, answerText } from '../../../renderer/rules/answers.ts'
import { sheetLanguages, type SheetLanguage } from '#shared/sheet/language.ts'

const english = await answerMessages('en')
const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

test.each(sheetLanguages)('in %s every sentence has the values of the English one', async (language) => {
  const { answers } = await answerMessages(language)
  for (const id of answerIds) {
    expect(placeholders(answers[id]), id).toEqual(placeholders(english.answers[id]))
    expect(answers[id].trim(), id).not.toBe('')
  }
  // Sentences that were left in English would be equal.
  if (language !== 'en') expect(answerIds.filter((id) => answers[id] === english.answers[id])).toEqual([])
})

test.each(sheetLanguages)(
  'in %s a time that the service sends without a zone is named without one',
  async (language) => {
    const values = { time: { type: 'text', text: '00:00' } } as const
    const sentence = answerText({ answer: 'throttledDaily', values }, await answerMessages(language))
    expect(sentence).toContain('00:00')
    expect(sentence).not.toContain('UTC')
  },
)

const text = async (language: SheetLanguage, answer: (typeof answerIds)[number]): Promise<string> =>
  answerText(
    {
      answer,
      values: {
        package: { type: 'package', name: 'Portugal 3 GB' },
        country: { type: 'country', code: 'JP' },
        day: { type: 'day', at: '2026-08-27T00:00:00.000Z' },
        left: { type: 'size', size: { value: 1.5, unit: 'GB' } },
        max: { type: 'count', count: 5 },
      },
    },
    await answerMessages(language),
  )

test.each([
  ['en', 'One of your packages India 10 GB was cancelled before'],
  ['de', 'Eines Ihrer Pakete India 10 GB wurde'],
  ['fr', 'Un de vos forfaits India 10 GB a'],
  ['es', 'Uno de sus paquetes India 10 GB ya'],
  ['it', 'Uno dei Suoi pacchetti India 10 GB è'],
  ['pt', 'Um dos seus pacotes India 10 GB já'],
  ['ar', 'أُلغيت إحدى باقاتك India 10 GB من'],
  ['ja', 'お持ちのIndia 10 GBのうちの1つは'],
] as const)(
  'in %s one of several packages of a name is called that, with a capital at the beginning',
  async (to, sentence) => {
    const values = { package: { type: 'package', name: 'India 10 GB', oneOf: true } } as const
    expect(answerText({ answer: 'refundBefore', values }, await answerMessages(to))).toContain(sentence)
    const within = answerText({ answer: 'refundDone', values }, await answerMessages(to))
    expect(within.toLowerCase()).toContain('india 10 gb')
    if (to === 'en') expect(within).toContain('cancelled one of your packages')
  },
)

test.each([
  ['en', 'Our records say {country}. Is that where you are?'],
  ['de', 'Bei uns ist vermerkt: {country}. Sind Sie dort?'],
  ['fr', 'Nous avons noté ce pays\u202f: {country}. Y êtes-vous\u202f?'],
  ['es', 'Nos consta este país: {country}. ¿Está ahí?'],
  ['it', 'Ci risulta questo Paese: {country}. Si trova lì?'],
  ['pt', 'Temos registado este país: {country}. Está aí?'],
  ['ar', 'البلد المسجّل لدينا: {country}. هل أنت هناك؟'],
  ['ja', 'こちらの記録では{country}となっています。今そちらにいらっしゃいますか。'],
] as const)(
  'in %s a country that was reported is named as recorded, and then confirmed',
  async (language, sentence) => {
    const { answers } = await answerMessages(language)
    const confirming = answerIds.filter((id) => id.endsWith('Confirm') && english.answers[id].includes('{country}'))
    expect(confirming.length).toBeGreaterThanOrEqual(4)
    for (const id of confirming) expect(answers[id], id).toContain(sentence)
  },
)

test('a name in lower case stays so at the beginning of a sentence', () => {
  const values = { package: { type: 'package', name: 'eSIM 1 GB' } } as const
  expect(answerText({ answer: 'refundUsed', values }, english)).toMatch(/^eSIM 1 GB can't/)
})

test.each([
  [
    'en',
    "you can't use India 10 GB or eSIM 1 GB in",
    "you can't use your data package in",
    "you can't use your packages in",
  ],
  ['de', 'können Sie India 10 GB oder eSIM 1 GB in', 'können Sie Ihr Datenpaket in', 'können Sie Ihre Pakete in'],
  [
    'fr',
    'pas utiliser India 10 GB ou eSIM 1 GB dans',
    'pas utiliser votre forfait de',
    'pas utiliser vos forfaits dans',
  ],
  [
    'es',
    'no puede usar India 10 GB o eSIM 1 GB en',
    'no puede usar su paquete de datos en',
    'no puede usar sus paquetes en',
  ],
  [
    'it',
    'non può usare India 10 GB o eSIM 1 GB in',
    'non può usare il Suo pacchetto',
    'non può usare i Suoi pacchetti in',
  ],
  [
    'pt',
    'não pode usar India 10 GB ou eSIM 1 GB n',
    'não pode usar o seu pacote de',
    'não pode usar os seus pacotes n',
  ],
  ['ar', 'لا يمكنك استخدام India 10 GB أو eSIM 1 GB في', 'لا يمكنك استخدام باقة بياناتك في', 'لا يمكنك استخدام باقاتك في'],
  ['ja', 'India 10 GBまたはeSIM 1 GBはこの国', 'お客様のデータプランはこの国', 'お客様のデータプランはこの国'],
] as const)('in %s one sentence names one package, several and none', async (language, two, unnamed, many) => {
  const messages = await answerMessages(language)
  const about = (...names: readonly (string | null)[]): string =>
    answerText({ answer: 'wrongCountry', values: { package: { type: 'packages', names } } }, messages)
  expect(about('India 10 GB', 'eSIM 1 GB')).toContain(two)
  expect(about('eSIM 1 GB')).toContain('eSIM 1 GB')
  expect(about(null)).toContain(unnamed)
  for (const names of [
    ['India 10 GB', null],
    ['One', 'Two', 'Three', 'Four'],
  ])
    expect(about(...names)).toContain(many)
})

test('countries, days and sizes are written as in the language', async () => {
  expect(await text('en', 'wrongCountry')).toBe(
    "As far as we can see, you can't use Portugal 3 GB in this country (Japan). For this country you need another package.",
  )
  expect(await text('en', 'wrongCountryNewEsim')).toBe(
    "As far as we can see, you can't use Portugal 3 GB in this country (Japan). For this country you need another package, which comes " +
      'with a new eSIM: please connect the phone to Wi-Fi and scan the new QR code that we will send you.',
  )
  expect(await text('en', 'fineConfirm')).toMatch(/ Our records say Japan\. Is that where you are\?$/)
  // A name of a country that needs an article would be wrong after a preposition.
  for (const answer of answerIds) {
    expect(english.answers[answer], answer).not.toMatch(/\b(?:in|for|to) \{country\}/i)
    expect((await answerMessages('de')).answers[answer], answer).not.toMatch(/\b(?:in|für|nach) \{country\}/i)
  }
  expect(await text('de', 'expired')).toContain('am 27. August 2026')
  expect(await text('fr', 'lowData')).toBe('Il vous reste 1,5\u00a0GB. Voulez-vous plus de données\u202f?')
  expect(await text('ja', 'wrongCountry')).toContain('日本')
  // The mark keeps the number before its unit between letters that are written from right to left.
  expect(await text('ar', 'lowData')).toContain('\u200e1.5\u00a0GB')
})

test('only French writes the first day of a month as an ordinal number', async () => {
  const since = async (language: SheetLanguage, at: string): Promise<string> =>
    answerText({ answer: 'notSeenLately', values: { day: { type: 'day', at } } }, await answerMessages(language))
  expect(await since('fr', '2026-11-01T10:00:00.000Z')).toContain('depuis le 1er novembre 2026.')
  expect(await since('fr', '2026-11-11T10:00:00.000Z')).toContain('depuis le 11 novembre 2026.')
  expect(await since('fr', '2001-10-31T23:59:59.000Z')).toContain('depuis le 31 octobre 2001.')
  expect(await since('es', '2026-11-01T10:00:00.000Z')).toContain('desde el 1 de noviembre de 2026.')
  expect(await since('de', '2026-11-01T10:00:00.000Z')).toContain('seit dem 1. November 2026 ')
})

test('a package without a name is named as on the sheet, and hostile names stay on one line', async () => {
  const of = (name: string | null): string =>
    answerText({ answer: 'usedUp', values: { package: { type: 'package', name } } }, english)
  expect(of(null)).toContain('Data package')
  expect(of('a\u202e\nhttps://evil.example')).toContain('a https://evil.example')
})
