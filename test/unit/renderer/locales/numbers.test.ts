/** Sentences with a number are right for none, one, two and one and a half, in each language. */
import { describe, expect, test } from 'vitest'
import { DeskLanguage, languagesInWork } from '#shared/language.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { answerMessages } from '../../../../renderer/rules/answers.ts'
import { i18n, loadMessages, showLanguage } from '../../../../renderer/locales/index.ts'

type Message = readonly [key: string, text: string]
const messagesIn = (value: unknown, key: string): readonly Message[] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value ?? {}).flatMap(([name, inner]) => messagesIn(inner, key === '' ? name : `${key}.${name}`))
const messagesOf = async (language: DeskLanguage): Promise<readonly Message[]> =>
  messagesIn(await loadMessages(language), '')

const placeholder = /\{(\w+)\}/g
/** The placeholders in which the number of a plural form is written. */
const isCount = (name: string): boolean => name === 'count' || name === 'packages'
const valuesOf = (text: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(placeholder)].map(([, name = '']) => [name, isCount(name) ? `${count}` : 'x']))

const finished = DeskLanguage.options.filter((language) => !languagesInWork.includes(language))

describe.each(finished)('in %s', (language) => {
  test.each([0, 1, 2, 1.5])('each plural form is that of %d, and names no other number', async (count) => {
    await showLanguage(language)
    const plurals = (await messagesOf(language)).filter(([, text]) => text.includes(' | '))
    expect(plurals.length).toBeGreaterThan(40)
    const category = new Intl.PluralRules(language).select(count)
    for (const [key, text] of plurals) {
      const forms = text.split(' | ')
      const form = forms[count === 0 && forms.length > 2 ? 0 : forms.length - (category === 'one' ? 2 : 1)] ?? ''
      const values = valuesOf(text, count)
      const shown = i18n.global.t(key, values, count)
      expect([key, shown]).toEqual([key, form.replaceAll(placeholder, (_, name: string) => values[name] ?? '')])
      // A number that is written in a form itself is right for that number alone.
      const numbers = [...shown.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
      expect([key, numbers.filter((number) => number !== count)]).toEqual([key, []])
    }
  })
})

/** Words that agree with an amount, which stands before or after them as finished text such as “1 GB”. */
const agreeing: Readonly<Partial<Record<SheetLanguage, RegExp>>> = {
  es: /\b(?:quedan|vuelven a su cuenta|se descontaron|los|las) ¤|¤ (?:\S+ ){0,3}(?:usados|segundos|deberían|que funcionan)/iu,
  fr: /\b(?:les|restent) ¤|¤ (?:\S+ ){0,3}(?:utilisés|reviennent|devraient|secondes|téléchargés)|¤ de crédit ont|¤, valables/iu,
  it: /\b(?:restano|rimangono) ¤|¤, validi/iu,
  pt: /\brestam(?:-lhe)? ¤|¤, válidos/iu,
}
const amounts = /\{(?:used|left|amount|seconds|charged|percent)\}/g

test.each(Object.entries(agreeing))(
  'no sentence in %s agrees with an amount that may be one',
  async (language, wrong) => {
    const answers = (await answerMessages(language as SheetLanguage)).answers
    const window = DeskLanguage.safeParse(language)
    const texts = [
      ...Object.values(answers),
      ...(window.success ? (await messagesOf(window.data)).map(([, text]) => text) : []),
    ]
    const spoken = texts.filter((text) => text.search(amounts) >= 0)
    expect(spoken.length).toBeGreaterThan(2)
    expect(spoken.filter((text) => wrong.test(text.replaceAll(amounts, '¤')))).toEqual([])
  },
)

test.each([
  ['inventory.countOf', '0 von 1 Paket', '22 von 220 Paketen'],
  ['devices.countOf', '0 von 1 Gerät', '22 von 220 Geräten'],
])('%s has the dative in German', async (key, one, many) => {
  await showLanguage('de')
  expect(i18n.global.t(key, { shown: '0', count: '1' }, 1)).toBe(one)
  expect(i18n.global.t(key, { shown: '22', count: '220' }, 220)).toBe(many)
})
