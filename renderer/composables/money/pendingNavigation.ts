/** What a customer's page is to do as it opens: show the package that was just bought, or ask about a refund. Done once. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'

export interface PendingNavigation {
  readonly customerUid: CustomerUid
  readonly itemUid: ItemUid | null
  /** `bought`: the item and its new eSIM are shown. `refund`: the refund's dialog opens on the item. */
  readonly what: 'bought' | 'refund'
  readonly esimUid: EsimUid | null
}

export const usePendingNavigation = defineStore('pendingNavigation', () => {
  const waiting = shallowRef<PendingNavigation | null>(null)

  /** The errand of this customer's page, which nobody else gets then. */
  function take(uid: CustomerUid): PendingNavigation | null {
    const pending = waiting.value
    if (pending === null || pending.customerUid !== uid) return null
    waiting.value = null
    return pending
  }

  return { waiting, leave: (pending: PendingNavigation): void => void (waiting.value = pending), take }
})
