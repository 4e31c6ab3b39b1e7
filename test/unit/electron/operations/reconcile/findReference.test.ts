/** The search for the customer that a purchase created: the fast ways first, the whole list last. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { WireSale } from '#shared/wire/optional.ts'
import { findByReference, type ReferenceSearch } from '../../../../../electron/operations/reconcile/findReference.ts'
import { checkOutcome, type CheckContext } from '../../../../../electron/operations/reconcile/checkOutcome.ts'
import type { ServiceClient } from '../../../../../electron/service/index.ts'
import { customer, item } from '../../../shared/model/customerSamples.ts'
import { offlineClient, serviceNow } from '../reads.ts'
import { rowOf } from '../rowOf.ts'

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const minute = 60_000
const buyer = (uid: string) =>
  customer(uid, 'ann@example.com', {
    activatedItems: [item(`old-${uid}`), item(`new-${uid}`, { metatag: `${id} order 7` })],
  })
const other = (uid: string) => customer(uid, null, { activatedItems: [item(`of-${uid}`)] })
const sale = (uid: string, customerUid: string | null, metatag = `${id} order 7`) =>
  WireSale.parse({ ...item(uid, { metatag }), customerUid })
const answer = (...entries: readonly WireCustomerEntry[]) => ({ entries, unreadable: [], received: entries.length })
const { signal } = new AbortController()

let calls: (readonly [way: string, what: unknown, signal?: boolean])[]
beforeEach(() => {
  calls = []
})

function search(overrides: Partial<ServiceClient>, parts: Partial<ReferenceSearch> = {}): ReferenceSearch {
  const client = offlineClient({
    searchCustomers: (query, read) => {
      calls.push(['search', query, read?.signal === signal])
      return Promise.resolve(answer())
    },
    salesHistory: (query, read) => {
      calls.push(['sales', query, read?.signal === signal])
      return Promise.resolve({ sales: [], unreadable: [] })
    },
    customer: (uid, read) => {
      calls.push(['customer', uid, read?.signal === signal])
      return Promise.resolve(buyer(uid))
    },
    customersPage: (page) => {
      calls.push(['page', page])
      return Promise.resolve(answer())
    },
    ...overrides,
  })
  return { client, email: null, age: 5 * minute, thorough: false, knownBuyer: null, signal, ...parts }
}
const uids = async (of: ReferenceSearch) => (await findByReference(id, of)).entries.map((entry) => entry.customer.uid)
const callNames = () => calls.map(([way]) => way)
const time = (at: number): string => new Date(at).toISOString()

describe('the e-mail address', () => {
  it('finds the customers who have it and the reference', async () => {
    const of = search(
      {
        searchCustomers: (query, read) => {
          calls.push(['search', query, read?.signal === signal])
          return Promise.resolve(answer(other('x'), buyer('b'), buyer('c')))
        },
      },
      { email: 'ann@example.com', thorough: true },
    )
    expect(await uids(of)).toEqual(['b', 'c'])
    expect(calls).toEqual([['search', { key: 'EMAIL', query: 'ann@example.com', mode: 'isExact', limit: 200 }, true]])
  })
  it('is skipped if there is none, and the search continues if it finds nobody', async () => {
    await uids(search({}))
    expect(callNames()).toEqual(['sales'])
    calls = []
    await uids(search({}, { email: 'ann@example.com' }))
    expect(callNames()).toEqual(['search', 'sales'])
  })
})

describe('the sales history', () => {
  it('contains the buyers since just before the submission, and each is read once', async () => {
    const of = search(
      {
        salesHistory: (query, read) => {
          calls.push(['sales', query, read?.signal === signal])
          return Promise.resolve({
            sales: [sale('1', 'b'), sale('2', 'x', 'order 8'), sale('3', 'b'), sale('4', null), sale('5', 'c')],
            unreadable: [],
          })
        },
      },
      { thorough: true },
    )
    expect(await uids(of)).toEqual(['b', 'c'])
    expect(calls).toEqual([
      ['sales', { from: time(serviceNow - 15 * minute), to: time(serviceNow + 10 * minute) }, true],
      ['customer', 'b', true],
      ['customer', 'c', true],
    ])
  })
})

describe('a request that the service does not support', () => {
  it('finds nobody, and a service that is unreachable is an error', async () => {
    const missing = () => Promise.reject(new DeskError('not_supported', 'no'))
    expect(
      await uids(search({ searchCustomers: missing, salesHistory: missing }, { email: 'ann@example.com' })),
    ).toEqual([])
    const away = () => Promise.reject(new DeskError('address_unreachable', 'away'))
    await expect(uids(search({ searchCustomers: away }, { email: 'ann@example.com' }))).rejects.toMatchObject({
      code: 'address_unreachable',
    })
    await expect(uids(search({ salesHistory: away }))).rejects.toMatchObject({ code: 'address_unreachable' })
  })
})

describe('the whole list', () => {
  const full = (from: number) => Array.from({ length: 200 }, (_, index) => other(`x${String(from + index)}`))
  const pages = (...all: readonly (readonly WireCustomerEntry[])[]): Partial<ServiceClient> => ({
    customersPage: (page) => {
      calls.push(['page', page])
      return Promise.resolve(answer(...(all[page.index] ?? [])))
    },
  })
  it('is read only by a thorough search', async () => {
    expect(await uids(search(pages([buyer('b')])))).toEqual([])
    expect(await uids(search(pages([other('x'), buyer('b')]), { thorough: true }))).toEqual(['b'])
    expect(calls).toContainEqual(['page', { size: 200, index: 0 }])
  })
  it('is read until a customer is found, and completely if none is', async () => {
    expect(
      await uids(search(pages([...full(0).slice(1), buyer('b')], full(200), full(400), full(600)), { thorough: true })),
    ).toEqual(['b'])
    expect(callNames().filter((way) => way === 'page').length).toBeLessThanOrEqual(2)
    calls = []
    expect(await uids(search(pages(full(0), full(200), full(400)), { thorough: true }))).toEqual([])
    expect(callNames().filter((way) => way === 'page').length).toBeGreaterThanOrEqual(4)
  })
  it('is searched for other customers if one was found before, and returns each once', async () => {
    const knownBuyer = CustomerUid.parse('b')
    expect(
      await uids(
        search(pages([...full(0).slice(1), buyer('b')], [...full(200).slice(1), buyer('b')], [buyer('c')]), {
          thorough: true,
          knownBuyer,
        }),
      ),
    ).toEqual(['b', 'c'])
  })
})

describe('a check', () => {
  const checking = (
    row: CheckContext['row'],
    overrides: Partial<ServiceClient>,
    parts: Partial<CheckContext> = {},
  ): CheckContext => ({
    ...search(overrides),
    row,
    timedOut: false,
    showsReferences: true,
    pressed: false,
    ...parts,
  })
  it('of a top-up reads the customer, and of a registration searches for the customer', async () => {
    const topUp = await checkOutcome(checking(rowOf('top-up', { id, item_uid: null }), {}))
    expect([topUp.transition?.state, calls]).toEqual(['CONFIRMED', [['customer', 'customer-1', true]]])
    calls = []
    const register = await checkOutcome(checking(rowOf('register', { id, item_uid: null, customer_uid: null }), {}))
    expect([register.transition?.state, callNames()]).toEqual(['UNKNOWN', ['sales']])
    calls = []
    await checkOutcome(
      checking(
        rowOf('register', { id, item_uid: null }),
        { customersPage: () => Promise.resolve(answer()) },
        { thorough: true, email: 'ann@example.com' },
      ),
    )
    expect(callNames()).toEqual(['search', 'sales'])
    calls = []
    await checkOutcome(checking(rowOf('top-up-with-profile', { id, item_uid: null, customer_uid: null }), {}))
    expect(callNames()).toEqual(['sales'])
  })
  it('of an operation on an item reads its customer', async () => {
    const entry = other('customer-1')
    const result = await checkOutcome(checking(rowOf('refund'), { customer: () => Promise.resolve(entry) }))
    expect(result).toEqual({
      transition: { state: 'CONFIRMED', confirmedBy: 'state', cause: 'read: gone' },
      duplicates: [],
      entries: [entry],
    })
    expect(await checkOutcome(checking(rowOf('refund', { customer_uid: null }), {}))).toEqual({
      transition: { state: 'UNKNOWN', cause: 'read: incomplete', reason: 'reset', retryAfter: null },
      duplicates: [],
      entries: [],
    })
  })
})
