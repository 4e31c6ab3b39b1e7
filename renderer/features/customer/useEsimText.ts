/** What the state of an eSIM means (interface 3.1): the sentence of the verdict, for this profile alone. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { EsimView } from '#shared/model/customer/views.ts'
import { esimCause, type EsimCauseId } from '../../rules/esimCause.ts'

interface EsimText {
  readonly meaning: string
  /** What to do, where the verdict doesn't show it. */
  readonly next: string | null
  /** The key of the label of the time that the service gives as its activation. */
  readonly activatedLabel: 'customer.esims.activated' | 'customer.esims.serviceActivation'
}

/**
 * The service doesn't define what its time of activation means (interface 2.8), and gives one for profiles that were
 * never installed (field notes). “Activated” would claim that an eSIM on no device is in use.
 */
export const activatedLabel = ({ state }: Pick<EsimView, 'state'>): EsimText['activatedLabel'] =>
  state === 'installed' || state === 'disabled' ? 'customer.esims.activated' : 'customer.esims.serviceActivation'

export function useEsimText(esim: () => EsimView): ComputedRef<EsimText> {
  const { t } = useI18n()
  function meaningOf(cause: EsimCauseId | null, { raw }: EsimView): string {
    if (cause === null) return t('customer.esimState.installed')
    // Whether the customer needs a new one depends on the other eSIMs.
    return cause === 'esimError' ? t('customer.esimState.failed') : t(`verdict.cause.${cause}`, { state: raw ?? '' })
  }
  return computed(() => {
    const view = esim()
    const cause = esimCause(view)
    return {
      meaning: meaningOf(cause, view),
      next: view.active === false ? t('customer.esimState.inactiveNext') : null,
      activatedLabel: activatedLabel(view),
    }
  })
}
