/**
 * The submission of a purchase, which waits until a recent sale of the same package has been acknowledged. The main
 * process reports that sale with the preview, and refuses a purchase that does not name it.
 */
import { computed, shallowRef, type ComputedRef } from 'vue'
import type { OperationPreview, OperationRow } from '#shared/model/operation.ts'
import type { RecentSale } from '#shared/model/purchase.ts'
import { useSubmission, type MoneyDesk, type Submission } from '../money/useSubmission.ts'

export interface RecentSaleCheck {
  /** A sale of the same package to the same customer a few minutes ago, as the present preview reports it. */
  readonly sale: ComputedRef<RecentSale | null>
  readonly acknowledged: ComputedRef<boolean>
  readonly acknowledge: (isAnotherSale: boolean) => void
}

export interface PurchaseSubmission extends Submission {
  readonly recentSale: RecentSaleCheck
  readonly canSend: ComputedRef<boolean>
}

const day = 86_400_000

/**
 * The date on which a package that waits starts by itself is counted from the present, so it is a little later with
 * each preview. That is no change that an agent has to look at: the first date stays, within a day.
 */
function withSteadyStart(desk: MoneyDesk): MoneyDesk {
  let first: string | null = null
  const steady = (preview: OperationPreview): OperationPreview => {
    const { activatesBy } = preview
    const moved = activatesBy === null || first === null ? NaN : Date.parse(activatesBy) - Date.parse(first)
    if (moved >= 0 && moved < day) return { ...preview, activatesBy: first }
    first = activatesBy
    return preview
  }
  return { ...desk, preview: async (input) => steady(await desk.preview(input)) }
}

export function usePurchaseSubmission(desk: MoneyDesk, onDone: (operation: OperationRow) => void): PurchaseSubmission {
  /** The id of the sale that was acknowledged, so that a later one has to be acknowledged again. */
  const acknowledgedId = shallowRef<string | null>(null)
  const submission = useSubmission({
    desk: withSteadyStart(desk),
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
    () => state.value.name === 'ready' && state.value.preview.possible && (sale.value === null || acknowledged.value),
  )
  return {
    ...submission,
    recentSale: {
      sale,
      acknowledged,
      acknowledge: (isAnotherSale) => {
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
