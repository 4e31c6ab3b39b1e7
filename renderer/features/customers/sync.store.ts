/** The state of the local directory, updated live. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'

export const useSync = defineStore('sync', () => {
  const status = shallowRef<SyncStatus | null>(null)
  const take = (next: SyncStatus): void => void (status.value = next)
  onDeskEvent('sync.progress', take)

  return {
    status,
    /** Whether the connection keeps a list at all. */
    keepsList: computed(() => status.value?.storage !== 'none'),
    /** Whether the list is being copied for the first time, so that it and its numbers are incomplete. */
    copying: computed(() => status.value?.state === 'syncing' && status.value.finishedAt === null),
    /** Whether the list has been copied completely at least once. */
    complete: computed(() => (status.value?.finishedAt ?? null) !== null && status.value?.whole === true),
    /** Whether the service's list was read to its end, and nothing showed that it has no more customers. */
    perhapsMore: computed(() => status.value?.finishedAt != null && !status.value.whole),
    /** Why the list has never been copied completely, as the code of the failure, or `null` if that is not so. */
    firstCopyProblem: computed(() =>
      status.value?.state === 'failed' && status.value.finishedAt === null
        ? (status.value.problem ?? 'unexpected')
        : null,
    ),
    syncing: computed(() => status.value?.state === 'syncing'),
    load: async (): Promise<void> => take(await desk.customers.status()),
    start: async (): Promise<void> => take(await desk.customers.sync()),
    cancel: async (): Promise<void> => take(await desk.customers.cancelSync()),
    reset: (): void => void (status.value = null),
  }
})
