/**
 * The customers of a list of "Today". While somebody points at the list, or its buttons have the focus, its rows stay
 * where they are: what has changed is shown once nobody does, or when it is asked for.
 */
import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { TodayList, TodayReason, TodayRow } from '#shared/model/customer/today.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useClock } from '../../lib/useClock.ts'
import { usePageReads, type OnEvent } from '../../lib/usePages.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { whenShown } from '../../lib/whenShown.ts'

type Answer = Omit<OutputOf<'customers', 'today'>, 'rows'>

interface TodayDesk {
  readonly today: (input: InputOf<'customers', 'today'>) => Promise<OutputOf<'customers', 'today'>>
  readonly tickOff: (input: InputOf<'customers', 'tickOff'>) => Promise<unknown>
  readonly on: OnEvent
}

const pageSize = 50
const maxRows = 500

/** @param isHeld whether the rows have to stay where they are */
export function useToday(list: () => TodayList, isHeld: () => boolean, { today, tickOff, on }: TodayDesk) {
  const answer = shallowRef<Answer | null>(null)
  const receivedAt = ref<number | null>(null)
  const isOutdated = ref(false)
  /** The reasons with which customers were ticked off while they were shown. */
  const done = shallowRef<ReadonlyMap<CustomerUid, ReadonlySet<TodayReason>>>(new Map())
  /** A list that is read again shows as many customers as before. */
  let shown = pageSize
  const reads = usePageReads<TodayRow, { readonly rows: readonly TodayRow[]; readonly cursor?: string }>(
    async ({ cursor = '0' }) => {
      const from = Number(cursor)
      const limit = from === 0 ? Math.min(maxRows, Math.max(pageSize, shown)) : pageSize
      const { rows, ...rest } = await today({ list: list(), from, limit })
      answer.value = rest
      receivedAt.value = Date.now()
      const next = from + rows.length
      return { rows, ...(rows.length > 0 && next < rest.matching && { cursor: String(next) }) }
    },
    (before, page) => {
      if (before.length === 0) done.value = new Map()
      const known = new Set(before.map(({ customer }) => customer.uid))
      const all = [...before, ...page.rows.filter(({ customer }) => !known.has(customer.uid))]
      shown = all.length
      return all
    },
  )

  function show(): void {
    isOutdated.value = false
    void reads.reload()
  }
  const changed = useDebounceFn(
    whenShown(() => (isHeld() ? (isOutdated.value = true) : show())),
    300,
    { maxWait: 1000 },
  )
  for (const event of ['customer.changed', 'operation.changed', 'sync.progress'] as const)
    onScopeDispose(on(event, () => void changed()))
  watch(isHeld, (held) => {
    if (!held && (isOutdated.value || done.value.size > 0)) show()
  })
  watch(useClock(), () => void changed())
  watch(
    () => JSON.stringify(list()),
    () => {
      shown = pageSize
      show()
    },
    { immediate: true },
  )

  async function tick(uid: CustomerUid, reasons: readonly TodayReason[]): Promise<void> {
    await tickOff({ uid, reasons: [...reasons] })
    const next = new Map(done.value)
    if (reasons.length === 0) next.delete(uid)
    else next.set(uid, new Set([...(next.get(uid) ?? []), ...reasons]))
    done.value = next
  }
  return {
    ...reads,
    answer: computed(() => answer.value),
    now: useServiceNow(
      () => answer.value?.asOf ?? null,
      () => receivedAt.value,
    ),
    isOutdated: computed(() => isOutdated.value),
    isDone({ customer, reasons }: TodayRow): boolean {
      const of = done.value.get(customer.uid)
      return of !== undefined && reasons.every((reason) => of.has(reason))
    },
    show,
    tick,
  }
}
