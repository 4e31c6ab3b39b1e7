/**
 * Carries out what a customer's page was opened for: it highlights what was just bought, or opens the dialog of a
 * refund.
 */
import { ref, watch, type Ref } from 'vue'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { usePendingNavigation } from '../../lib/pendingNavigation.ts'

interface RouteIntent {
  readonly fresh: Readonly<Ref<ItemUid | null>>
  /** The eSIM whose QR code is shown. */
  readonly newEsim: Ref<EsimUid | null>
}

export function useRouteIntent(uid: () => CustomerUid, refund: (item: ItemUid) => void): RouteIntent {
  const pendingNavigation = usePendingNavigation()
  const fresh = ref<ItemUid | null>(null)
  const newEsim = ref<EsimUid | null>(null)

  watch(
    [() => pendingNavigation.waiting, uid],
    () => {
      const pending = pendingNavigation.take(uid())
      if (pending === null) return
      if (pending.what === 'bought') {
        fresh.value = pending.itemUid
        newEsim.value = pending.esimUid
      } else if (pending.itemUid !== null) refund(pending.itemUid)
    },
    { immediate: true },
  )
  return { fresh, newEsim }
}
