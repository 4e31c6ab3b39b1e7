/** What speaks against a cause because the customer's eSIMs or packages are not all known. */
import { hidesEsims, maybeSeen } from '#shared/model/esim/esimState.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { Doubt } from './cause.ts'
import type { Situation } from './facts.ts'

/** Another package that is not listed may be in use, or have data. */
export const packagesOmitted = ({ omittedItems }: CustomerView): readonly Doubt[] =>
  omittedItems > 0 ? ['packagesOmitted'] : []

const esimsOmitted = ({ omittedEsims }: CustomerView): readonly Doubt[] => (omittedEsims > 0 ? ['esimsOmitted'] : [])

/** The doubts about what rests on everything that the customer has. */
export const omissionDoubts = (view: CustomerView): readonly Doubt[] => [
  ...packagesOmitted(view),
  ...esimsOmitted(view),
]

/**
 * The doubts about a cause of one eSIM: another one that can't be read, of which the state or the time on a
 * network is unknown, or that is not listed may be the one that is in use.
 */
export function otherEsimDoubts({ view, esims }: Pick<Situation, 'view' | 'esims'>): readonly Doubt[] {
  const hasUnknown =
    hidesEsims(view.unreadable) ||
    esims.some((esim) => esim.state === 'unknown' || (esim.lastSeen === null && maybeSeen(esim)))
  return [...(hasUnknown ? (['otherEsimUnknown'] as const) : []), ...esimsOmitted(view)]
}
