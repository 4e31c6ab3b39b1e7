/** The languages in which a customer can be written to or told something, as options of a select. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { sheetLanguages, type SheetLanguage } from '#shared/sheet/language.ts'

export interface SheetLanguageOption {
  readonly value: SheetLanguage
  readonly label: string
}

export function useSheetLanguages(): ComputedRef<readonly SheetLanguageOption[]> {
  const { t } = useI18n()
  return computed(() => sheetLanguages.map((value) => ({ value, label: t(`documents.languages.${value}`) })))
}
