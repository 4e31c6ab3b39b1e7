/** Of the reasons why an action can't be, those that tell an agent something: what was given back can't be "active already" too. */
import type { ActionReason } from '#shared/model/views.ts'

export function tellingReasons(reasons: readonly ActionReason[]): readonly ActionReason[] {
  if (reasons.includes('refunded')) return ['refunded']
  return reasons.includes('expired') ? reasons.filter((reason) => reason !== 'already_active') : reasons
}
