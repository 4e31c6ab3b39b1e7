/**
 * The languages of the program: of the window (renderer/locales/) and of the main process's menus and dialogs
 * (electron/host/electron/text/). The build fails until both have the text of every language listed here.
 */
export const deskLanguages = ['en'] as const
export type DeskLanguage = (typeof deskLanguages)[number]

export const defaultLanguage: DeskLanguage = 'en'
