/** The context of every preview, and the fields that all previews share. */
import { DeskError } from '#shared/errors.ts'
import { customerEsims, esimsInUse, esimState } from '#shared/model/esim/esimState.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { OperationKind, OperationPreview } from '#shared/model/operation/operation.ts'
import type { BuyingRules, CustomerEsims } from '#shared/model/operation/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { CustomerRead } from '../../service/index.ts'
import type { Journal } from '../journal/journal.ts'
import type { Notes } from '../journal/notes.ts'
import { startOfMonth } from '../export/periods.ts'
import { previewLifetime } from './previews.ts'

export interface PreviewContext {
  readonly open: OpenConnection
  readonly journal: Journal
  readonly notes: Pick<Notes, 'get'>
  readonly clock: Clock
  /** Returns the inventory, which may come from a cache. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  readonly rules: BuyingRules
  readonly newId: () => string
  readonly signal: AbortSignal
}

type PreviewBase = Pick<OperationPreview, 'previewId' | 'kind' | 'validUntil' | 'refundsThisMonth'>

export function previewBase<Kind extends OperationKind>(
  kind: Kind,
  { open, journal, clock, newId }: PreviewContext,
): PreviewBase & { readonly kind: Kind } {
  return {
    previewId: newId(),
    kind,
    validUntil: toInstant(clock.now() + previewLifetime) ?? '',
    refundsThisMonth: journal.refundsSince(open.identity, startOfMonth(clock.now())),
  }
}

/** Reads a customer. Throws `unreadable_answer` for another customer's data, and every error of the read. */
export async function readCustomer(uid: CustomerUid, { open, signal }: PreviewContext): Promise<CustomerRead> {
  const read = await open.client.readCustomer(uid, { signal, pressed: true })
  if (read.entry.customer.uid !== uid)
    throw new DeskError('unreadable_answer', 'The service answered with another customer', { what: 'customer' })
  return read
}

/** Returns the ICCIDs of the customer's eSIMs without those that were replaced. */
export const iccidsOf = (entry: WireCustomerEntry): readonly string[] =>
  esimsInUse(entry.relatedEsims)
    .map(({ iccid }) => iccid)
    .filter((iccid) => iccid !== '')

/** Returns whether the customer can use data on an eSIM that was not replaced. */
export const customerEsimsOf = ({ relatedEsims, unreadableParts, omittedEsims }: WireCustomerEntry): CustomerEsims =>
  customerEsims(
    relatedEsims.map(({ state, active }) => ({ state: esimState(state), active: active ?? null })),
    unreadableParts,
    omittedEsims,
  )
