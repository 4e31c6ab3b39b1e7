/** The text of the main process's menus and dialogs, by language. */
import type { DeskLanguage } from '#shared/language.ts'
import { en } from './en.ts'
import type { HostText } from './types.ts'

export type { HostText, MenuText } from './types.ts'

/** The type requires every language: a missing language or a missing text fails the build. */
const texts: Readonly<Record<DeskLanguage, HostText>> = { en }

export const textIn = (language: DeskLanguage): HostText => texts[language]
