import { describe, expect, it } from 'vitest'
import type { JournalRow } from '../../../../electron/operations/journal.ts'
import { judgeItem } from '../../../../electron/operations/look.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { entry, item, waiting } from '../../shared/model/things.ts'

function unknown(kind: JournalRow['kind'], parts: Partial<JournalRow> = {}): JournalRow {
  return {
    seq: 1, id: 'a', kind, lock_key: 'item:item-1', connection: 'c', connection_name: 'Shop', agent_name: 'Ann', customer_uid: CustomerUid.parse('customer-1'), item_uid: ItemUid.parse('item-1'),
    package_name: null, amount: null, currency: null, esim_uid: null, inventory_item_id: null, country_set: null, mode: null, charged: null, charged_currency: null, echoed: null, looks: 0, twins: [], refund_reason: null, ticket: null, created_at: 0, state: 'UNKNOWN', confirmed_by: null, reason: 'reset', retry_after: null, updated_at: 0, ...parts,
  }
}
const other = item({ uid: 'item-2' })

describe('what a read says of an activation that is not known', () => {
  it('active: it is confirmed by its state', () => {
    expect(judgeItem(unknown('activate'), 'activate', entry([item(), other]), false)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state', cause: 'read: applied' })
  })

  it('still inactive too early: not known yet', () => {
    expect(judgeItem(unknown('activate'), 'activate', entry([waiting('ON_DEMAND')]), false)).toMatchObject({ state: 'UNKNOWN', cause: 'read: unchanged', reason: 'reset' })
  })

  it('still inactive when no request can arrive any more: not applied', () => {
    expect(judgeItem(unknown('activate'), 'activate', entry([waiting('ON_DEMAND')]), true)).toMatchObject({ state: 'NOT_APPLIED' })
  })

  it('the item is gone: proves nothing', () => {
    expect(judgeItem(unknown('activate'), 'activate', entry([other]), true)).toMatchObject({ state: 'UNKNOWN', cause: 'read: item gone' })
  })
})

describe('what a read says of a refund that is not known', () => {
  it('the item says so: confirmed by state', () => {
    expect(judgeItem(unknown('refund'), 'refund', entry([item({ status: 'Refunded' })]), false)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
  })

  it('the customer no longer has it: confirmed by state', () => {
    expect(judgeItem(unknown('refund'), 'refund', entry([other]), false)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state', cause: 'read: gone' })
    expect(judgeItem(unknown('refund'), 'refund', entry([]), false)).toMatchObject({ state: 'CONFIRMED', cause: 'read: gone' })
  })

  it('unchanged: never proof, however long it lasts', () => {
    expect(judgeItem(unknown('refund'), 'refund', entry([item()]), true)).toMatchObject({ state: 'UNKNOWN', cause: 'read: unchanged' })
  })

  it('a read without its lists proves nothing', () => {
    expect(judgeItem(unknown('refund'), 'refund', entry([], { relatedEsims: null, totalAvailableBalance: null }), true)).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
    expect(judgeItem(unknown('refund'), 'refund', entry([], { totalAvailableBalance: null }), true)).toMatchObject({ cause: 'read: incomplete' })
  })

  it.each([['has no list of items', {}], ['has null for it', { activatedItems: null }]])('a read that %s proves nothing, whatever else it carries', (_what, raw) => {
    const { customer, totalAvailableBalance, relatedEsims } = entry([other])
    const read = WireCustomerEntry.parse({ customer, totalAvailableBalance, relatedEsims, ...raw })
    expect(judgeItem(unknown('refund'), 'refund', read, true)).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
    expect(judgeItem(unknown('refund'), 'refund', WireCustomerEntry.parse(JSON.parse(JSON.stringify(read))), true)).toMatchObject({ cause: 'read: incomplete' })
  })

  it("another customer's data proves nothing", () => {
    expect(judgeItem(unknown('refund'), 'refund', entry([other], { customer: { uid: 'customer-2' } }), true)).toMatchObject({ state: 'UNKNOWN', cause: 'read: incomplete' })
  })

  it('leaves one that needs a person with the person while nothing is proven', () => {
    expect(judgeItem(unknown('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([item()]), true)).toMatchObject({ state: 'NEEDS_HUMAN' })
    expect(judgeItem(unknown('refund', { state: 'NEEDS_HUMAN' }), 'refund', entry([other]), true)).toMatchObject({ state: 'CONFIRMED' })
  })
})
