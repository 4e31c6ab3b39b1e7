/**
 * Finds the customer whom a purchase made, by the id in its reference: by the e-mail that was given, in the sales
 * history where the service has one, else among all customers. The quick ways show new customers first; the list has no
 * order that could be relied on, so it is read whole.
 */
import { toInstant } from '#shared/model/instant.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readPages, type CustomersAnswer, type PageSource, type ServiceClient } from '../service/index.ts'
import { hasReference } from './purchaseResult.ts'
import { isPermanentFailure } from './resolve.ts'

export interface ReferenceSearch {
  readonly client: ServiceClient
  readonly email: string | null
  readonly age: number
  readonly thorough: boolean
  /** A buyer who was found before: the search goes on for others. */
  readonly knownBuyer: CustomerUid | null
  readonly signal: AbortSignal
}

const pageSize = 200
const maxWithOneEmail = 200
/** Customers after which the search ends, because a longer list probably has no end. */
const maxSearched = 1_000_000
/** Sales are looked for from this long before the press: the service's clock is known to a second or so. */
const clockToleranceMs = 10 * 60_000

const emptyPage: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** A way that this service hasn't got finds nobody. */
const ifSupported = (request: Promise<readonly WireCustomerEntry[]>): Promise<readonly WireCustomerEntry[]> =>
  request.catch((thrown: unknown) => {
    if (isPermanentFailure(thrown)) return []
    throw thrown
  })

async function findInAllCustomers(
  isBuyer: (entry: WireCustomerEntry) => boolean,
  { client, knownBuyer, signal }: ReferenceSearch,
): Promise<readonly WireCustomerEntry[]> {
  const seen = new Set<string>()
  const found: WireCustomerEntry[] = []
  const hasEnded = (): boolean => seen.size >= maxSearched || found.some(({ customer }) => customer.uid !== knownBuyer)
  const source: PageSource = {
    size: pageSize,
    read: (index, size, aborted, take) =>
      hasEnded() ? Promise.resolve(emptyPage) : client.customersPage({ size, index }, { signal: aborted, take }),
    store: ({ entries }) => {
      const before = seen.size
      for (const entry of entries) {
        if (!seen.has(entry.customer.uid) && isBuyer(entry)) found.push(entry)
        seen.add(entry.customer.uid)
      }
      return Promise.resolve(seen.size - before)
    },
  }
  await readPages(source, signal)
  return found
}

async function findBySales(
  id: string,
  { client, age, signal }: ReferenceSearch,
): Promise<readonly WireCustomerEntry[]> {
  const now = client.now()
  const { sales } = await client.salesHistory(
    { from: toInstant(now - age - clockToleranceMs) ?? '', to: toInstant(now + clockToleranceMs) ?? '' },
    { signal },
  )
  const buyers = new Set(
    sales
      .filter(hasReference(id))
      .map(({ customerUid }) => customerUid)
      .filter((uid) => uid !== null),
  )
  return await Promise.all([...buyers].map((uid) => client.customer(uid, { signal })))
}

/** Throws why the service could not be read. */
export async function findByReference(id: string, search: ReferenceSearch): Promise<readonly WireCustomerEntry[]> {
  const { client, email, thorough, signal } = search
  const isBuyer = (entry: WireCustomerEntry): boolean => entry.activatedItems.some(hasReference(id))
  const byEmail =
    email === null
      ? []
      : await ifSupported(
          client
            .searchCustomers({ key: 'EMAIL', query: email, mode: 'isExact', limit: maxWithOneEmail }, { signal })
            .then(({ entries }) => entries.filter(isBuyer)),
        )
  if (byEmail.length > 0) return byEmail
  const buyers = await ifSupported(findBySales(id, search))
  if (buyers.length > 0 || !thorough) return buyers
  return await findInAllCustomers(isBuyer, search)
}
