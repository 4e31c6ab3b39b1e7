/** The rules that a connection buys by, the key under which the journal stores them, and the check before a change. */
import { DeskError } from '#shared/errors.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import type { OpenConnection } from '../connections/index.ts'

/** The key of the rules of all sandboxes, which share one because each run of the sandbox is another account. */
export const sandboxRules = 'sandbox'

/** Returns the key of the rules. */
export const rulesOf = ({ profile, identity }: OpenConnection): string =>
  profile.kind === 'sandbox' ? sandboxRules : identity

/** Returns the rules that apply to a connection now. */
export const currentRules = (
  journal: { readonly rules: (key: string) => BuyingRules | undefined },
  open: OpenConnection,
): BuyingRules => journal.rules(rulesOf(open)) ?? defaultRules

/** Throws `approval_pending` if another change has replaced the rules while a person was asked about this one. */
export function requireSameRules(before: BuyingRules, now: BuyingRules): void {
  if (JSON.stringify(before) !== JSON.stringify(now))
    throw new DeskError('approval_pending', 'The rules have changed meanwhile')
}
