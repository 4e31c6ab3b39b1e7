/**
 * Decides whether an action on an item makes sense, with every reason against it. What can't be known is a note and
 * never a reason: the service decides.
 */
import type { WireActivatedItem } from '#shared/wire/customer.ts'
import { isActivated, isRefunded, itemPhase, modeOf } from '#shared/model/package/itemPhase.ts'
import { tookNoCredits, wasSoldBeforeCreditRefunds } from '#shared/model/package/refundability.ts'
import { isRounded, sizesOf, usage } from '#shared/model/package/size.ts'
import type { ActionReason, Eligibility } from '#shared/model/customer/views.ts'

export interface EligibilityContext {
  /** An operation on this item is in flight or unresolved, so the item is locked. */
  readonly operationOpen: boolean
}

function decide(reasons: readonly ActionReason[], notes: readonly ActionReason[]): Eligibility {
  return { possible: reasons.length === 0, reasons: [...reasons], notes: reasons.length === 0 ? [...notes] : [] }
}

const when = (applies: boolean, reason: ActionReason): readonly ActionReason[] => (applies ? [reason] : [])

function modeReasons(item: WireActivatedItem): readonly ActionReason[] {
  const mode = modeOf(item)
  if (mode === 'FIRST_USE' || mode === 'ON_DEMAND') return []
  return [mode === 'NOW' ? 'mode_starts_at_once' : 'mode_unknown']
}

/** Activate (interface 4.12): the item has not started, and its activation mode waits. */
export function activateEligibility(
  item: WireActivatedItem,
  now: number,
  { operationOpen }: EligibilityContext,
): Eligibility {
  const started = isActivated(item)
  return decide(
    [
      ...when(isRefunded(item), 'refunded'),
      ...when(itemPhase(item, now) === 'expired', 'expired'),
      ...(started ? (['already_active'] as const) : modeReasons(item)),
      ...when(operationOpen, 'operation_open'),
    ],
    [],
  )
}

/**
 * Refund (interface 4.13): the item was bought with credits, has not expired and is unused within the rounding of its
 * unit.
 */
export function refundEligibility(
  item: WireActivatedItem,
  now: number,
  { operationOpen }: EligibilityContext,
): Eligibility {
  const { size, available } = sizesOf(item.balance)
  const used = usage(available, size)
  const refunded = isRefunded(item)
  return decide(
    [
      ...when(refunded, 'refunded'),
      ...when(!refunded && used === 'used', 'used'),
      ...when(itemPhase(item, now) === 'expired', 'expired'),
      ...when(tookNoCredits(item), 'not_bought_with_credits'),
      ...when(operationOpen, 'operation_open'),
    ],
    [
      ...when(wasSoldBeforeCreditRefunds(item), 'before_credit_refunds'),
      ...when(used === 'unknown', 'usage_unknown'),
      ...when(used !== 'unknown' && isRounded(available, size), 'rounding'),
      'maybe_from_stock',
      'monthly_maximum_unknown',
    ],
  )
}
