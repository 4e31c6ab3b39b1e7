/**
 * The local copy of a customer, read shortly before their page opens: a page without its customer would be drawn for a
 * moment and delay the copy. The page takes it, or what is still being read.
 */
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from './desk.ts'

/** Milliseconds. A page that opens sooner is perceived as instant. */
const patience = 100

export interface PrefetchedCopy {
  /** `null` if there is no copy. */
  readonly copy: Promise<CustomerView | null>
  /** The copy if it has arrived. */
  readonly arrived: CustomerView | null
}

let prefetched: (PrefetchedCopy & { readonly uid: CustomerUid }) | null = null

/** A change that is reported while the copy is read may be missing in it, and no page listens yet. */
async function readLatest(uid: CustomerUid): Promise<CustomerView | null> {
  const changes: CustomerUid[] = []
  const note = (changed: CustomerUid | null): void => void (changed === uid && changes.push(changed))
  const stops = [
    onDeskEvent('customer.changed', (change) => note(change.uid)),
    onDeskEvent('operation.changed', (row) => note(row.customerUid)),
  ]
  try {
    const copy = await desk.customers.get({ uid, from: 'directory' })
    return changes.length > 0 ? await desk.customers.get({ uid, from: 'directory' }) : copy
  } catch {
    return null
  } finally {
    for (const stop of stops) stop()
  }
}

/** Resolves once it is known whether there is a copy, or after a moment. */
export async function prefetchCopy(uid: CustomerUid): Promise<void> {
  const reading = { uid, copy: readLatest(uid), arrived: null as CustomerView | null }
  prefetched = reading
  const arriving = reading.copy.then((copy) => void (reading.arrived = copy))
  await Promise.race([arriving, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** Returns the copy that was read for this customer, once. Of any other customer it is dropped. */
export function takePrefetchedCopy(uid: CustomerUid): PrefetchedCopy | null {
  const taken = prefetched
  prefetched = null
  return taken?.uid === uid ? taken : null
}

/** Drops a copy whose page did not open. */
export const dropPrefetchedCopy = (): void => void (prefetched = null)
