/** What a customer's page was asked to do as it opened: point at what was just bought, or open the question about a refund. */
import { ref, watch, type Ref } from 'vue'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { useErrands } from '../money/pendingNavigation.ts'

export interface Arrival {
  readonly fresh: Readonly<Ref<ItemUid | null>>
  /** Its QR code is shown. */
  readonly newEsim: Ref<EsimUid | null>
}

export function useArrival(uid: () => CustomerUid, refund: (item: ItemUid) => void): Arrival {
  const errands = useErrands()
  const fresh = ref<ItemUid | null>(null)
  const newEsim = ref<EsimUid | null>(null)

  watch(
    [() => errands.waiting, uid],
    () => {
      const errand = errands.take(uid())
      if (errand === null) return
      if (errand.what === 'bought') {
        fresh.value = errand.itemUid
        newEsim.value = errand.esimUid
      } else if (errand.itemUid !== null) refund(errand.itemUid)
    },
    { immediate: true },
  )
  return { fresh, newEsim }
}
