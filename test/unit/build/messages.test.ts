import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createI18n } from 'vue-i18n'
import { compileMessages, readLanguage, translationProblems } from '../../../build/messages.ts'
import { DeskLanguage } from '#shared/language.ts'
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

it.each(DeskLanguage.options)('says the same with every string in %s as compiled while it runs', (language) => {
  const strings = stringsOf(language)
  const before = translator(language, strings)
  const after = translator(language, compileMessages(strings))
  const all = flat(strings)
  expect(all.length).toBeGreaterThan(300)
  const said: (readonly [string, string, () => string])[] = []
  for (const [key, text] of all) {
    const named = Object.fromEntries(
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) => [name, `<${name} ${String(index)}>`]),
    )
    for (const count of [0, 1, 2, 7])
      said.push([`${key} of ${String(count)}`, before(key, named, count), () => after(key, named, count)])
  }
  // As built: the compiler is not there, which a development build of the library warns of.
  vi.stubGlobal('__INTLIFY_DROP_MESSAGE_COMPILER__', true)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    warn.mockRestore()
  })
  for (const [what, text, compiled] of said) expect(compiled(), what).toBe(text)
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

it.each(DeskLanguage.options)(
  'has a text in %s for every English one, with its placeholders and plural forms',
  (language) => {
    expect(translationProblems(stringsOf('en'), stringsOf(language))).toEqual([])
  },
)

it('finds missing, foreign and empty texts, and other placeholders and plural forms', () => {
  const english = { a: { b: 'Hello {name}', c: '1 day | {count} days', d: 'Yes', e: 'No' } }
  const french = { a: { b: 'Bonjour {nom}', c: '{count} jours', d: '', f: 'Non' } }
  expect(translationProblems(english, english)).toEqual([])
  expect(translationProblems(english, french)).toEqual([
    'a.b has other placeholders: {nom} instead of {name}',
    'a.c has 1 plural forms instead of 2',
    'a.d is empty',
    'a.e is missing',
    'a.f is not an English message',
  ])
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
