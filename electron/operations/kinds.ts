/**
 * The kinds of money operations as data: what each locks, when it makes sense, what success looks like, and what a later
 * read proves. There are two families, what acts on an item and what makes one; a new kind is a new row here.
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
import type { AcceptedShape } from './classify.ts'

/** What a complete and successful read of the customer says of an operation that isn't known. */
export type Finding = 'applied' | 'not_applied' | 'unchanged' | 'item_gone'

export interface ItemRules {
  readonly eligibility: (item: WireActivatedItem, now: number, context: EligibilityContext) => Eligibility
  /** Epoch milliseconds of the end of validity that the press leads to; null where there is none or it can't be told. */
  readonly endsAt: (item: WireActivatedItem, now: number) => number | null
  readonly activatesBy: (item: WireActivatedItem) => number | null
  /** Whether a person is asked why. */
  readonly takesReason: boolean
  readonly accepted: AcceptedShape
  /** `item` is undefined where the read no longer has it; `settled` once the request can't be on its way any more. */
  readonly find: (item: WireActivatedItem | undefined, timedOut: boolean) => Finding
}

/** Portal statuses (interface 3.3) may stand in an answer that is the item. */
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
    // The switch goes one way: once no request can arrive any more, pressing again is safe.
    find: (item, timedOut) => {
      if (item === undefined) return 'item_gone'
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
    // An unchanged item proves nothing: some services show a refunded one as it was.
    find: (item) => (item === undefined || isRefunded(item) ? 'applied' : 'unchanged'),
  },
}

/** An answer that isn't about the customer who was topped up contradicts itself, so it proves nothing. */
const isActivationOf =
  (customerUid: CustomerUid | null) =>
  (body: object): boolean => {
    const answer = WireActivation.safeParse(body)
    return answer.success && (customerUid === null || answer.data.customer.uid === customerUid)
  }

/** Top-up alone goes on the eSIM that is there. */
export const makesEsim = (kind: PurchaseKind): boolean => kind !== 'top-up'

/** What counts as success for an operation on this customer. */
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

/** Operations with one key keep each other off: everything on an item, all top-ups of a customer, one form of a new customer. */
export function lockOf(target: OperationTarget, previewId: string): string {
  if ('itemUid' in target) return `item:${target.itemUid}`
  return target.kind === 'register' ? `register:${previewId}` : `customer:${target.customerUid}`
}

/** Whether a read can prove that something is missing: it is of this customer, has its list of items, and carries what else an entry carries. */
export function isCompleteRead(entry: WireCustomerEntry, customerUid: CustomerUid): boolean {
  if (entry.customer.uid !== customerUid || !entry.itemsListed) return false
  const hasTotal = entry.totalAvailableBalance !== null && entry.totalAvailableBalance !== undefined
  return entry.activatedItems.length > 0 || (hasTotal && entry.relatedEsims.length > 0)
}
