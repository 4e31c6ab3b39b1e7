/**
 * Links to a section of the settings, or to a choice in one, which the page scrolls to and whose first field or heading
 * it focuses.
 */
import type { RouteLocationRaw } from 'vue-router'

/** The element ids of the sections and the keys of their titles, in their order. */
export const settingsSections = [
  { id: 'connections', title: 'settings.connections.title' },
  { id: 'buying', title: 'settings.buying.title' },
  { id: 'agent', title: 'settings.agent.title' },
  { id: 'language', title: 'settings.language.title' },
  { id: 'theme', title: 'settings.theme.title' },
  { id: 'tour', title: 'training.settings.title' },
  { id: 'documents', title: 'settings.documents.title' },
  { id: 'mail', title: 'settings.mail.title' },
  { id: 'events', title: 'events.settings.title' },
  { id: 'directory', title: 'settings.directory.title' },
  { id: 'updates', title: 'updates.title' },
  { id: 'about', title: 'settings.about.title' },
] as const
export type SettingsSection = (typeof settingsSections)[number]
type SettingsSectionId = SettingsSection['id']

export const settingsSection = (id: SettingsSectionId): RouteLocationRaw => ({ path: '/settings', hash: `#${id}` })

/** The element id of the choice whether new customers have an IP address of their own or all the same one. */
export const buyingAddressId = 'buying-address'
export const buyingAddress: RouteLocationRaw = { path: '/settings', hash: `#${buyingAddressId}` }
