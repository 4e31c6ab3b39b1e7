/**
 * The facts from which a verdict is derived: the customer's view, and further facts that the desk has. `situationOf`
 * sorts them once, so that every rule means the same by "usable" or "in use".
 */
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import { esimsInUse, hidesEsims } from '#shared/model/esim/esimState.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { hasKnownRest, phaseAt } from '#shared/model/package/holdings.ts'
import { isUnresolved } from '#shared/model/operation/operationStates.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView, EsimView, InventoryRow, ItemPhase, ItemView } from '#shared/model/customer/views.ts'

/** A country that an event reported (interface 6.5). */
export interface Visit {
  readonly iccid: string | null
  readonly country: string
  readonly at: string
}

/** A mail with the QR code of an eSIM that the mail server has accepted. */
export interface SentMail {
  readonly iccid: string
  readonly at: string
}

export interface VerdictFacts {
  readonly view: CustomerView
  /** The service's present time in epoch milliseconds. It may be later than that of the view. */
  readonly now: number
  /** The operations of this desk on the customer, in any state. */
  readonly operations: readonly OperationRow[]
  /** The packages that can be sold, or `null` while they are not known. */
  readonly inventory: readonly InventoryRow[] | null
  readonly visits: readonly Visit[]
  /** Where eSIMs are connected, as the service reports it. */
  readonly connectivity: readonly Connectivity[]
  /** Those of the last day, newest first. */
  readonly mails: readonly SentMail[]
  /** The ISO2 code of the country where the customer is, as the customer named it. */
  readonly country: string | null
  /** The customer's device and whether the service lists it, or `null` if that is not known. */
  readonly device: { readonly name: string; readonly listed: boolean } | null
}

export interface Situation extends VerdictFacts {
  /** The eSIM profiles that have not been replaced. */
  readonly esims: readonly EsimView[]
  readonly installed: readonly EsimView[]
  /** Active packages with data, in the order of their use. */
  readonly usable: readonly ItemView[]
  /** FIRST_USE packages that have not started, in the order in which they will. */
  readonly waitingUse: readonly ItemView[]
  /** ON_DEMAND packages that have not started. */
  readonly waitingActivation: readonly ItemView[]
  /** Packages whose state can't be read, and active ones whose remaining data is unknown. */
  readonly unreadable: readonly ItemView[]
  /** Packages that could not be read at all, with what is known of them: any of them may have data. */
  readonly hiddenPackages: CustomerView['unreadable']
  /** An eSIM profile could not be read at all, or the desk omitted some: one of them may be in use. */
  readonly hasHiddenEsims: boolean
  /** Used up and still valid, most recently started first. */
  readonly empty: readonly ItemView[]
  /** Most recently ended first. */
  readonly expired: readonly ItemView[]
  readonly refunded: readonly ItemView[]
  /** The operations with an unknown outcome, oldest first. */
  readonly unconfirmed: readonly OperationRow[]
}

const byLatest =
  (instantOf: (item: ItemView) => string | null) =>
  (one: ItemView, other: ItemView): number =>
    (parseInstant(instantOf(other)) ?? 0) - (parseInstant(instantOf(one)) ?? 0)

export function situationOf(facts: VerdictFacts): Situation {
  const { view, now } = facts
  const inPhase = (phase: ItemPhase): readonly ItemView[] => view.items.filter((item) => phaseAt(item, now) === phase)
  const esims = esimsInUse(view.esims)
  return {
    ...facts,
    esims,
    installed: esims.filter(({ state }) => state === 'installed'),
    usable: inPhase('active').filter(hasKnownRest),
    waitingUse: inPhase('waiting_use'),
    waitingActivation: inPhase('waiting_activation'),
    unreadable: [...inPhase('unknown'), ...inPhase('active').filter((item) => !hasKnownRest(item))],
    hiddenPackages: view.unreadable.filter(({ part }) => part === 'package' || part === 'packages'),
    hasHiddenEsims: hidesEsims(view.unreadable) || view.omittedEsims > 0,
    empty: inPhase('empty').toSorted(byLatest(({ activatedAt }) => activatedAt)),
    expired: inPhase('expired').toSorted(byLatest(({ expiresAt }) => expiresAt)),
    refunded: inPhase('refunded'),
    unconfirmed: facts.operations
      .filter(({ state }) => isUnresolved(state))
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
  }
}

/** What was on a network within this time is taken to be in use. Milliseconds. */
export const recentMs = 3 * 24 * 60 * 60 * 1000
