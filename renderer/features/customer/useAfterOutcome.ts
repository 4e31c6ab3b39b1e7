/**
 * A page that opens after a purchase shows its outcome before anything is known of the customer. Answers that arrived
 * before the outcome has been painted would be rendered first and delay it.
 */
import type { CustomerUid } from '#shared/wire/ids.ts'
import { nextPaint } from '../../lib/afterPaint.ts'
import { usePendingNavigation } from '../../lib/pendingNavigation.ts'
import { whileInScope } from '../../lib/whileInScope.ts'
import { useOutcomes } from '../money/outcomes.ts'

/**
 * Returns a function that calls another one: after the first paint if the page of this customer opens with the outcome
 * of a purchase, and otherwise at once.
 */
export function useAfterOutcome(uid: CustomerUid): (act: () => void) => void {
  const { waiting } = usePendingNavigation()
  const isBought = waiting?.what === 'bought' && waiting.customerUid === uid
  if (!isBought || useOutcomes().of(uid).length === 0) return (act) => act()
  const painted = nextPaint()
  return (act) => void painted.then(whileInScope(act))
}
