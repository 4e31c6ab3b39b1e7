/** Links to a section of the settings, which the page scrolls to and whose first field or heading it focuses. */
import type { RouteLocationRaw } from 'vue-router'

/** The element ids of the sections, in their order. */
export const settingsSectionIds = [
  'connections',
  'buying',
  'agent',
  'language',
  'theme',
  'tour',
  'documents',
  'mail',
  'events',
  'directory',
  'updates',
  'about',
] as const
export type SettingsSectionId = (typeof settingsSectionIds)[number]

/** The keys of the titles. */
export const settingsSectionTitles = {
  connections: 'settings.connections.title',
  buying: 'settings.buying.title',
  agent: 'settings.agent.title',
  language: 'settings.language.title',
  theme: 'settings.theme.title',
  tour: 'training.settings.title',
  documents: 'settings.documents.title',
  mail: 'settings.mail.title',
  events: 'events.settings.title',
  directory: 'settings.directory.title',
  updates: 'updates.title',
  about: 'settings.about.title',
} as const satisfies Record<SettingsSectionId, string>

/** The sections that are shown: the tour is one of the sandbox, and not every program can be updated. */
export const shownSections = ({
  isSandbox,
  canUpdate,
}: {
  readonly isSandbox: boolean
  readonly canUpdate: boolean
}): readonly SettingsSectionId[] =>
  settingsSectionIds.filter((id) => (id !== 'tour' || isSandbox) && (id !== 'updates' || canUpdate))

export const settingsSection = (id: SettingsSectionId): RouteLocationRaw => ({ path: '/settings', hash: `#${id}` })
