/** Reads that other modules request because an event may have changed a customer. */
import type { Emit } from '#shared/contract.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { readEntry, type CustomerContext, type ReadEntry } from './customer.ts'
import type { Session } from './session.ts'
import { storeEntries } from './storeEntries.ts'

export interface HintContext extends CustomerContext {
  readonly emit: Emit
}

/** Stores a customer that was read and notifies the window. */
export async function storeAndNotify(
  { emit, log }: HintContext,
  active: Session,
  { entry, askedAt }: ReadEntry,
): Promise<void> {
  await storeEntries(active, [entry], askedAt, log)
  emit('customer.changed', { uid: entry.customer.uid })
}

export async function readAgain(
  context: HintContext,
  active: Session,
  uid: CustomerUid,
  signal: AbortSignal,
): Promise<void> {
  await storeAndNotify(context, active, await readEntry(context, active, uid, { signal, pressed: false }))
}

export async function customerOfIccid({ directory, open }: Session, iccid: Iccid): Promise<CustomerUid | null> {
  const request = { query: iccid, limit: 1, now: open.client.now() }
  const { exact } = await directory.call((remote) => remote.search(request))
  // The text may be that of another identifier, such as an e-mail address.
  const stored = exact === null ? null : await directory.call((remote) => remote.get(exact))
  return stored?.entry.relatedEsims.some((esim) => esim.iccid === iccid) === true ? exact : null
}

export async function lookUpIccid(
  context: HintContext,
  active: Session,
  iccid: Iccid,
  signal: AbortSignal,
): Promise<CustomerUid | null> {
  const { onSend, at } = active.trackSending()
  const { entries } = await active.open.client.searchCustomers(
    { key: 'ICCID', query: iccid, mode: 'isExact', limit: 1 },
    { signal: AbortSignal.any([signal, active.open.signal]), onSend },
  )
  // A service that ignores the query may answer with another customer.
  const entry = entries.find(({ relatedEsims }) => relatedEsims.some((esim) => esim.iccid === iccid))
  if (entry === undefined) return null
  context.onRead(entry)
  await storeAndNotify(context, active, { entry, askedAt: at() })
  return entry.customer.uid
}
