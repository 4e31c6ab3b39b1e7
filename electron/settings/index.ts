export { storedTheme } from './file.ts'
export { createLanguage, type Language } from './language.ts'
export type { MailAccess } from './mail.ts'
export { createSettings, type Settings } from './settings.ts'
