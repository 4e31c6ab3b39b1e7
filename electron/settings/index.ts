export { createSettings, storedTheme, type Settings, type SettingsOptions } from './settings.ts'
export type { MailAccess } from './mail.ts'
