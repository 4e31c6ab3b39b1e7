/** The language that the program shows: the one that the agent chose, or the system's. */
import { preferredLanguage, type DeskLanguage, type LanguageChoice } from '#shared/language.ts'

/** What the program around the desk reports about languages. */
interface LanguageHost {
  /** BCP 47 language tags, the preferred one first. */
  readonly languages: () => readonly string[]
  readonly setLanguage: (language: DeskLanguage) => void
}

export interface Language {
  readonly shown: () => DeskLanguage
  /** The language of the system, or English if the desk does not have it. */
  readonly ofSystem: () => DeskLanguage
  /** Shows the host's own menus and dialogs in this language from now on. */
  readonly choose: (choice: LanguageChoice) => void
}

export function createLanguage({ languages, setLanguage }: LanguageHost): Language {
  const ofSystem = (): DeskLanguage => preferredLanguage(languages())
  let chosen: LanguageChoice = 'system'
  const shown = (): DeskLanguage => (chosen === 'system' ? ofSystem() : chosen)
  return {
    shown,
    ofSystem,
    choose(choice) {
      chosen = choice
      setLanguage(shown())
    },
  }
}
