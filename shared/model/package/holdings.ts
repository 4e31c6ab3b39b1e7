/** What a customer has left, as the view of the customer shows it, at a time after the view was made. */
import type { CustomerView, DataSize, ItemPhase, ItemView } from '../customer/views.ts'
import { parseInstant } from '../instant.ts'
import { hidesPackages, isOver } from './itemPhase.ts'
import { isKnown, isUnlimited, leftOf, totalOf } from './size.ts'

/** The phase at `now`: a package may have ended since the view was made. */
export function phaseAt(item: Pick<ItemView, 'phase' | 'expiresAt'>, now: number): ItemPhase {
  if (item.phase !== 'active') return item.phase
  const end = parseInstant(item.expiresAt)
  return end !== null && end <= now ? 'expired' : 'active'
}

export const hasKnownRest = ({ available }: ItemView): boolean => isKnown(available)

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
