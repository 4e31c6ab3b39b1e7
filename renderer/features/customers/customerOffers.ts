/**
 * The customers that a field offers while the user types, as the search finds them. A pasted whole identifier selects
 * its customer.
 */
import { computed, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useSync } from './sync.store.ts'
import { createCustomerSearch, insertedLength, type RunSearch } from './customerSearch.ts'

interface CustomerOffers {
  readonly text: WritableComputedRef<string>
  readonly options: ComputedRef<readonly { readonly key: CustomerUid; readonly row: CustomerRow }[]>
  /** The offers belong to an earlier text. */
  readonly stale: Readonly<Ref<boolean>>
  /** The search finds more customers than are offered. */
  readonly hasMore: ComputedRef<boolean>
  /** Why there are no offers, as a key of `customers.offers`. */
  readonly emptyReason: ComputedRef<'type' | 'searching' | 'none' | 'noneSoFar' | 'failed'>
  readonly clear: () => void
}

export interface OfferedCustomer {
  readonly uid: CustomerUid
  /** `null` if the customer has none or it isn't known. */
  readonly email: string | null
}

/** If more characters than this arrive at once, they were pasted and not typed. */
const maxTypedLength = 3

/** `choose` receives the customer whose identifier was pasted. */
export function useCustomerOffers(runSearch: RunSearch, choose: (customer: OfferedCustomer) => void): CustomerOffers {
  const sync = useSync()
  const search = createCustomerSearch(runSearch, (uid) =>
    choose({ uid, email: search.answer.value?.rows.find((row) => row.uid === uid)?.email ?? null }),
  )
  return {
    text: computed({
      get: () => search.text.value,
      set: (next) => search.type(next, { pasted: insertedLength(search.text.value, next) > maxTypedLength }),
    }),
    options: computed(() => (search.answer.value?.rows ?? []).map((row) => ({ key: row.uid, row }))),
    stale: search.searching,
    hasMore: computed(() => search.answer.value?.cursor !== undefined),
    emptyReason: computed(() => {
      if (!search.active.value) return 'type'
      if (search.searching.value) return 'searching'
      if (search.error.value !== null || (search.answer.value?.serviceProblem ?? null) !== null) return 'failed'
      return sync.copying ? 'noneSoFar' : 'none'
    }),
    clear: search.clear,
  }
}
