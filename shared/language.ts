/**
 * The languages of the program: of the window (renderer/locales/), of the main process's questions
 * (electron/approvals/text/), its menus and dialogs (electron/host/electron/text/) and its notifications
 * (electron/notifications/text.ts). The build fails until all of them have the texts of every language listed here.
 */
import * as z from 'zod'

export const DeskLanguage = z.enum(['en', 'de', 'es', 'fr'])
export type DeskLanguage = z.infer<typeof DeskLanguage>

/** Languages of which the window still lacks texts: it shows those in English, with a mark. */
export const languagesInWork: readonly DeskLanguage[] = []

export const defaultLanguage: DeskLanguage = 'en'

/** What an agent can choose: a language, or the first one of the system's that the desk has. */
export const LanguageChoice = z.enum(['system', ...DeskLanguage.options])
export type LanguageChoice = z.infer<typeof LanguageChoice>

/**
 * Returns the first language that the desk has, or English.
 *
 * @param tags BCP 47 language tags, the preferred one first
 */
export function preferredLanguage(tags: readonly string[]): DeskLanguage {
  const known = tags.map((tag) => DeskLanguage.safeParse(tag.split(/[-_]/)[0]?.toLowerCase()).data)
  return known.find((language) => language !== undefined) ?? defaultLanguage
}
