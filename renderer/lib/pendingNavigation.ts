/**
 * What a customer's page has to do when it opens: show the package that was just bought, or open the dialog of a
 * refund. It happens once.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'

interface PendingNavigation {
  readonly customerUid: CustomerUid
  readonly itemUid: ItemUid | null
  /** `bought` shows the item and its new eSIM. `refund` opens the refund dialog of the item. */
  readonly what: 'bought' | 'refund'
  readonly esimUid: EsimUid | null
}

export const usePendingNavigation = defineStore('pendingNavigation', () => {
  const waiting = shallowRef<PendingNavigation | null>(null)

  /** Returns the pending navigation to this customer's page and removes it. */
  function take(uid: CustomerUid): PendingNavigation | null {
    const pending = waiting.value
    if (pending === null || pending.customerUid !== uid) return null
    waiting.value = null
    return pending
  }

  return { waiting, set: (pending: PendingNavigation): void => void (waiting.value = pending), take }
})
