/** Reads the result of a purchase from its answer, or finds it by the id in the reference (interface 4.9 to 4.11). */
import { moneyOf } from '#shared/model/amount.ts'
import type { EchoedReference } from '#shared/model/operation.ts'
import { WireActivation } from '#shared/wire/activation.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import type { PurchaseResult } from '../types.ts'

/** Compares the reference that the service returned with the sent one. Some services store only the beginning of it. */
export function compareReference(sent: string, echoed: string | null | undefined): EchoedReference {
  if (echoed === sent) return 'same'
  return echoed && sent.startsWith(echoed) ? 'shortened' : 'changed'
}

const chargedOf = ({ purchasePrice }: WireActivatedItem): PurchaseResult['charged'] =>
  purchasePrice ? moneyOf(purchasePrice) : null

/** Reads the result from an answer that was classified as a success. */
export function purchaseInAnswer(
  body: string,
  metatag: string,
): { readonly result: PurchaseResult; readonly iccid: string | null } {
  const { activatedItem, customer, esimProfile } = WireActivation.parse(JSON.parse(body))
  return {
    result: {
      customerUid: customer.uid,
      itemUid: activatedItem.uid,
      esimUid: esimProfile?.uid ?? null,
      charged: chargedOf(activatedItem),
      echoed: compareReference(metatag, activatedItem.metatag),
    },
    iccid: esimProfile?.iccid || null,
  }
}

/** Returns a predicate for items whose reference contains the id of an operation. */
export const hasReference =
  (id: string) =>
  (item: WireActivatedItem): boolean =>
    (item.metatag ?? '').includes(id)

/**
 * Finds the items of a customer whose reference contains the id of an operation. The service does not pair items with
 * eSIM profiles, so the result names the eSIM only if the customer has exactly one. `echoed` is always `same`, because
 * the full reference that was sent is not known here.
 */
export function purchasesInEntry(id: string, entry: WireCustomerEntry, makesEsim: boolean): readonly PurchaseResult[] {
  const [esim, ...others] = entry.relatedEsims
  return entry.activatedItems.filter(hasReference(id)).map((item) => ({
    customerUid: entry.customer.uid,
    itemUid: item.uid,
    esimUid: makesEsim && esim !== undefined && others.length === 0 ? esim.uid : null,
    charged: chargedOf(item),
    echoed: 'same',
  }))
}
