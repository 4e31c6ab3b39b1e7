/**
 * Finds the customer that a purchase created by the id in its reference: first by the e-mail address, then in the sales
 * history if the service has one, then in the whole list of customers. The list has no reliable order, so it is read
 * completely.
 */
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { transmittedAddress } from '#shared/model/mail.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readPages, type CustomersAnswer, type PageSource, type ServiceClient } from '../../service/index.ts'
import { hasReference } from '../send/purchaseResult.ts'
import { isPermanentFailure } from './resolvable.ts'

export interface ReferenceSearch {
  readonly client: ServiceClient
  readonly email: string | null
  /** Milliseconds since the submission. */
  readonly age: number
  /** Whether to read the whole list of customers if nothing else finds the customer. */
  readonly thorough: boolean
  /** A customer that was found before: the search goes on for other ones. */
  readonly knownBuyer: CustomerUid | null
  readonly signal: AbortSignal
}

const pageSize = 200
const maxWithOneEmail = 200
/** The search ends after this number of customers, because a longer list probably never ends. */
const maxSearched = 1_000_000
/** The search covers this time before and after the submission, because the clocks may differ. */
const clockToleranceMs = 10 * 60_000

const emptyPage: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** Returns an empty list if the service does not support the request. */
const ifSupported = (request: Promise<readonly WireCustomerEntry[]>): Promise<readonly WireCustomerEntry[]> =>
  request.catch((thrown: unknown) => {
    if (isPermanentFailure(thrown)) return []
    throw thrown
  })

/**
 * Whether an item that was sold since a time, in epoch milliseconds, may carry a reference that can't be read.
 */
export function mayHideReference({ metatag, salesDate }: WireActivatedItem, since: number): boolean {
  const soldAt = parseInstant(salesDate)
  return !metatag && (soldAt === null || soldAt >= since - clockToleranceMs)
}

/** The customers whose items carry the id. `isComplete`: all customers were read, so that there are no others. */
export interface ReferenceAnswer {
  readonly entries: readonly WireCustomerEntry[]
  readonly isComplete: boolean
}

async function findInAllCustomers(
  isBuyer: (entry: WireCustomerEntry) => boolean,
  { client, knownBuyer, age, signal }: ReferenceSearch,
): Promise<ReferenceAnswer> {
  const since = client.now() - age
  const seen = new Set<string>()
  const found: WireCustomerEntry[] = []
  const hiding = new Set<string>()
  const hasEnded = (): boolean => seen.size >= maxSearched || found.some(({ customer }) => customer.uid !== knownBuyer)
  const source: PageSource = {
    size: pageSize,
    read: (index, size, aborted, take) =>
      hasEnded() ? Promise.resolve(emptyPage) : client.customersPage({ size, index }, { signal: aborted, take }),
    store: ({ entries }) => {
      const before = seen.size
      for (const entry of entries) {
        if (!entry.itemsListed || entry.activatedItems.some((item) => mayHideReference(item, since)))
          hiding.add(entry.customer.uid)
        if (!seen.has(entry.customer.uid) && isBuyer(entry)) found.push(entry)
        seen.add(entry.customer.uid)
      }
      return Promise.resolve(seen.size - before)
    },
  }
  const { complete, unreadable } = await readPages(source, signal)
  const isComplete = complete && hiding.size === 0 && unreadable.length === 0 && seen.size < maxSearched
  return { entries: found, isComplete: isComplete && found.length === 0 }
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

/** Rejects if the service can't be read. */
export async function findByReference(id: string, search: ReferenceSearch): Promise<ReferenceAnswer> {
  const { client, email, thorough, signal } = search
  const isBuyer = (entry: WireCustomerEntry): boolean => entry.activatedItems.some(hasReference(id))
  const byEmail =
    email === null
      ? []
      : await ifSupported(
          client
            .searchCustomers(
              { key: 'EMAIL', query: transmittedAddress(email), mode: 'isExact', limit: maxWithOneEmail },
              { signal },
            )
            .then(({ entries }) => entries.filter(isBuyer)),
        )
  if (byEmail.length > 0) return { entries: byEmail, isComplete: false }
  const buyers = await ifSupported(findBySales(id, search))
  if (buyers.length > 0 || !thorough) return { entries: buyers, isComplete: false }
  return await findInAllCustomers(isBuyer, search)
}
