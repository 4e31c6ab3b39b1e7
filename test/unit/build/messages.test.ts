import { expect, it, onTestFinished, vi } from 'vitest'
import { createI18n } from 'vue-i18n'
import { compileMessages } from '../../../build/messages.ts'
import { messages } from '../../../renderer/locales/index.ts'

function flat(inner: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof inner === 'string') return [[path, inner]]
  if (typeof inner !== 'object' || inner === null) throw new Error(`${path} is no message`)
  return Object.entries(inner).flatMap(([key, next]) => flat(next, path === '' ? key : `${path}.${key}`))
}

const translator = (en: unknown): ((key: string, named: Record<string, unknown>, count: number) => string) => {
  const i18n = createI18n({
    legacy: false,
    locale: 'en',
    missingWarn: false,
    fallbackWarn: false,
    warnHtmlMessage: false,
  })
  i18n.global.setLocaleMessage('en', JSON.parse(JSON.stringify(en)))
  return (key, named, count) => i18n.global.t(key, named, count)
}

it('says the same with every string of the window as compiled while it runs', () => {
  const before = translator(messages.en)
  const after = translator(compileMessages(messages.en))
  const all = flat(messages.en)
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
