export { createSettings, type Settings, type SettingsOptions } from './settings.ts'
export type { MailAccess } from './mail.ts'
