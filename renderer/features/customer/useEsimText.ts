/** What the state of an eSIM means and what to do next, one sentence each (interface 3.1). */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { maxInstallations, wasRemoved } from '#shared/model/esimState.ts'
import type { EsimView } from '#shared/model/views.ts'

export interface EsimText {
  readonly meaning: string
  readonly next: string
}

export function useEsimText(esim: () => EsimView): ComputedRef<EsimText> {
  const { t } = useI18n()

  function meaning(view: EsimView): string {
    const { state, raw } = view
    if (wasRemoved(view)) return t('customer.esimState.released.meaningRemoved')
    if (state !== 'unknown') return t(`customer.esimState.${state}.meaning`)
    return raw === null ? t('customer.esimState.unknown.meaningNone') : t('customer.esimState.unknown.meaning', { raw })
  }

  function next(view: EsimView): string {
    const { state, active, lastSeen } = view
    if (active === false) return t('customer.esimState.inactiveNext')
    if (wasRemoved(view)) return t('customer.esimState.released.nextRemoved', { count: maxInstallations })
    if (state !== 'installed') return t(`customer.esimState.${state}.next`)
    return lastSeen === null ? t('customer.esimState.installed.nextUnseen') : t('customer.esimState.installed.nextSeen')
  }

  return computed(() => ({ meaning: meaning(esim()), next: next(esim()) }))
}
