/**
 * Strings of the window. A locale is a folder; a file in it is one area, and its one top-level key is that area's name
 * (`en/customer.json` holds `{ "customer": { … } }`), so that the linter finds the same keys as the window. English is
 * there from the start; every other language is a chunk of its own, which is loaded when it is chosen. The build
 * compares each language with English (build/messages.ts).
 */
import { markRaw } from 'vue'
import { createI18n } from 'vue-i18n'
import { defaultLanguage, DeskLanguage, languagesInWork } from '#shared/language.ts'
import { pluralRule } from './plural.ts'

type Area = Record<string, Record<string, unknown>>

const english = import.meta.glob<Area>('./en/*.json', { eager: true, import: 'default' })
const others = import.meta.glob<Area>(['./*/*.json', '!./en/*.json'], { import: 'default' })

/** The strings themselves never change, so nothing has to watch them. */
const joined = (areas: readonly Area[]): Area => markRaw(Object.assign({}, ...areas))

const messages = { en: joined(Object.values(english)) }

/** Plain objects, so a test may make its own instance. A text that a language in work lacks is marked as English. */
export function createDeskI18n(inWork: readonly DeskLanguage[] = languagesInWork) {
  const i18n = createI18n({
    legacy: false,
    locale: defaultLanguage,
    fallbackLocale: defaultLanguage,
    messages,
    pluralRules: Object.fromEntries(DeskLanguage.options.map((language) => [language, pluralRule(language)])),
    missingWarn: false,
    fallbackWarn: false,
    missing: (_locale, key) => key,
  })
  const { global } = i18n
  if (inWork.length > 0)
    global.setPostTranslationHandler((text, key) => {
      const fellBack = inWork.includes(global.locale.value) && !global.te(key, global.locale.value)
      return fellBack && typeof text === 'string' ? `[EN] ${text}` : text
    })
  return i18n
}

export const i18n = createDeskI18n()

/** Returns the strings of a language. Rejects if its chunk cannot be loaded. */
export async function loadMessages(language: DeskLanguage): Promise<Area> {
  if (language === defaultLanguage) return messages.en
  const ofLanguage = Object.entries(others).filter(([path]) => path.startsWith(`./${language}/`))
  return joined(await Promise.all(ofLanguage.map(([, load]) => load())))
}

/** Shows the window in a language. If its strings cannot be loaded, the window keeps the language that it shows. */
export async function showLanguage(language: DeskLanguage): Promise<void> {
  const { global } = i18n
  if (global.locale.value === language) return
  const strings = await loadMessages(language)
  // Its type allows only the languages that are there from the start.
  ;(global.setLocaleMessage as (locale: string, strings: Area) => void)(language, strings)
  ;(global.locale as { value: string }).value = language
  document.documentElement.lang = language
}
