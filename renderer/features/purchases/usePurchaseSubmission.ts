/**
 * The submission of a purchase, which waits until a recent sale of the same package has been acknowledged. The main
 * process reports that sale with the preview, and refuses a purchase that does not name it.
 */
import { computed, shallowRef, type ComputedRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { RecentSale } from '#shared/model/operation/purchase.ts'
import { useSubmission, type MoneyDesk, type Submission } from '../money/useSubmission.ts'

interface RecentSaleCheck {
  /** A sale of the same package to the same customer a few minutes ago, as the present preview reports it. */
  readonly sale: ComputedRef<RecentSale | null>
  readonly acknowledged: ComputedRef<boolean>
  readonly acknowledge: (isAnotherSale: boolean) => void
}

export interface PurchaseSubmission extends Submission {
  readonly recentSale: RecentSaleCheck
  readonly canSend: ComputedRef<boolean>
}

/** @param isHeld whether something else has to be agreed to first */
export function usePurchaseSubmission(
  desk: MoneyDesk,
  onDone: (operation: OperationRow) => void,
  isHeld: () => boolean,
): PurchaseSubmission {
  /** The id of the sale that was acknowledged, so that a later one has to be acknowledged again. */
  const acknowledgedId = shallowRef<string | null>(null)
  const submission = useSubmission({
    desk,
    runInput: ({ previewId }) => ({
      previewId,
      ...(acknowledgedId.value !== null && { repeats: acknowledgedId.value }),
    }),
    onDone,
  })
  const { state } = submission
  const sale = computed(() =>
    state.value.name === 'ready' || state.value.name === 'sending'
      ? (state.value.preview.purchase?.recentSale ?? null)
      : null,
  )
  const acknowledged = computed(() => sale.value !== null && sale.value.id === acknowledgedId.value)
  const canSend = computed(
    () =>
      state.value.name === 'ready' &&
      state.value.preview.possible &&
      (sale.value === null || acknowledged.value) &&
      !isHeld(),
  )
  return {
    ...submission,
    recentSale: {
      sale,
      acknowledged,
      acknowledge: (isAnotherSale) => {
        if (state.value.name === 'sending') return
        acknowledgedId.value = isAnotherSale ? (sale.value?.id ?? null) : null
      },
    },
    canSend,
    open: (target) => {
      acknowledgedId.value = null
      submission.open(target)
    },
    send: () => {
      if (canSend.value) submission.send()
    },
  }
}
