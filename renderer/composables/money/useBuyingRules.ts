/** What the open connection buys by; null while it isn't known. Where it can't be read, everything is asked for: the preview says what is fixed. */
import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef } from 'vue'
import { defaultRules, type BuyingRules } from '#shared/model/purchase.ts'
import { desk } from '../../desk.ts'
import { useConnection } from '../../stores/connection.ts'

export interface KnownRules {
  readonly rules: ComputedRef<BuyingRules | null>
  /** Somebody may have changed them. */
  readonly reload: () => void
}

export function useBuyingRules(): KnownRules {
  const connection = useConnection()
  const query = useQuery({
    key: () => ['buying rules', connection.key],
    query: () => desk.operations.rules(),
    staleTime: 0,
  })
  return {
    rules: computed(() => query.data.value ?? (query.error.value === null ? null : defaultRules)),
    reload: () => void query.refetch(),
  }
}
