/** The shown sections of the settings: the tour is one of the sandbox, and not every program can be updated. */
import { computed, type ComputedRef } from 'vue'
import { useConnection } from '../../lib/connection.store.ts'
import { settingsSections, type SettingsSection } from '../../lib/settingsSection.ts'
import { useUpdates } from '../updates/updates.store.ts'

export function useShownSections(): ComputedRef<readonly SettingsSection[]> {
  const connection = useConnection()
  const updates = useUpdates()
  return computed(() =>
    settingsSections.filter(
      ({ id }) => (id !== 'tour' || connection.isSandbox) && (id !== 'updates' || !updates.isOff),
    ),
  )
}
