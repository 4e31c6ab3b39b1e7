export { createSettings, storedTheme, type Settings } from './settings.ts'
export type { MailAccess } from './mail.ts'
