/** @module-tag long */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createI18n } from 'vue-i18n'
import { checkLanguages, compileMessages, differences, listDifferences, readLanguage } from '../../../build/messages.ts'
import { DeskLanguage, languagesInWork } from '#shared/language.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { pluralRule } from '../../../renderer/locales/plural.ts'

const locales = new URL('../../../renderer/locales/', import.meta.url)
const stringsOf = (language: DeskLanguage): unknown => readLanguage(fileURLToPath(new URL(language, locales)))

function flat(inner: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof inner === 'string') return [[path, inner]]
  if (typeof inner !== 'object' || inner === null) throw new Error(`${path} is no message`)
  return Object.entries(inner).flatMap(([key, next]) => flat(next, path === '' ? key : `${path}.${key}`))
}

const translator = (
  language: DeskLanguage,
  strings: unknown,
): ((key: string, named: Record<string, unknown>, count: number) => string) => {
  const i18n = createI18n({
    legacy: false,
    locale: language,
    pluralRules: { [language]: pluralRule(language) },
    missingWarn: false,
    fallbackWarn: false,
    warnHtmlMessage: false,
  })
  i18n.global.setLocaleMessage(language, JSON.parse(JSON.stringify(strings)))
  return (key, named, count) => i18n.global.t(key, named, count)
}

const finished = DeskLanguage.options.filter((language) => !languagesInWork.includes(language))

it.each(finished)('says the same with every string in %s as compiled while it runs', (language) => {
  const strings = stringsOf(language)
  const before = translator(language, strings)
  const after = translator(language, compileMessages(strings))
  const all = flat(strings)
  expect(all.length).toBeGreaterThan(300)
  const messages: (readonly [string, string, () => string])[] = []
  for (const [key, text] of all) {
    const named = Object.fromEntries(
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) => [name, `<${name} ${String(index)}>`]),
    )
    for (const count of [0, 1, 2, 7])
      messages.push([`${key} of ${String(count)}`, before(key, named, count), () => after(key, named, count)])
  }
  // As built: the compiler is not there, which a development build of the library warns of.
  vi.stubGlobal('__INTLIFY_DROP_MESSAGE_COMPILER__', true)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    warn.mockRestore()
  })
  for (const [what, text, compiled] of messages) expect(compiled(), what).toBe(text)
})

it('leaves plain text as text, also with quoted characters, and compiles the rest to trees', () => {
  expect(
    compileMessages({ a: { plain: 'Customers', quoted: "name{'@'}example.com" }, b: '{count} left', c: 'one | many' }),
  ).toEqual({
    a: { plain: 'Customers', quoted: 'name@example.com' },
    b: { t: 0, b: expect.anything() },
    c: { t: 0, b: expect.anything() },
  })
})

it('stops the build at a message that can’t be compiled', () => {
  expect(() => compileMessages({ broken: 'left {open' })).toThrow(/left \{open/)
})

it('has a text in every language for each English one, with its placeholders and plural forms', () => {
  expect(() => checkLanguages(fileURLToPath(locales))).not.toThrow()
})

/** A folder with English and French strings. */
async function folderOf(english: object, french: object): Promise<string> {
  const folder = await temporaryFolder()
  for (const [language, strings] of Object.entries({ en: english, fr: french })) {
    await mkdir(join(folder, language))
    await writeFile(join(folder, language, 'a.json'), JSON.stringify({ a: strings }))
  }
  return folder
}

it('finds missing, foreign and empty texts, and other placeholders and plural forms', () => {
  const english = { a: { b: 'Hello {name}', c: '1 day | {count} days', d: 'Yes', e: 'No' } }
  const french = { a: { b: 'Bonjour {nom}', c: '{count} jours', d: '', f: 'Non' } }
  expect(differences(english, english)).toEqual([])
  expect(differences(english, french).map(({ key, problem }) => `${key} ${problem}`)).toEqual([
    'a.b has other placeholders: {nom} instead of {name}',
    'a.c has 1 plural forms instead of 2',
    'a.d is empty',
    'a.e is missing',
    'a.f is not an English message',
  ])
})

it('lists what a language lacks, with the file and the English text, also before it has a file', async () => {
  const folder = await folderOf({ b: 'Yes', c: 'No' }, { b: 'Oui' })
  expect(listDifferences(folder, 'fr')).toEqual([`${join(folder, 'fr', 'a.json')}: a.c is missing: No`])
  expect(listDifferences(folder, 'it')).toHaveLength(2)
})

it('lets a language in work lack texts, but not a finished one, and neither have a wrong one', async () => {
  const folder = await folderOf({ b: 'Yes', c: 'No' }, { b: 'Oui' })
  expect(() => checkLanguages(folder, ['fr'])).not.toThrow()
  expect(() => checkLanguages(folder, [])).toThrow(/fr: a\.c is missing$/)
  expect(() => checkLanguages(folder, ['it'])).toThrow(/fr: a\.c is missing$/)
  const wrong = await folderOf({ b: 'Yes {name}' }, { b: 'Oui {nom}' })
  expect(() => checkLanguages(wrong, ['fr'])).toThrow(/other placeholders/)
})

it('names twenty problems and the number of the others', async () => {
  const english = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`text${String(index)}`, 'Yes']))
  const folder = await folderOf(english, {})
  expect(() => checkLanguages(folder, [])).toThrow(/: a\.text19 is missing\nand 2 more$/)
  const twenty = await folderOf(english, { text0: 'Oui', text1: 'Oui' })
  expect(() => checkLanguages(twenty, [])).toThrow(/: a\.text21 is missing$/)
})

it.each([
  ['en', ['1 day', '0 days', '2 days']],
  ['de', ['1 day', '0 days', '2 days']],
  ['es', ['1 day', '0 days', '2 days']],
  ['fr', ['1 day', '1 day', '2 days']],
] as const)('chooses the plural form in %s by the rules of the platform', (language, [one, none, two]) => {
  const form = (count: number): string => ['1 day', `${String(count)} days`][pluralRule(language)(count, 2)] ?? ''
  expect([form(1), form(0), form(2)]).toEqual([one, none, two])
  expect([0, 1, 2, 1_000_000].map((count) => pluralRule(language)(count, 3))).toEqual([0, 1, 2, 2])
})
