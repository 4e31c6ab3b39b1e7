export { createSettings, type Settings, type SettingsOptions } from './settings.ts'
