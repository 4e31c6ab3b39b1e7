/** What was learned on a call goes with the agent to another record of the person. */
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useOutcomes } from '../money/outcomes.ts'
import { useCall } from '../../lib/call.store.ts'

/** Returns what is called before the other record is opened. */
export function useOtherRecord(): (from: CustomerUid, to: CustomerUid) => void {
  const call = useCall()
  const outcomes = useOutcomes()
  return (from, to) => call.carry(from, to, outcomes.of(to))
}
