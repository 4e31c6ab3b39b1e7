/** The rules that a connection buys by: under which name they are kept, and that a change is one of those that hold. */
import { DeskError } from '#shared/errors.ts'
import type { BuyingRules } from '#shared/model/purchase.ts'
import type { OpenConnection } from '../connections/index.ts'

/** The sandbox's rules outlive its runs, each of which is another account. */
export const rulesOf = ({ profile, identity }: OpenConnection): string =>
  profile.kind === 'sandbox' ? 'sandbox' : identity

/** Throws `approval_pending`: a person agreed to a change of rules that another change has replaced since. */
export function requireSameRules(before: BuyingRules, now: BuyingRules): void {
  if (JSON.stringify(before) !== JSON.stringify(now))
    throw new DeskError('approval_pending', 'The rules have changed meanwhile')
}
