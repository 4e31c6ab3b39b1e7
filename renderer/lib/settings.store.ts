/** The agent's settings of this desk, and the theme and the language that result from them. */
import { usePreferredDark } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { defaultLanguage, type DeskLanguage } from '#shared/language.ts'
import type { Settings, SettingsChange } from '#shared/model/settings.ts'
import { desk } from './desk.ts'

export const useSettings = defineStore('settings', () => {
  const settings = shallowRef<Settings | null>(null)
  const systemIsDark = usePreferredDark()

  const theme = computed<'light' | 'dark'>(() => {
    const chosen = settings.value?.theme ?? 'system'
    if (chosen !== 'system') return chosen
    return systemIsDark.value ? 'dark' : 'light'
  })
  watch(theme, (shown) => (document.documentElement.dataset['theme'] = shown), { immediate: true, flush: 'sync' })

  const language = computed<DeskLanguage>(() => {
    if (settings.value === null) return defaultLanguage
    const { language: chosen, systemLanguage } = settings.value
    return chosen === 'system' ? systemLanguage : chosen
  })

  async function load(pending = desk.settings.get()): Promise<void> {
    settings.value = await pending
  }

  async function change(changes: SettingsChange): Promise<void> {
    settings.value = await desk.settings.set(changes)
  }

  /** Changes how the window looks at once, before the main process has stored it, and back if it can't be stored. */
  async function choose(choice: Partial<Pick<Settings, 'theme' | 'language'>>): Promise<void> {
    const before = settings.value
    if (before !== null) settings.value = { ...before, ...choice }
    try {
      await change(choice)
    } catch (error) {
      const { value } = settings
      if (before !== null && value !== null) {
        settings.value = { ...value, theme: before.theme, language: before.language }
      }
      throw error
    }
  }

  return { settings, theme, language, load, change, choose }
})
