/** The customers whom agents linked with the one on the page. A link that was removed here can be restored. */
import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { LinkedCustomer } from '#shared/model/customer/links.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { desk } from '../../lib/desk.ts'

export interface Links {
  readonly customers: ComputedRef<readonly LinkedCustomer[]>
  /** The customer whose link was removed last while this page was shown. */
  readonly removed: Readonly<Ref<LinkedCustomer | null>>
  readonly busy: Readonly<Ref<boolean>>
  readonly error: Readonly<Ref<DeskError | null>>
  /** Resolves to whether the link was made. */
  readonly add: (other: CustomerUid) => Promise<boolean>
  readonly remove: (linked: LinkedCustomer) => Promise<void>
  readonly undo: () => Promise<void>
}

type Change = 'link' | 'unlink'

/**
 * The cache keeps an entry and what it was read with for minutes after its page was left. So that it does not keep the
 * page as well, nothing in here refers to one.
 */
const linksOf = (connection: string, uid: CustomerUid) => ({
  key: ['links', connection, uid],
  query: () => desk.customers.links({ uid }),
})

export function useLinks(uid: () => CustomerUid): Links {
  const connection = useConnection()
  const cache = useQueryCache()
  const query = useQuery(() => linksOf(connection.key, uid()))
  const removed = shallowRef<LinkedCustomer | null>(null)
  const busy = ref(false)
  const error = shallowRef<DeskError | null>(null)
  // Ends the reading of links for a page that is no longer shown.
  onScopeDispose(() => void desk.customers.links({ uid: null }).catch(() => undefined))
  watch(uid, () => {
    removed.value = null
    error.value = null
  })

  /** A failure is in `error`. */
  async function change(how: Change, other: CustomerUid): Promise<boolean> {
    const of = uid()
    removed.value = null
    error.value = null
    busy.value = true
    try {
      cache.setQueryData(linksOf(connection.key, of).key, await desk.customers[how]({ uid: of, other }))
      return true
    } catch (thrown) {
      if (uid() === of) error.value = asDeskError(thrown)
      return false
    } finally {
      busy.value = false
    }
  }

  return {
    customers: computed(() => query.data.value ?? []),
    removed,
    busy,
    error,
    add: (other) => change('link', other),
    async remove(linked) {
      const of = uid()
      if ((await change('unlink', linked.uid)) && uid() === of) removed.value = linked
    },
    async undo() {
      const linked = removed.value
      if (linked === null || (await change('link', linked.uid))) return
      removed.value = linked
    },
  }
}
