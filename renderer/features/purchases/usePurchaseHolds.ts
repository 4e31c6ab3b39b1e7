/**
 * What an agent has to agree to before a purchase that could be a mistake is submitted: a form that was typed for an
 * earlier caller, and a package for an eSIM on which none can be used.
 */
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { OperationPreview } from '#shared/model/operation.ts'
import type { PurchaseForm } from './purchaseForm.ts'

export interface Hold {
  readonly applies: ComputedRef<boolean>
  readonly agreed: ComputedRef<boolean>
  readonly agree: (agrees: boolean) => void
}

export interface PurchaseHolds {
  readonly kept: Hold
  readonly failedEsim: Hold
  /** The first one that is not agreed to. */
  readonly open: ComputedRef<'kept' | 'failedEsim' | null>
  /** The form was opened. `isKept`: it has what was typed for a caller before. */
  readonly begin: (isKept: boolean) => void
}

interface HeldPurchase {
  readonly form: ComputedRef<PurchaseForm>
  /** The latest preview. */
  readonly facts: Readonly<Ref<OperationPreview | null>>
  readonly sending: ComputedRef<boolean>
}

/** It has to be agreed to again each time that it applies anew. */
function useHold(applies: () => boolean, sending: () => boolean): Hold {
  const agreed = ref(false)
  const isApplied = computed(applies)
  watch(isApplied, () => (agreed.value = false), { flush: 'sync' })
  return {
    applies: isApplied,
    agreed: computed(() => agreed.value),
    agree: (agrees) => {
      if (!sending()) agreed.value = agrees
    },
  }
}

export function usePurchaseHolds({ form, facts, sending }: HeldPurchase): PurchaseHolds {
  const isKept = ref(false)
  const kept = useHold(
    () => isKept.value,
    () => sending.value,
  )
  const failedEsim = useHold(
    () => form.value.who === 'existing' && !form.value.newEsim && facts.value?.purchase?.esim === 'failed',
    () => sending.value,
  )
  return {
    kept,
    failedEsim,
    begin: (now) => {
      isKept.value = now
      kept.agree(false)
    },
    open: computed(() => {
      if (kept.applies.value && !kept.agreed.value) return 'kept'
      return failedEsim.applies.value && !failedEsim.agreed.value ? 'failedEsim' : null
    }),
  }
}
