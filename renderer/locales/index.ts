/**
 * Strings of the window. A locale is a folder; a file in it is one area, and its one top-level key is that area's name
 * (`en/customer.json` holds `{ "customer": { … } }`), so that the linter finds the same keys as the window.
 */
import { createI18n } from 'vue-i18n'
import { defaultLanguage, type DeskLanguage } from '#shared/language.ts'

const files = import.meta.glob<Record<string, Record<string, unknown>>>('./en/*.json', {
  eager: true,
  import: 'default',
})
const english: Record<string, Record<string, unknown>> = Object.assign({}, ...Object.values(files))

export const messages = { en: english } satisfies Record<DeskLanguage, unknown>

/** Plain objects, so a test may make its own instance. */
export function createDeskI18n() {
  return createI18n({
    legacy: false,
    locale: defaultLanguage,
    fallbackLocale: defaultLanguage,
    messages,
    missingWarn: false,
    fallbackWarn: false,
    missing: (_locale, key) => key,
  })
}

export const i18n = createDeskI18n()
