/**
 * The kinds of money operations as data: what each kind locks, when it is possible, and what a later read shows. There
 * are two families: operations on an item, and purchases, which create an item.
 */
import { activateEligibility, refundEligibility, type EligibilityContext } from '../views/eligibility.ts'
import { automaticActivation, isActivated, isRefunded } from '#shared/model/package/itemPhase.ts'
import type { OperationKind } from '#shared/model/operation/operation.ts'
import type { ItemOperationKind, OperationTarget, PurchaseKind } from '#shared/model/operation/purchase.ts'
import { isEmpty, toDataSize } from '#shared/model/package/size.ts'
import { endOfValidity, toValidity } from '#shared/model/package/validity.ts'
import type { Eligibility } from '#shared/model/customer/views.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Shown } from './outcomes.ts'

interface ItemRules {
  readonly eligibility: (item: WireActivatedItem, now: number, context: EligibilityContext) => Eligibility
  /**
   * Returns the end of the validity after the operation in epoch milliseconds, or `null` if it has none or is unknown.
   */
  readonly endsAt: (item: WireActivatedItem, now: number) => number | null
  /** Returns when the item activates automatically in epoch milliseconds, or `null` if it does not. */
  readonly activatesBy: (item: WireActivatedItem) => number | null
  /** Whether the person is asked for a reason. */
  readonly takesReason: boolean
  /**
   * What a complete read shows. `item` is `undefined` if the read does not contain it. After an accepted operation less
   * is enough, because then only its change is expected.
   */
  readonly shows: (item: WireActivatedItem | undefined, isAccepted: boolean) => Shown
  /** Whether an item without the change proves that nothing happened, once the request can't arrive any more. */
  readonly provenByNone: boolean
}

export const itemKinds: Readonly<Record<ItemOperationKind, ItemRules>> = {
  activate: {
    eligibility: activateEligibility,
    endsAt: (item, now) => endOfValidity(now, toValidity(item.balance)),
    activatesBy: automaticActivation,
    takesReason: false,
    shows: (item) => {
      if (item === undefined) return 'incomplete'
      return isActivated(item) ? 'change' : 'none'
    },
    // An activation is never undone, so once the request can't arrive any more, another one is safe.
    provenByNone: true,
  },
  refund: {
    eligibility: refundEligibility,
    endsAt: () => null,
    activatesBy: automaticActivation,
    takesReason: true,
    shows: (item, isAccepted) => {
      if (item === undefined || isRefunded(item)) return 'change'
      // Only an unused package is refunded, so one that is empty after an accepted refund was emptied by it.
      const { size, availableBalance } = item.balance
      const isEmptied = toDataSize(size).value > 0 && isEmpty(toDataSize(availableBalance))
      return isAccepted && isEmptied ? 'change' : 'none'
    },
    // An unchanged item proves nothing, because some services show a refunded item without any change.
    provenByNone: false,
  },
}

/** Services use several paths for these kinds, so that a foreign 404 means that one of them is not there. */
export const hasSeveralRoutes = (kind: OperationKind): boolean => kind === 'refund'

/** Every purchase creates an eSIM, except for a top-up, which uses the present one. */
export const createsEsim = (kind: PurchaseKind): boolean => kind !== 'top-up'

/**
 * Returns the lock key of an operation. Operations with the same key exclude each other: all operations on an item, all
 * top-ups of a customer, and all submissions of one registration form.
 */
export function lockOf(target: OperationTarget, previewId: string): string {
  if ('itemUid' in target) return `item:${target.itemUid}`
  return target.kind === 'register' ? `register:${previewId}` : `customer:${target.customerUid}`
}

/**
 * Whether a read is complete enough to prove that something is missing: it is of this customer, has the list of items,
 * and carries either an item or the total and the eSIMs of the customer.
 */
export function isCompleteRead(entry: WireCustomerEntry, customerUid: CustomerUid): boolean {
  if (entry.customer.uid !== customerUid || !entry.itemsListed) return false
  const hasTotal = entry.totalAvailableBalance !== null && entry.totalAvailableBalance !== undefined
  return entry.activatedItems.length > 0 || (hasTotal && entry.relatedEsims.length > 0)
}
