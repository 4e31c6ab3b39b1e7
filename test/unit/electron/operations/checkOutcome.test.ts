import { describe, expect, it } from 'vitest'
import type { JournalRow } from '../../../../electron/operations/journal.ts'
import { itemOutcome, purchaseOutcome } from '../../../../electron/operations/checkOutcome.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { entry, item, waiting } from '../../shared/model/things.ts'
import { rowOf } from './rowOf.ts'

const other = item({ uid: 'item-2' })

describe('what a read says of an activation that is not known', () => {
  it('active: it is confirmed by its state', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([item(), other]), false)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'state',
      cause: 'read: applied',
    })
  })

  it('still inactive too early: not known yet', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([waiting('ON_DEMAND')]), false)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: unchanged',
      reason: 'reset',
    })
  })

  it('still inactive when no request can arrive any more: not applied', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([waiting('ON_DEMAND')]), true)).toMatchObject({
      state: 'NOT_APPLIED',
    })
  })

  it('the item is gone: proves nothing', () => {
    expect(itemOutcome(rowOf('activate'), 'activate', entry([other]), true)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: item gone',
    })
  })
})

describe('what a read says of a refund that is not known', () => {
  it('the item says so: confirmed by state', () => {
    expect(itemOutcome(rowOf('refund'), 'refund', entry([item({ status: 'Refunded' })]), false)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'state',
    })
  })

  it('the customer no longer has it: confirmed by state', () => {
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

  it('unchanged: never proof, however long it lasts', () => {
    expect(itemOutcome(rowOf('refund'), 'refund', entry([item()]), true)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'read: unchanged',
    })
  })

  it('a read without its lists proves nothing', () => {
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
  ])('a read that %s proves nothing, whatever else it carries', (_what, raw) => {
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

  it("another customer's data proves nothing", () => {
    expect(
      itemOutcome(rowOf('refund'), 'refund', entry([other], { customer: { uid: 'customer-2' } }), true),
    ).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
  })

  it('leaves one that needs a person with the person while nothing is proven', () => {
    expect(itemOutcome(rowOf('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([item()]), true)).toMatchObject({
      state: 'NEEDS_HUMAN',
    })
    expect(itemOutcome(rowOf('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([other]), true)).toMatchObject({
      state: 'CONFIRMED',
    })
  })
})

describe('what reads say of a purchase', () => {
  const bought = (uid: string, metatag = 'a order 7') => item({ uid, metatag })
  const row = (parts: Partial<JournalRow> = {}) => rowOf('top-up', { id: 'a', item_uid: null, ...parts })
  const duplicatesOf = (...uids: readonly string[]) =>
    uids.map((itemUid) => expect.objectContaining({ itemUid }) as unknown)

  it('found by its reference: it happened', () => {
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

  it('not found: proves nothing, and it stays where it is', () => {
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

  it('found twice: the second is a twin, and what one read names twice is not', () => {
    const result = purchaseOutcome(row(), 'top-up', [entry([bought('new'), bought('twin')]), entry([bought('new')])])
    expect(result).toMatchObject({ result: { itemUid: 'new' }, duplicates: duplicatesOf('twin') })
    expect(result.duplicates).toHaveLength(1)
  })

  it('after it ended: what is not its own item is a twin', () => {
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

  it('after a person said that it happened: what it made is known now', () => {
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

it('a row without an item or a customer is never judged by another one', () => {
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
