/**
 * The timeline of a customer or of one eSIM, page by page. After a change of any of its parts the pages that are shown
 * are read again. The answer to an earlier request never replaces that of a later one.
 */
import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, watch } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { TimelineEntry, TimelineType } from '#shared/model/customer/events.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { usePageReads, type OnEvent, type PageReads } from '../../lib/usePages.ts'
import { whileInScope } from '../../lib/whileInScope.ts'

interface TimelineDesk {
  readonly timeline: (input: InputOf<'events', 'timeline'>) => Promise<OutputOf<'events', 'timeline'>>
  readonly on: OnEvent
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
): PageReads<TimelineEntry> {
  let firstSize = pageSize
  const pages = usePageReads<TimelineEntry, OutputOf<'events', 'timeline'>>(
    (from) => {
      const { customerUid, iccid, only } = whose()
      return desk.timeline({
        customerUid,
        limit: from.cursor === undefined ? firstSize : pageSize,
        ...(iccid !== null && { iccid }),
        ...(only !== null && { only }),
        ...from,
      })
    },
    (before, { rows }) => [...before, ...rows],
  )
  function read(size: number): Promise<void> {
    firstSize = size
    return pages.reload()
  }
  const reload = (): Promise<void> => read(Math.min(maxPageSize, Math.max(pageSize, pages.rows.value.length)))
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
    () => void read(pageSize),
    { immediate: true },
  )
  return { ...pages, rows: computed(() => pages.rows.value), reload }
}
