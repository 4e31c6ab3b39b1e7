/** What the service made for a purchase: read from its answer, or found again by the id in the reference (interface 4.9 to 4.11). */
import { moneyOf } from '#shared/model/amount.ts'
import type { EchoedReference } from '#shared/model/operation.ts'
import { WireActivation } from '#shared/wire/activation.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import type { PurchaseResult } from './types.ts'

/** A service without room for the whole reference keeps the beginning of it. */
export function compareReference(sent: string, echoed: string | null | undefined): EchoedReference {
  if (echoed === sent) return 'same'
  return echoed && sent.startsWith(echoed) ? 'shortened' : 'changed'
}

const chargedOf = ({ purchasePrice }: WireActivatedItem): PurchaseResult['charged'] =>
  purchasePrice ? moneyOf(purchasePrice) : null

/** Of an answer that was classified as a success. */
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
    iccid: esimProfile?.iccid ?? null,
  }
}

export const hasReference =
  (id: string) =>
  (item: WireActivatedItem): boolean =>
    (item.metatag ?? '').includes(id)

/**
 * Items of an entry that carry the id of an operation. The eSIM is told where there is one alone: items and eSIM
 * profiles are never paired. What the whole reference was isn't kept here, so only that the id is in it is known.
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
