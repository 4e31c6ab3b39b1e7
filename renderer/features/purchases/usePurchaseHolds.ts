/**
 * What an agent has to agree to before a purchase that could be a mistake is submitted: a form that was filled in for
 * an earlier caller, and a package for an eSIM on which none can be used.
 */
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { OperationPreview } from '#shared/model/operation/operation.ts'
import type { PurchaseForm } from './purchaseForm.ts'

interface Hold {
  readonly applies: ComputedRef<boolean>
  readonly agreed: ComputedRef<boolean>
  readonly agree: (agrees: boolean) => void
}

export interface PurchaseHolds {
  readonly kept: Hold
  /** For whom the kept form was filled in: an e-mail address, or an empty string. It stays while the form is edited. */
  readonly keptFor: ComputedRef<string>
  readonly failedEsim: Hold
  /** The first one that is not agreed to. */
  readonly open: ComputedRef<'kept' | 'failedEsim' | null>
  /**
   * The form was opened. `keptFor` is `null` if it names nobody yet. A form that is continued (`continues`) keeps
   * the questions and answers.
   */
  readonly begin: (keptFor: string | null, continues: boolean) => void
}

interface HeldPurchase {
  readonly form: ComputedRef<PurchaseForm>
  /** The latest preview. */
  readonly facts: Readonly<Ref<OperationPreview | null>>
  readonly sending: ComputedRef<boolean>
  /** The last submission may still succeed, so that there is nothing to decide. */
  readonly unresolved: ComputedRef<boolean>
}

/** @param about what would be agreed to, or `null`. Something else has to be agreed to again. */
function useHold(about: () => string | null, sending: () => boolean): Hold {
  const agreed = ref(false)
  const key = computed(about)
  watch(key, () => (agreed.value = false), { flush: 'sync' })
  return {
    applies: computed(() => key.value !== null),
    agreed: computed(() => agreed.value),
    agree: (agrees) => {
      if (!sending()) agreed.value = agrees
    },
  }
}

export function usePurchaseHolds({ form, facts, sending, unresolved }: HeldPurchase): PurchaseHolds {
  const keptFor = ref<string | null>(null)
  const isSending = (): boolean => sending.value
  const kept = useHold(() => (unresolved.value ? null : keptFor.value), isSending)
  const failedEsim = useHold(() => {
    const { who, newEsim, customer, inventoryItemId } = form.value
    const isFailed = who === 'existing' && !newEsim && facts.value?.purchase?.esim === 'failed'
    return isFailed ? `${customer?.uid ?? ''} ${inventoryItemId ?? ''}` : null
  }, isSending)
  return {
    kept,
    keptFor: computed(() => keptFor.value ?? ''),
    failedEsim,
    begin: (now, continues) => {
      if (continues) return
      keptFor.value = now
      kept.agree(false)
    },
    open: computed(() => {
      if (kept.applies.value && !kept.agreed.value) return 'kept'
      return failedEsim.applies.value && !failedEsim.agreed.value ? 'failedEsim' : null
    }),
  }
}
