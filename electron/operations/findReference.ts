/**
 * Finds the customer whom a purchase made, by the id in its reference: by the e-mail that was given, in the sales
 * history where the service has one, else among all customers. The quick ways show new customers first; the list has no
 * order that could be relied on, so it is read whole.
 */
import { toInstant } from '#shared/model/instant.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readPages, type CustomersAnswer, type PageSource, type ServiceClient } from '../service/index.ts'
import { carries } from './purchaseResult.ts'
import { isUseless } from './resolve.ts'

export interface Search {
  readonly client: ServiceClient
  readonly email: string | null
  readonly age: number
  readonly thorough: boolean
  /** A buyer who was found before: the search goes on for others. */
  readonly known: CustomerUid | null
  readonly signal: AbortSignal
}

const pageSize = 200
const maxWithOneEmail = 200
/** Customers after which the search ends, because a longer list probably has no end. */
const maxSearched = 1_000_000
/** Sales are looked for from this long before the press: the service's clock is known to a second or so. */
const slack = 10 * 60_000

const nobody: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** A way that this service hasn't got finds nobody. */
const tried = (way: Promise<readonly WireCustomerEntry[]>): Promise<readonly WireCustomerEntry[]> =>
  way.catch((thrown: unknown) => {
    if (isUseless(thrown)) return []
    throw thrown
  })

async function amongAll(
  has: (entry: WireCustomerEntry) => boolean,
  { client, known, signal }: Search,
): Promise<readonly WireCustomerEntry[]> {
  const seen = new Set<string>()
  const found: WireCustomerEntry[] = []
  const hasEnded = (): boolean => seen.size >= maxSearched || found.some(({ customer }) => customer.uid !== known)
  const source: PageSource = {
    size: pageSize,
    read: (index, size, aborted, take) =>
      hasEnded() ? Promise.resolve(nobody) : client.customersPage({ size, index }, { signal: aborted, take }),
    store: ({ entries }) => {
      const before = seen.size
      for (const entry of entries) {
        if (!seen.has(entry.customer.uid) && has(entry)) found.push(entry)
        seen.add(entry.customer.uid)
      }
      return Promise.resolve(seen.size - before)
    },
  }
  await readPages(source, signal)
  return found
}

async function bySales(id: string, { client, age, signal }: Search): Promise<readonly WireCustomerEntry[]> {
  const now = client.now()
  const { sales } = await client.salesHistory(
    { from: toInstant(now - age - slack) ?? '', to: toInstant(now + slack) ?? '' },
    { signal },
  )
  const buyers = new Set(
    sales
      .filter(carries(id))
      .map(({ customerUid }) => customerUid)
      .filter((uid) => uid !== null),
  )
  return await Promise.all([...buyers].map((uid) => client.customer(uid, { signal })))
}

/** Throws why the service could not be read. */
export async function findByReference(id: string, search: Search): Promise<readonly WireCustomerEntry[]> {
  const { client, email, thorough, signal } = search
  const has = (entry: WireCustomerEntry): boolean => entry.activatedItems.some(carries(id))
  const byEmail =
    email === null
      ? []
      : await tried(
          client
            .searchCustomers({ key: 'EMAIL', query: email, mode: 'isExact', limit: maxWithOneEmail }, { signal })
            .then(({ entries }) => entries.filter(has)),
        )
  if (byEmail.length > 0) return byEmail
  const sold = await tried(bySales(id, search))
  if (sold.length > 0 || !thorough) return sold
  return await amongAll(has, search)
}
