/**
 * The kinds of money operations as data: what each kind locks, when it is possible, what a successful answer looks
 * like, and what a later read proves. There are two families: operations on an item, and purchases, which create an
 * item.
 */
import { activateEligibility, refundEligibility, type EligibilityContext } from '#shared/model/eligibility.ts'
import { automaticActivation, isActivated, isRefunded } from '#shared/model/itemPhase.ts'
import type { OperationKind } from '#shared/model/operation.ts'
import {
  isPurchaseKind,
  type ItemOperationKind,
  type OperationTarget,
  type PurchaseKind,
} from '#shared/model/purchase.ts'
import { endOfValidity, toValidity } from '#shared/model/validity.ts'
import type { Eligibility } from '#shared/model/views.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import { WireActivation } from '#shared/wire/activation.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { AcceptedShape } from './send/classify.ts'

/** What a complete read of the customer proves about an operation with an unknown outcome. */
export type Finding = 'applied' | 'not_applied' | 'unchanged' | 'item_missing'

export interface ItemRules {
  readonly eligibility: (item: WireActivatedItem, now: number, context: EligibilityContext) => Eligibility
  /**
   * Returns the end of the validity after the operation in epoch milliseconds, or `null` if it has none or is unknown.
   */
  readonly endsAt: (item: WireActivatedItem, now: number) => number | null
  /** Returns when the item activates automatically in epoch milliseconds, or `null` if it does not. */
  readonly activatesBy: (item: WireActivatedItem) => number | null
  /** Whether the person is asked for a reason. */
  readonly takesReason: boolean
  readonly accepted: AcceptedShape
  /**
   * `item` is `undefined` if the read does not contain it. `timedOut` is true once the request can't arrive any more.
   */
  readonly evaluate: (item: WireActivatedItem | undefined, timedOut: boolean) => Finding
}

/** An answer may be the item itself, so its status may be one of the portal's statuses (interface 3.3). */
export const itemKinds: Readonly<Record<ItemOperationKind, ItemRules>> = {
  activate: {
    eligibility: activateEligibility,
    endsAt: (item, now) => endOfValidity(now, toValidity(item.balance)),
    activatesBy: automaticActivation,
    takesReason: false,
    accepted: {
      emptyBody: true,
      statuses: ['success', 'purchased', 'activated'],
      statusOptional: true,
      severalRoutes: false,
    },
    // An activation is never undone, so once the request can't arrive any more, another one is safe.
    evaluate: (item, timedOut) => {
      if (item === undefined) return 'item_missing'
      if (isActivated(item)) return 'applied'
      return timedOut ? 'not_applied' : 'unchanged'
    },
  },
  refund: {
    eligibility: refundEligibility,
    endsAt: () => null,
    activatesBy: automaticActivation,
    takesReason: true,
    accepted: { emptyBody: true, statuses: ['success', 'refunded'], statusOptional: true, severalRoutes: true },
    // An unchanged item proves nothing, because some services show a refunded item without any change.
    evaluate: (item) => (item === undefined || isRefunded(item) ? 'applied' : 'unchanged'),
  },
}

/** An answer about another customer than the one who was topped up proves nothing. */
const isActivationOf =
  (customerUid: CustomerUid | null) =>
  (body: object): boolean => {
    const answer = WireActivation.safeParse(body)
    return answer.success && (customerUid === null || answer.data.customer.uid === customerUid)
  }

/** Every purchase creates an eSIM, except for a top-up, which uses the present one. */
export const createsEsim = (kind: PurchaseKind): boolean => kind !== 'top-up'

/** Returns the shape of a successful answer to an operation of this kind for this customer. */
export const acceptedOf = (kind: OperationKind, customerUid: CustomerUid | null): AcceptedShape =>
  isPurchaseKind(kind)
    ? {
        emptyBody: false,
        statuses: ['success'],
        statusOptional: false,
        severalRoutes: false,
        body: isActivationOf(customerUid),
      }
    : itemKinds[kind].accepted

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
