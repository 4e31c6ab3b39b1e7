/**
 * The buying rules of the open connection, or `null` while they aren't known. If they can't be read, the form asks for
 * every value, and the preview shows which are fixed.
 */
import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef } from 'vue'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'

interface KnownRules {
  readonly rules: ComputedRef<BuyingRules | null>
  /** Loads the rules again, because they may have been changed. */
  readonly reload: () => void
}

/** The key of the rules in the cache of queries. */
export function useRulesKey(): () => readonly string[] {
  const connection = useConnection()
  return () => ['buying rules', connection.key]
}

export function useBuyingRules(): KnownRules {
  const query = useQuery({
    key: useRulesKey(),
    query: () => desk.operations.rules(),
    staleTime: 0,
  })
  return {
    rules: computed(() => query.data.value ?? (query.error.value === null ? null : defaultRules)),
    reload: () => void query.refetch(),
  }
}
