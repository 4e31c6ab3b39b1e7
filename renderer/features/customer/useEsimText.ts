/** What the state of an eSIM means (interface 3.1): the sentence of the verdict, for this profile alone. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { EsimView } from '#shared/model/views.ts'
import { esimCause } from '#shared/rules/esimCause.ts'

export interface EsimText {
  readonly meaning: string
  /** What to do, where the verdict doesn't say it. */
  readonly next: string | null
}

export function useEsimText(esim: () => EsimView): ComputedRef<EsimText> {
  const { t } = useI18n()
  return computed(() => {
    const view = esim()
    const cause = esimCause(view)
    return {
      meaning:
        cause === null ? t('customer.esimState.installed') : t(`verdict.cause.${cause}`, { state: view.raw ?? '' }),
      next: view.active === false ? t('customer.esimState.inactiveNext') : null,
    }
  })
}
