import { describe, expect, it } from 'vitest'
import type { JournalRow } from '../../../../../electron/operations/journal/journal.ts'
import { itemOutcome, purchaseOutcome } from '../../../../../electron/operations/reconcile/checkOutcome.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { entry, item, waiting } from '../../../shared/model/things.ts'
import { rowOf } from '../rowOf.ts'

const other = item({ uid: 'item-2' })

describe('a read after an UNKNOWN activation', () => {
  it('confirms it by its state if the item is active', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([item(), other]), false)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'state',
      cause: 'read: applied',
    })
  })

  it('proves nothing if the item is inactive and the request may still arrive', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([waiting('ON_DEMAND')]), false)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: unchanged',
      reason: 'reset',
    })
  })

  it('proves NOT_APPLIED if the item is inactive and the request can not arrive any more', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([waiting('ON_DEMAND')]), true)).toMatchObject({
      state: 'NOT_APPLIED',
    })
  })

  it('proves nothing if the item is missing', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([other]), true)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: item gone',
    })
  })
})

describe('a read after an UNKNOWN refund', () => {
  it('confirms it by its state if the item is refunded', () => {
    expect(itemOutcome(rowOf('refund'), 'refund', entry([item({ status: 'Refunded' })]), false)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'state',
    })
  })

  it('confirms it by its state if the customer no longer has the item', () => {
    expect(itemOutcome(rowOf('refund'), 'refund', entry([other]), false)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'state',
      cause: 'read: gone',
    })
    expect(itemOutcome(rowOf('refund'), 'refund', entry([]), false)).toMatchObject({
      state: 'CONFIRMED',
      cause: 'read: gone',
    })
  })

  it('never proves anything if the item is unchanged', () => {
    expect(itemOutcome(rowOf('refund'), 'refund', entry([item()]), true)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: unchanged',
    })
  })

  it('proves nothing without its lists', () => {
    expect(
      itemOutcome(rowOf('refund'), 'refund', entry([], { relatedEsims: null, totalAvailableBalance: null }), true),
    ).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
    expect(itemOutcome(rowOf('refund'), 'refund', entry([], { totalAvailableBalance: null }), true)).toMatchObject({
      cause: 'read: incomplete',
    })
  })

  it.each([
    ['has no list of items', {}],
    ['has null for it', { activatedItems: null }],
  ])('proves nothing if it %s, whatever else it contains', (_what, raw) => {
    const { customer, totalAvailableBalance, relatedEsims } = entry([other])
    const read = WireCustomerEntry.parse({ customer, totalAvailableBalance, relatedEsims, ...raw })
    expect(itemOutcome(rowOf('refund'), 'refund', read, true)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: incomplete',
    })
    expect(
      itemOutcome(rowOf('refund'), 'refund', WireCustomerEntry.parse(JSON.parse(JSON.stringify(read))), true),
    ).toMatchObject({ cause: 'read: incomplete' })
  })

  it("proves nothing with another customer's data", () => {
    expect(
      itemOutcome(rowOf('refund'), 'refund', entry([other], { customer: { uid: 'customer-2' } }), true),
    ).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
  })

  it('leaves NEEDS_HUMAN unchanged while it proves nothing', () => {
    expect(itemOutcome(rowOf('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([item()]), true)).toMatchObject({
      state: 'NEEDS_HUMAN',
    })
    expect(itemOutcome(rowOf('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([other]), true)).toMatchObject({
      state: 'CONFIRMED',
    })
  })
})

describe('reads after a purchase', () => {
  const bought = (uid: string, metatag = 'a order 7') => item({ uid, metatag })
  const row = (parts: Partial<JournalRow> = {}) => rowOf('top-up', { id: 'a', item_uid: null, ...parts })
  const duplicatesOf = (...uids: readonly string[]) =>
    uids.map((itemUid) => expect.objectContaining({ itemUid }) as unknown)

  it('confirm it if an item has its reference', () => {
    const entries = [entry([bought('new'), bought('other', 'order 8')])]
    expect(purchaseOutcome(row(), 'top-up', entries)).toMatchObject({
      transition: { state: 'CONFIRMED', confirmedBy: 'reference', cause: 'read: found' },
      result: { itemUid: 'new' },
      duplicates: [],
      entries,
    })
    expect(purchaseOutcome(row({ state: 'NEEDS_HUMAN' }), 'top-up', entries)).toMatchObject({
      transition: { state: 'CONFIRMED' },
    })
  })

  it('prove nothing if no item has its reference', () => {
    expect(
      purchaseOutcome(row({ reason: 'reset', retry_after: 3 }), 'top-up', [entry([bought('other', 'order 8')])]),
    ).toMatchObject({
      transition: { state: 'UNKNOWN', cause: 'read: not found', reason: 'reset', retryAfter: 3 },
      duplicates: [],
    })
    expect(purchaseOutcome(row({ state: 'NEEDS_HUMAN' }), 'top-up', [])).toEqual({
      transition: { state: 'NEEDS_HUMAN', cause: 'read: not found', reason: 'reset', retryAfter: null },
      duplicates: [],
      entries: [],
    })
  })

  it('report a second item as a duplicate, but not one item that is read twice', () => {
    const result = purchaseOutcome(row(), 'top-up', [
      entry([bought('new'), bought('duplicate')]),
      entry([bought('new')]),
    ])
    expect(result).toMatchObject({ result: { itemUid: 'new' }, duplicates: duplicatesOf('duplicate') })
    expect(result.duplicates).toHaveLength(1)
  })

  it('report every other item as a duplicate after it has ended', () => {
    const entries = [entry([bought('own'), bought('late')])]
    const ended = purchaseOutcome(row({ state: 'CONFIRMED', item_uid: ItemUid.parse('own') }), 'top-up', entries)
    expect(ended).toEqual({ transition: null, entries, duplicates: duplicatesOf('late') })
    expect(purchaseOutcome(row({ state: 'NOT_APPLIED' }), 'top-up', entries)).toEqual({
      transition: null,
      entries,
      duplicates: duplicatesOf('own', 'late'),
    })
    expect(purchaseOutcome(row({ state: 'CONFIRMED', item_uid: ItemUid.parse('own') }), 'top-up', [])).toEqual({
      transition: null,
      entries: [],
      duplicates: [],
    })
  })

  it('add its result after a person has confirmed it', () => {
    const result = purchaseOutcome(row({ state: 'CONFIRMED', confirmed_by: 'person' }), 'top-up', [
      entry([bought('own'), bought('late')]),
    ])
    expect(result).toMatchObject({ transition: null, result: { itemUid: 'own' }, duplicates: duplicatesOf('late') })
    expect(purchaseOutcome(row({ state: 'CONFIRMED', confirmed_by: 'person' }), 'top-up', [])).toEqual({
      transition: null,
      entries: [],
      duplicates: [],
    })
  })
})

it('a row without an item or a customer is never compared with another one', () => {
  expect(itemOutcome(rowOf('refund', { item_uid: null }), 'refund', entry([other]), true)).toMatchObject({
    state: 'UNKNOWN',
    cause: 'read: incomplete',
  })
  expect(itemOutcome(rowOf('refund', { customer_uid: null }), 'refund', entry([other]), true)).toMatchObject({
    state: 'UNKNOWN',
    cause: 'read: incomplete',
  })
  expect(itemOutcome(rowOf('activate'), 'activate', entry([waiting('ON_DEMAND')]), true)).toMatchObject({
    state: 'NOT_APPLIED',
    cause: 'read: not applied',
  })
})
