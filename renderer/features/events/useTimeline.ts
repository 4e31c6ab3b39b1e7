/**
 * The timeline of a customer or of one eSIM, page by page. After a change of any of its parts the pages that are shown
 * are read again. The answer to an earlier request never replaces that of a later one.
 */
import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { TimelineEntry, TimelineType } from '#shared/model/customer/events.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { OnEvent } from '../../lib/usePages.ts'
import { whileInScope } from '../../lib/whileInScope.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface TimelineDesk {
  readonly timeline: (input: InputOf<'events', 'timeline'>) => Promise<OutputOf<'events', 'timeline'>>
  readonly on: OnEvent
}

interface Timeline {
  readonly entries: ComputedRef<readonly TimelineEntry[]>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly loadMore: () => Promise<void>
  readonly reload: () => Promise<void>
}

const pageSize = 20
const maxPageSize = 200
/** Milliseconds in which several changes become one read. */
const settleMs = 200

export function useTimeline(
  whose: () => {
    readonly customerUid: CustomerUid
    readonly iccid: Iccid | null
    /** `null` for entries of every type. */
    readonly only: TimelineType | null
  },
  desk: TimelineDesk,
): Timeline {
  const entries = shallowRef<readonly TimelineEntry[]>([])
  const cursor = ref<string | undefined>()
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  const latest = useLatest()

  async function read(before: readonly TimelineEntry[], limit: number, from: string | undefined): Promise<void> {
    const isLatest = latest.begin()
    const { customerUid, iccid, only } = whose()
    loading.value = true
    try {
      const page = await desk.timeline({
        customerUid,
        limit,
        ...(iccid !== null && { iccid }),
        ...(only !== null && { only }),
        ...(from !== undefined && { cursor: from }),
      })
      if (!isLatest()) return
      entries.value = [...before, ...page.rows]
      cursor.value = page.cursor
      error.value = null
    } catch (thrown) {
      if (isLatest()) error.value = asDeskError(thrown)
    } finally {
      if (isLatest()) loading.value = false
    }
  }
  const reload = (): Promise<void> =>
    read([], Math.min(maxPageSize, Math.max(pageSize, entries.value.length)), undefined)
  const reloadSoon = useDebounceFn(
    whileInScope(() => void reload()),
    settleMs,
    { maxWait: 5 * settleMs },
  )

  const isOurs = (uid: CustomerUid | null): boolean => uid === whose().customerUid
  const stops = [
    desk.on('operation.changed', (row) => isOurs(row.customerUid) && void reloadSoon()),
    desk.on('mail.changed', (row) => isOurs(row.customerUid) && void reloadSoon()),
    desk.on('notes.changed', ({ customerUid }) => isOurs(customerUid) && void reloadSoon()),
    desk.on('events.changed', ({ arrived, updated, reload: isMore }) => {
      if (isMore || [...arrived, ...updated].some(({ customerUid }) => isOurs(customerUid))) void reloadSoon()
    }),
  ]
  onScopeDispose(() => {
    for (const stop of stops) stop()
  })
  watch(
    () => Object.values(whose()).join(),
    () => void read([], pageSize, undefined),
    { immediate: true },
  )

  return {
    entries: computed(() => entries.value),
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    loadMore: async () => {
      if (!loading.value && cursor.value !== undefined) await read(entries.value, pageSize, cursor.value)
    },
    reload,
  }
}
