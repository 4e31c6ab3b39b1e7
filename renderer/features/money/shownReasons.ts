/**
 * Selects the reasons worth showing for an action that is not possible: a refunded package needs no further reason such
 * as "active already".
 */
import type { ActionReason } from '#shared/model/customer/views.ts'

export function shownReasons(reasons: readonly ActionReason[]): readonly ActionReason[] {
  if (reasons.includes('refunded')) return ['refunded']
  return reasons.includes('expired') ? reasons.filter((reason) => reason !== 'already_active') : reasons
}
