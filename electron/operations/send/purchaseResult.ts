/** Reads the result of a purchase from its answer, or finds it by the id in the reference (interface 4.9 to 4.11). */
import { moneyOf } from '#shared/model/package/amount.ts'
import { hasInstant } from '#shared/model/instant.ts'
import type { EchoedReference } from '#shared/model/operation/operation.ts'
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import type { WireActivation } from '#shared/wire/activation.ts'
import { WireCustomerEntry, type WireActivatedItem } from '#shared/wire/customer.ts'
import type { PurchaseResult } from '../types.ts'

/** Compares the reference that the service returned with the sent one. Some services store only the beginning of it. */
export function compareReference(sent: string, echoed: string | null | undefined): EchoedReference {
  if (echoed === sent) return 'same'
  return echoed && sent.startsWith(echoed) ? 'shortened' : 'changed'
}

const chargedOf = ({ purchasePrice }: Pick<WireActivatedItem, 'purchasePrice'>): PurchaseResult['charged'] =>
  purchasePrice ? moneyOf(purchasePrice) : null

/** Whether the item starts in another way than it was ordered. An answer without a balance shows neither. */
function startsDifferently({ balance }: WireActivation['activatedItem'], mode: ActivationMode): boolean {
  if (!balance) return false
  return hasInstant(balance.activatedAt) !== (mode === 'NOW')
}

/** Returns the customer of the answer, who may have other packages. */
export const soldInAnswer = ({ customer, activatedItem, esimProfile }: WireActivation): WireCustomerEntry =>
  WireCustomerEntry.parse({
    customer,
    activatedItems: [activatedItem],
    relatedEsims: esimProfile ? [esimProfile] : [],
    itemsListed: false,
  })

/** Reads the result from an answer that was classified as accepted. */
export const purchaseInAnswer = (
  { activatedItem, customer, esimProfile }: WireActivation,
  {
    metatag,
    activationMode = 'NOW',
  }: { readonly metatag: string; readonly activationMode?: ActivationMode | undefined },
): PurchaseResult => ({
  customerUid: customer.uid,
  itemUid: activatedItem.uid,
  esimUid: esimProfile?.uid ?? null,
  charged: chargedOf(activatedItem),
  echoed: compareReference(metatag, activatedItem.metatag),
  startsDifferently: startsDifferently(activatedItem, activationMode),
})

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
