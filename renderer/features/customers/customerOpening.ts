/** Opens customers from what is listed or found: their page and their copy come together. */
import { computed, shallowRef } from 'vue'
import type { Router } from 'vue-router'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { dropPrefetchedCopy, prefetchCopy } from '../../lib/prefetchedCopy.ts'
import { topDialog } from '../../ui/openDialogs.ts'

export function createOpening(router: Router) {
  const connection = useConnection()
  /** The last customer who was opened from the list or the results. */
  const openedUid = shallowRef<CustomerUid | null>(null)
  /** The customer whose copy is read before their page opens. */
  const awaitedUid = shallowRef<CustomerUid | null>(null)

  /**
   * Opens a customer together with their copy, unless somebody has gone elsewhere meanwhile or has opened a dialog,
   * which would be closed with what was typed in it.
   */
  async function openWithCopy(uid: CustomerUid): Promise<void> {
    const { key } = connection
    const { fullPath } = router.currentRoute.value
    awaitedUid.value = uid
    await prefetchCopy(uid)
    if (awaitedUid.value !== uid) return
    awaitedUid.value = null
    // The key that opens a customer may have led from another page to the list before.
    const { fullPath: path, name } = router.currentRoute.value
    try {
      const isElsewhere = path !== fullPath && name !== 'customers'
      if (connection.key === key && !isElsewhere && topDialog.value === null)
        await router.push({ name: 'customer', params: { uid } })
    } finally {
      dropPrefetchedCopy()
    }
  }
  function open(uid: CustomerUid): void {
    openedUid.value = uid
    if (awaitedUid.value !== uid) void openWithCopy(uid)
  }
  function stopOpening(): void {
    if (awaitedUid.value === null) return
    awaitedUid.value = null
    dropPrefetchedCopy()
  }
  return {
    open,
    openedUid,
    /** Whether a customer is about to be opened: what is typed now does not belong to the search. */
    isOpening: computed(() => awaitedUid.value !== null),
    stopOpening,
  }
}
