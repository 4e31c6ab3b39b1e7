export { storedTheme } from './file.ts'
export type { MailAccess } from './mail.ts'
export { createSettings, type Settings } from './settings.ts'
