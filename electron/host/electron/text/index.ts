/** The text of the main process's menus and dialogs, by language. */
import type { DeskLanguage } from '#shared/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { HostText } from './types.ts'

export type { HostText, MenuText } from './types.ts'

/** The type requires every language: a missing language or a missing text fails the build. */
const texts: Readonly<Record<DeskLanguage, HostText>> = { en, de, es, fr }

export const textIn = (language: DeskLanguage): HostText => texts[language]
