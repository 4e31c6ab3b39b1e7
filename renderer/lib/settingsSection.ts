/** Links to a section of the settings, which the page scrolls to and whose first field or heading it focuses. */
import type { RouteLocationRaw } from 'vue-router'

/** The element ids of the sections that something links to. */
export type SettingsSectionId = 'buying' | 'connections' | 'directory' | 'mail' | 'updates'

export const settingsSection = (id: SettingsSectionId): RouteLocationRaw => ({ path: '/settings', hash: `#${id}` })
