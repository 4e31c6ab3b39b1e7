/** The agent's settings of this desk, and the theme and the language that result from them. */
import { usePreferredDark } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { defaultLanguage, type DeskLanguage } from '#shared/language.ts'
import { type DecimalSign, decimalSignOf } from '#shared/model/decimalSign.ts'
import type { Settings, SettingsChange } from '#shared/model/settings.ts'
import { desk } from './desk.ts'

type Choice = Partial<Pick<Settings, 'theme' | 'language'>>

export const useSettings = defineStore('settings', () => {
  const stored = shallowRef<Settings | null>(null)
  /** Choices that are being stored, the last one at the end. */
  const chosen = shallowRef<readonly Choice[]>([])
  const settings = computed<Settings | null>({
    get: () =>
      stored.value && chosen.value.reduce<Settings>((shown, choice) => ({ ...shown, ...choice }), stored.value),
    set: (value) => (stored.value = value),
  })
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

  const decimalSign = computed<DecimalSign>(() => settings.value?.decimalSign ?? decimalSignOf(language.value))

  async function load(pending = desk.settings.get()): Promise<void> {
    stored.value = await pending
  }

  async function change(changes: SettingsChange): Promise<void> {
    stored.value = await desk.settings.set(changes)
  }

  /** Changes the appearance at once, before the main process has stored it, and back if it can't be stored. */
  async function choose(choice: Choice): Promise<void> {
    chosen.value = [...chosen.value, choice]
    try {
      await change(choice)
    } finally {
      chosen.value = chosen.value.filter((other) => other !== choice)
    }
  }

  return { settings, theme, language, decimalSign, load, change, choose }
})
