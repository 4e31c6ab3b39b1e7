/**
 * The phase of an activated item (interface 3.2). `expiresAt` has two meanings: the end of validity of an active item,
 * and the date of automatic activation before. Only this file and its exports distinguish them.
 */
import type { WireActivatedItem } from '../../wire/customer.ts'
import { isUnreadable } from '../../wire/lenient.ts'
import type { UnreadablePart } from '../../wire/unreadablePart.ts'
import { hasInstant, parseInstant } from '../instant.ts'
import { isUsedUp } from './size.ts'
import type { ItemPhase, ItemView } from '../customer/views.ts'

/** Whether there is an instant, even if it can't be read. */
const isThere = (item: WireActivatedItem, name: 'activatedAt' | 'expiresAt'): boolean =>
  hasInstant(item.balance[name]) || isUnreadable(item, `balance.${name}`)

/** Whether the validity has started, even if its date can't be read. */
export function isActivated(item: WireActivatedItem): boolean {
  return isThere(item, 'activatedAt')
}

/** Epoch milliseconds, or `null` while the item is inactive, if it has no end, or if the date can't be read. */
export function endOfItem(item: WireActivatedItem): number | null {
  return isActivated(item) ? parseInstant(item.balance.expiresAt) : null
}

/** An inactive item starts automatically this many days after its sale. */
export const daysToAutomaticActivation = 90

/** The date on which an inactive item starts automatically, or `null` once it is active. */
export function automaticActivation(item: WireActivatedItem): number | null {
  return isActivated(item) ? null : parseInstant(item.balance.expiresAt)
}

/** `FIRST_USE`, `ON_DEMAND`, `NOW` or another value that arrived, in upper case. Empty if there was none. */
export function modeOf(item: WireActivatedItem): string {
  return (item.balance.activationMode ?? '').trim().toUpperCase()
}

const overPhases: ReadonlySet<ItemPhase> = new Set(['empty', 'expired', 'refunded'])

/** Whether nothing of an item can be used any more. */
export const isOver = (phase: ItemPhase): boolean => overPhases.has(phase)

/** Whether a package has a place in the order of use, or waits until somebody starts it. */
export const mayBeUsed = ({ useOrder, phase }: Pick<ItemView, 'useOrder' | 'phase'>): boolean =>
  useOrder !== null || phase === 'waiting_activation'

/** A customer's packages, with the parts that could not be read. */
interface Held {
  readonly items: readonly { readonly phase: ItemPhase }[]
  readonly unreadable: readonly Pick<UnreadablePart, 'part'>[]
  readonly omittedItems: number
}

/** Whether a package, or the list of them, can't be read, so that there may be others. */
export const hidesPackages = (unreadable: readonly { readonly part: string }[]): boolean =>
  unreadable.some(({ part }) => part === 'package' || part === 'packages')

/**
 * Whether nothing would work on an eSIM of the customer: every package has ended, is used up or was refunded, or there
 * is none. One that can't be read, or is not listed, may have data.
 */
export const hasNothingToUse = ({ items, unreadable, omittedItems }: Held): boolean =>
  omittedItems === 0 && items.every(({ phase }) => isOver(phase)) && !hidesPackages(unreadable)

export function isRefunded(item: WireActivatedItem): boolean {
  return (item.status ?? '').trim().toUpperCase() === 'REFUNDED'
}

function inactivePhase(item: WireActivatedItem): ItemPhase {
  if (isUsedUp(item.balance)) return 'empty'
  const mode = modeOf(item)
  if (mode === 'FIRST_USE') return 'waiting_use'
  return mode === 'ON_DEMAND' ? 'waiting_activation' : 'unknown'
}

function activePhase(item: WireActivatedItem, now: number): ItemPhase {
  const end = endOfItem(item)
  const unreadable = parseInstant(item.balance.activatedAt) === null || (end === null && isThere(item, 'expiresAt'))
  if (unreadable) return 'unknown'
  if (end !== null && end <= now) return 'expired'
  return isUsedUp(item.balance) ? 'empty' : 'active'
}

/** `now` is in epoch milliseconds of the service's clock. */
export function itemPhase(item: WireActivatedItem, now: number): ItemPhase {
  if (isRefunded(item)) return 'refunded'
  return isActivated(item) ? activePhase(item, now) : inactivePhase(item)
}
