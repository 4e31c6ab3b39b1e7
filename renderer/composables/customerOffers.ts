/** Customers that a field offers while somebody types, as the desk's search finds them; a pasted whole identifier of one chooses it. */
import { computed, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerSearch, insertedLength, type AskSearch } from './customerSearch.ts'

export interface CustomerOffers {
  readonly text: WritableComputedRef<string>
  readonly options: ComputedRef<readonly { readonly key: CustomerUid; readonly row: CustomerRow }[]>
  /** The offers are those of an earlier text. */
  readonly stale: Readonly<Ref<boolean>>
  /** Why none are offered; a key of `customers.offers`. */
  readonly none: ComputedRef<'type' | 'searching' | 'none' | 'failed'>
  readonly clear: () => void
}

export interface OfferedCustomer {
  readonly uid: CustomerUid
  /** Null where there is none, or it isn't known. */
  readonly email: string | null
}

/** More characters than that at once were pasted, not typed. */
const maxTypedLength = 3

/** `choose`: one that was pasted. */
export function useCustomerOffers(ask: AskSearch, choose: (customer: OfferedCustomer) => void): CustomerOffers {
  const search = createCustomerSearch(ask, (uid) =>
    choose({ uid, email: search.answer.value?.rows.find((row) => row.uid === uid)?.email ?? null }),
  )
  return {
    text: computed({
      get: () => search.text.value,
      set: (next) => search.type(next, { pasted: insertedLength(search.text.value, next) > maxTypedLength }),
    }),
    options: computed(() => (search.answer.value?.rows ?? []).map((row) => ({ key: row.uid, row }))),
    stale: search.searching,
    none: computed(() => {
      if (!search.active.value) return 'type'
      if (search.searching.value) return 'searching'
      return search.error.value === null ? 'none' : 'failed'
    }),
    clear: search.clear,
  }
}
