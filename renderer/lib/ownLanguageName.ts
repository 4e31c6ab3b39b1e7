import type { DeskLanguage } from '#shared/language.ts'

/** The name of a language in itself, so that everyone finds their own. */
export function ownLanguageName(language: DeskLanguage): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
