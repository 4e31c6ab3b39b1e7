/** The customers who were opened last while this window and its connection are open, the latest first. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomerUid } from '#shared/wire/ids.ts'

const maxRecent = 12

export const useRecentCustomers = defineStore('recentCustomers', () => {
  const uids = shallowRef<readonly CustomerUid[]>([])
  return {
    uids,
    add: (uid: CustomerUid): void =>
      void (uids.value = [uid, ...uids.value.filter((other) => other !== uid)].slice(0, maxRecent)),
    reset: (): void => void (uids.value = []),
  }
})
