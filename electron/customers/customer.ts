/** Reads one customer from the service or from the directory, and builds the view of it. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import { customerViewSteps } from '../views/customerView.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { inSteps } from '../base/inSteps.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { CustomerReading } from '../service/index.ts'
import type { KnownInventory } from './knownInventory.ts'
import type { CustomersOptions } from './options.ts'
import { withSold, type Sales } from './sales.ts'
import type { Session } from './session.ts'
import { storeEntries } from './storeEntries.ts'

export interface CustomerContext extends Pick<CustomersOptions, 'lockedItems' | 'countrySetOf' | 'onRead' | 'log'> {
  readonly inventory: KnownInventory
  readonly sales: Pick<Sales, 'ofNewCustomer'>
}

export interface ReadEntry {
  readonly entry: WireCustomerEntry
  /** When it was requested, by the monotonic clock. */
  readonly askedAt: number
}

/** `pressed`: a person requested the customer, so the whole list may be read. */
type EntryReading = Required<Pick<CustomerReading, 'signal' | 'pressed'>>

/** Reads a customer and notifies other modules of the result. Throws the error of the read. */
export async function readEntry(
  { onRead }: Pick<CustomerContext, 'onRead'>,
  active: Session,
  uid: CustomerUid,
  { signal, pressed }: EntryReading,
): Promise<ReadEntry> {
  const { onSend, at } = active.trackSending()
  const near = (): Promise<number | null> => active.directory.call((remote) => remote.position(uid)).catch(() => null)
  const entry = await active.open.client
    .customer(uid, { signal: AbortSignal.any([signal, active.open.signal]), pressed, near, onSend })
    .catch((thrown: unknown) => forgetMissing(active, { uid, askedAt: at() }, thrown))
  onRead(entry)
  return { entry, askedAt: at() }
}

/** Shows a customer whom a sale has just created by the answer to the sale, until the service lists them. */
async function readFromService(
  context: CustomerContext,
  active: Session,
  uid: CustomerUid,
  reading: EntryReading,
): Promise<CustomerView> {
  const packages = context.inventory.refresh()
  const sale = context.sales.ofNewCustomer(uid)
  try {
    const { entry, askedAt } = await readEntry(context, active, uid, reading)
    const asOf = active.open.client.now()
    await Promise.all([storeEntries(active, [entry], askedAt, context.log), packages])
    const completed = sale && withSold(entry, sale, asOf)
    return await view(context, active, completed ?? entry, asOf, completed === null ? 'service' : 'sale')
  } catch (thrown) {
    if (sale === null || reading.signal.aborted || active.open.signal.aborted) throw thrown
    return await view(context, active, sale.entry, sale.at, 'sale')
  }
}

async function readFromDirectory(context: CustomerContext, active: Session, uid: CustomerUid): Promise<CustomerView> {
  active.sync.recordActivity(`customer ${uid}`)
  void context.inventory.refresh()
  const stored = await active.directory.call((remote) => remote.get(uid))
  if (stored === null) throw new DeskError('not_found', 'The directory has no such customer')
  return await view(context, active, stored.entry, stored.fetchedAt, 'directory')
}

export const getCustomer = async (
  context: CustomerContext,
  active: Session,
  { uid, from = 'service', unasked = false }: Parameters<HandlersOf<'customers'>['get']>[0],
  signal: AbortSignal,
): Promise<CustomerView> =>
  from === 'service'
    ? await readFromService(context, active, uid, { signal, pressed: !unasked })
    : await readFromDirectory(context, active, uid)

/**
 * Rethrows the error. If the service reports definitely that there is no such customer, it removes the customer from
 * the directory first.
 */
async function forgetMissing(
  { directory, sync }: Session,
  missing: { readonly uid: CustomerUid; readonly askedAt: number },
  thrown: unknown,
): Promise<never> {
  const { code, details } = asDeskError(thrown)
  if (code === 'not_found' && details['definite'] === true)
    await directory.call((remote) => remote.remove(missing)).then(sync.counted, () => undefined)
  throw thrown
}

const view = async (
  { inventory, lockedItems, countrySetOf }: CustomerContext,
  active: Session,
  entry: WireCustomerEntry,
  asOf: number,
  source: CustomerView['source'],
): Promise<CustomerView> =>
  await inSteps(
    customerViewSteps(entry, {
      now: active.open.client.now(),
      asOf,
      inventory: inventory.cached(),
      lockedItems: lockedItems(),
      countrySetOf,
      samePerson: await samePerson(active, entry),
      source,
    }),
  )

async function samePerson(
  { directory }: Session,
  { customer }: WireCustomerEntry,
): Promise<readonly WireCustomerEntry[]> {
  const email = customer.email?.trim() ?? ''
  if (email === '') return []
  return await directory.call((remote) => remote.samePerson({ email, uid: customer.uid })).catch(() => [])
}
