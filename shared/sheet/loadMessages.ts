/** Loads the messages of the sheet in a language, when a sheet is drawn or written. */
import type { SheetLanguage } from './language.ts'
import type { SheetMessages } from './messages.ts'

const loaders: Readonly<Record<SheetLanguage, () => Promise<SheetMessages>>> = {
  en: async () => (await import('./languages/en.ts')).en,
  de: async () => (await import('./languages/de.ts')).de,
  fr: async () => (await import('./languages/fr.ts')).fr,
  es: async () => (await import('./languages/es.ts')).es,
  it: async () => (await import('./languages/it.ts')).it,
  pt: async () => (await import('./languages/pt.ts')).pt,
  ar: async () => (await import('./languages/ar.ts')).ar,
  ja: async () => (await import('./languages/ja.ts')).ja,
}

export const sheetMessages = (language: SheetLanguage): Promise<SheetMessages> => loaders[language]()
