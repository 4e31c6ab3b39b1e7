/**
 * The facts from which a verdict is derived: the customer's view, and what the desk knows besides. `situationOf` sorts
 * them once, so that every rule means the same by "usable" or "in use".
 */
import type { Connectivity } from '../model/esim/connectivity.ts'
import { esimsInUse, hidesEsims } from '../model/esim/esimState.ts'
import { parseInstant } from '../model/instant.ts'
import { hidesPackages, isOver } from '../model/package/itemPhase.ts'
import { isUnresolved } from '../model/operation/operationStates.ts'
import { isKnown, isUnlimited, leftOf, totalOf } from '../model/package/size.ts'
import type { OperationRow } from '../model/operation/operation.ts'
import type { CustomerView, DataSize, EsimView, InventoryRow, ItemPhase, ItemView } from '../model/customer/views.ts'

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
  /** What the service says of where eSIMs are connected. */
  readonly connectivity: readonly Connectivity[]
  /** Those of the last day, newest first. */
  readonly mails: readonly SentMail[]
  /** The ISO2 code of the country where the customer is, as the customer said. */
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
  /** Packages whose state can't be read, and active ones of which nobody knows what is left. */
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

/** The phase at `now`: a package may have ended since the view was made. */
export function phaseAt(item: Pick<ItemView, 'phase' | 'expiresAt'>, now: number): ItemPhase {
  if (item.phase !== 'active') return item.phase
  const end = parseInstant(item.expiresAt)
  return end !== null && end <= now ? 'expired' : 'active'
}

const hasKnownRest = ({ available }: ItemView): boolean => isKnown(available)

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

/** What a customer has, in one line: what can be used now, what waits, and when the next package ends. */
interface Holdings {
  /** `null` if an amount has an unknown unit. Packages without a volume are not part of it. */
  readonly usable: DataSize | null
  /** The data of packages that have not started, or `null` if an amount has an unknown unit. */
  readonly waiting: DataSize | null
  readonly waitingCount: number
  /** The same with those that start by themselves as soon as the eSIM is on a network, and without them. */
  readonly onNetwork: Pick<Holdings, 'usable' | 'waiting' | 'waitingCount' | 'unlimited'>
  /** A package that can be used, or one of those that wait, has no volume. */
  readonly unlimited: Readonly<Record<'usable' | 'waiting', boolean>>
  /** The earliest end among the packages that can be used, or `null` if none has one. */
  readonly nextExpiry: string | null
  /** A package or its state can't be read, so there may be more. */
  readonly unreadable: boolean
}

const amounts = (items: readonly ItemView[]): readonly DataSize[] => items.filter(hasKnownRest).map(leftOf)
const hasUnlimited = (items: readonly ItemView[]): boolean => items.some(({ available }) => isUnlimited(available))

type Held = Pick<Holdings, 'usable' | 'waiting' | 'waitingCount' | 'unlimited'>

export function holdingsOf(view: Pick<CustomerView, 'items' | 'unreadable' | 'omittedItems'>, now: number): Holdings {
  const { items } = view
  const active = items.filter((item) => phaseAt(item, now) === 'active')
  const starting = items.filter(({ phase }) => phase === 'waiting_use')
  const waiting = items.filter(({ phase }) => phase === 'waiting_activation')
  const held = (usable: readonly ItemView[], others: readonly ItemView[]): Held => ({
    usable: totalOf(amounts(usable)),
    waiting: totalOf(amounts(others)),
    waitingCount: others.length,
    unlimited: { usable: hasUnlimited(usable), waiting: hasUnlimited(others) },
  })
  const ends = active
    .flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]))
    .toSorted((one, other) => (parseInstant(one) ?? 0) - (parseInstant(other) ?? 0))
  return {
    ...held(active, [...starting, ...waiting]),
    onNetwork: held([...active, ...starting], waiting),
    nextExpiry: ends[0] ?? null,
    unreadable:
      items.some((item) => item.phase === 'unknown' || (!isOver(phaseAt(item, now)) && !hasKnownRest(item))) ||
      hidesPackages(view.unreadable) ||
      view.omittedItems > 0,
  }
}
