/** What was mailed, of one customer or of all, the newest first and page by page. Pushed states replace those shown. */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { EventName } from '#shared/contract-names.ts'
import type { Events, InputOf, OutputOf } from '#shared/contract.ts'
import type { MailRow } from '#shared/model/mail.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

export interface MailsDesk {
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<OutputOf<'installation', 'mails'>>
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void
}

export interface Mails {
  readonly rows: ComputedRef<readonly MailRow[]>
  readonly total: ComputedRef<number>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly load: () => Promise<void>
  readonly loadMore: () => Promise<void>
}

const pageSize = 50

/** Each id once, the later list's version of it; the newest first. */
const merged = (...lists: readonly (readonly MailRow[])[]): readonly MailRow[] => [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted((a, b) => b.id.localeCompare(a.id))

/** `customerUid`: null for everybody's. */
export function useMails(customerUid: () => CustomerUid | null, desk: MailsDesk): Mails {
  const rows = shallowRef<readonly MailRow[]>([])
  const total = ref(0)
  const cursor = ref<string | undefined>()
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  let turn = 0
  /** Pushed while a page is under way: later than what it will say. */
  let pushed: readonly MailRow[] = []

  async function read(mine: number, from: string | undefined): Promise<void> {
    const uid = customerUid()
    loading.value = true
    pushed = []
    try {
      const page = await desk.mails({ limit: pageSize, ...(uid !== null && { customerUid: uid }), ...(from !== undefined && { cursor: from }) })
      if (mine !== turn) return
      rows.value = merged(from === undefined ? [] : rows.value, page.rows, pushed)
      total.value = Math.max(page.total, rows.value.length)
      cursor.value = page.cursor
      error.value = null
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    } finally {
      if (mine === turn) loading.value = false
    }
  }

  function note(row: MailRow): void {
    const uid = customerUid()
    if (uid !== null && row.customerUid !== uid) return
    if (!rows.value.some(({ id }) => id === row.id)) total.value += 1
    if (loading.value) pushed = [...pushed, row]
    rows.value = merged(rows.value, [row])
  }

  onScopeDispose(desk.on('mail.changed', note))
  const load = (): Promise<void> => read(++turn, undefined)
  watch(customerUid, () => {
    rows.value = []
    void load()
  }, { immediate: true })

  return {
    rows: computed(() => rows.value),
    total: computed(() => total.value),
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    load,
    loadMore: async () => {
      if (!loading.value && cursor.value !== undefined) await read(turn, cursor.value)
    },
  }
}
