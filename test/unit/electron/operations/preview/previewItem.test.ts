/** The preview of an operation on an item for given reads. */
import { describe, expect, it } from 'vitest'
import { OperationPreview } from '#shared/model/operation/operation.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { itemKinds, isCompleteRead } from '../../../../../electron/operations/kinds.ts'
import { previewItemOperation } from '../../../../../electron/operations/preview/previewItem.ts'
import { entry, item, packageOf } from '../../../shared/model/things.ts'
import { contextOf, deskNow, journalInMemory, serviceNow } from '../reads.ts'

const minute = 60_000
const day = 24 * 60 * minute
const at = (days: number): string => new Date(serviceNow + days * day).toISOString()
const target = (kind: 'activate' | 'refund', itemUid = 'item-1') => ({
  kind,
  customerUid: CustomerUid.parse('customer-1'),
  itemUid: ItemUid.parse(itemUid),
})
const waits = item({ balance: { activatedAt: null, expiresAt: at(88), activationMode: 'ON_DEMAND' } })
const fresh = item({ balance: { activatedAt: at(-1), expiresAt: at(29) } })

const refundIntent = {
  id: 'a',
  kind: 'refund' as const,
  lockKey: 'item:item-1',
  connection: 'identity-1',
  connectionName: 'Shop',
  agent: { osUser: 'desk', displayName: 'Ann' },
  customerUid: CustomerUid.parse('customer-1'),
  itemUid: ItemUid.parse('item-1'),
  packageName: null,
  amount: null,
  refundReason: null,
  ticket: null,
  purchase: null,
}

describe('the preview of an operation on an item', () => {
  it('contains the item, the end of its validity, and its automatic activation', async () => {
    const bound = await previewItemOperation(
      target('activate'),
      contextOf({ customer: entry([waits]), inventory: [packageOf()] }),
    )
    expect(OperationPreview.parse(bound.view)).toEqual(bound.view)
    expect(bound.view).toEqual({
      previewId: 'preview-1',
      kind: 'activate',
      validUntil: new Date(deskNow + minute).toISOString(),
      possible: true,
      reasons: [],
      notes: [],
      customerUid: 'customer-1',
      customerEmail: 'ann@example.com',
      itemUid: 'item-1',
      item: {
        phase: 'waiting_activation',
        salesDate: waits.salesDate ?? null,
        activatedAt: null,
        expiresAt: null,
        esims: 'unknown',
        others: { usable: { value: 0, unit: 'GB' }, partial: false, nextExpiry: null },
      },
      lastRefusal: null,
      packageName: 'Europe 3 GB',
      metatag: 'order 7',
      size: { value: 3, unit: 'GB' },
      available: { value: 3, unit: 'GB' },
      validity: { value: 30, unit: 'days', unlimited: false },
      coverage: { certainty: 'probably', countrySet: 'EUROPE', countries: ['DE', 'FR'] },
      amount: { amount: '4.50', currency: 'USD' },
      endsAt: at(30),
      activatesBy: at(88),
      refundsThisMonth: 0,
      purchase: null,
      asOf: at(0),
    })
    expect(bound).toMatchObject({
      connection: 'identity-1',
      lockKey: 'item:item-1',
      journalAt: 0,
      purchase: null,
      iccids: ['8949000000000000001'],
    })
    expect(bound.requestOf('any', 'Ada')).toEqual({ kind: 'activate', itemUid: 'item-1' })
  })

  it('contains what is active of the other packages, as far as they can be read', async () => {
    const others = async (...customer: Parameters<typeof entry>) =>
      (await previewItemOperation(target('activate'), contextOf({ customer: entry(...customer) }))).view.item?.others
    const active = item({ uid: 'item-2', balance: { activatedAt: at(-1), expiresAt: at(29) } })
    const over = item({ uid: 'item-3', balance: { activatedAt: at(-40), expiresAt: at(-10) } })
    expect(await others([waits, active, over])).toEqual({
      usable: { value: 3, unit: 'GB' },
      partial: false,
      nextExpiry: at(29),
    })
    expect(await others([waits, active], { omittedItems: 1 })).toMatchObject({ partial: true })
    const strange = item({
      uid: 'item-4',
      balance: { activatedAt: at(-1), expiresAt: at(2), availableBalance: { sizeValue: 2, sizeUnit: 'ZB' } },
    })
    expect(await others([waits, active, strange])).toMatchObject({ usable: { value: 3, unit: 'GB' }, partial: true })
  })

  it('shows whether there is an eSIM on which the package can be used', async () => {
    const esims = async (states: readonly string[], changes: Parameters<typeof entry>[1] = {}) => {
      const relatedEsims = states.map((state, index) => ({ uid: `esim-${String(index)}`, iccid: String(index), state }))
      const customer = entry([waits], { relatedEsims, ...changes })
      return (await previewItemOperation(target('activate'), contextOf({ customer }))).view.item?.esims
    }
    expect(await esims(['RELEASED', 'ERROR'])).toBe('notInstalled')
    expect(await esims(['RELEASED', 'INSTALLED'])).toBe('installed')
    expect(await esims(['DISABLED'])).toBe('installed')
    expect(await esims(['ERROR'])).toBe('failed')
    expect(await esims(['ERROR'], { omittedEsims: 1 })).toBe('unknown')
    const replaced = { uid: 'esim-1', iccid: '1', state: 'INSTALLED', active: false }
    const present = { uid: 'esim-2', iccid: '2', state: 'RELEASED' }
    expect(await esims([], { relatedEsims: [replaced, present] })).toBe('notInstalled')
  })

  it('contains the newest refusal of the same operation on the item, and no other one', async () => {
    const journal = journalInMemory()
    const refusal = async (kind: 'activate' | 'refund') =>
      (await previewItemOperation(target(kind), contextOf({ customer: entry([fresh]) }, journal))).view.lastRefusal
    const refuse = (
      id: string,
      changes: Partial<Parameters<typeof journal.begin>[0]>,
      reason: string,
      cause = 'answer 409',
    ): void => {
      journal.begin({ ...refundIntent, id, lockKey: `item:${id}`, ...changes })
      journal.move(id, { state: 'SENDING', cause: 'test' })
      journal.move(id, { state: 'REJECTED', cause, reason })
    }
    expect(await refusal('refund')).toBeNull()
    refuse('a', {}, 'Used already')
    refuse('b', {}, 'The maximum is reached')
    refuse('c', { itemUid: ItemUid.parse('item-2') }, 'Another item')
    refuse('d', { connection: 'identity-2' }, 'Another connection')
    expect(await refusal('refund')).toEqual({ at: new Date(deskNow).toISOString(), reason: 'The maximum is reached' })
    expect(await refusal('activate')).toBeNull()
    refuse('e', {}, 'Too many requests', 'answer 429')
    expect(await refusal('refund')).toMatchObject({ reason: 'The maximum is reached' })
  })

  it('contains the refunded amount and no end of validity', async () => {
    const { view, requestOf } = await previewItemOperation(target('refund'), contextOf({ customer: entry([fresh]) }))
    expect(view).toMatchObject({
      kind: 'refund',
      possible: true,
      amount: { amount: '4.50', currency: 'USD' },
      endsAt: null,
      activatesBy: null,
      coverage: { certainty: 'unknown' },
    })
    expect(requestOf('any', 'Ada')).toEqual({ kind: 'refund', itemUid: 'item-1' })
    expect(
      (await previewItemOperation(target('refund'), contextOf({ customer: entry([waits]) }))).view.activatesBy,
    ).toBe(at(88))
  })

  it('has null for every value that the service did not send', async () => {
    const bare = item({ metatag: null, purchasePrice: null, balance: { name: null } })
    const { view, iccids } = await previewItemOperation(
      target('refund'),
      contextOf({
        customer: entry([bare], { customer: { uid: 'customer-1' }, relatedEsims: [] }),
        cachedInventory: null,
      }),
    )
    expect(view).toMatchObject({
      customerEmail: null,
      packageName: null,
      metatag: null,
      amount: null,
      coverage: { certainty: 'unknown' },
    })
    expect(iccids).toEqual([])
    const own = item({ metatag: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
    expect(
      (await previewItemOperation(target('refund'), contextOf({ customer: entry([own]) }))).view.metatag,
    ).toBeNull()
  })

  it('contains the ICCIDs of eSIMs that were not replaced', async () => {
    const relatedEsims = [
      { uid: 'a', iccid: '1', active: true },
      { uid: 'b', iccid: '2', active: false },
      { uid: 'c', iccid: '3' },
    ]
    expect(
      (await previewItemOperation(target('refund'), contextOf({ customer: entry([fresh], { relatedEsims }) }))).iccids,
    ).toEqual(['1', '3'])
  })

  it('throws if the customer has no such item, or the service answers with another customer', async () => {
    await expect(
      previewItemOperation(target('refund', 'item-2'), contextOf({ customer: entry([fresh]) })),
    ).rejects.toMatchObject({ code: 'not_found', details: { what: 'item' }, message: 'The customer has no such item' })
    await expect(
      previewItemOperation(
        target('refund'),
        contextOf({ customer: entry([fresh], { customer: { uid: 'customer-2' } }) }),
      ),
    ).rejects.toMatchObject({
      code: 'unreadable_answer',
      details: { what: 'customer' },
      message: 'The service answered with another customer',
    })
  })

  it('reports an open operation that started before or during the read', async () => {
    const before = journalInMemory()
    before.begin(refundIntent)
    const ended = contextOf(
      {
        customer: entry([fresh]),
        onRead: () => {
          before.move('a', { state: 'NOT_SENT', cause: 'test' })
        },
      },
      before,
    )
    expect(await previewItemOperation(target('refund'), ended)).toMatchObject({
      journalAt: 1,
      view: { possible: false, reasons: ['operation_open'] },
    })
    const since = journalInMemory()
    const begun = contextOf(
      {
        customer: entry([fresh]),
        onRead: () => {
          since.begin(refundIntent)
        },
      },
      since,
    )
    expect(await previewItemOperation(target('refund'), begun)).toMatchObject({
      journalAt: 0,
      view: { possible: false, reasons: ['operation_open'] },
    })
  })

  it('counts the confirmed refunds of this month on this connection', async () => {
    const journal = journalInMemory()
    for (const [id, connection] of [
      ['a', 'identity-1'],
      ['b', 'identity-1'],
      ['c', 'identity-2'],
    ] as const) {
      journal.begin({
        id,
        kind: 'refund',
        lockKey: `item:${id}`,
        connection,
        connectionName: 'Shop',
        agent: { osUser: 'desk', displayName: 'Ann' },
        customerUid: CustomerUid.parse('u'),
        itemUid: ItemUid.parse(id),
        packageName: null,
        amount: null,
        refundReason: null,
        ticket: null,
        purchase: null,
      })
      for (const state of ['SENDING', 'CONFIRMED'] as const) journal.move(id, { state, cause: 'test' })
    }
    expect(
      (await previewItemOperation(target('refund'), contextOf({ customer: entry([fresh]) }, journal))).view
        .refundsThisMonth,
    ).toBe(2)
  })
})

describe('the evaluation of a read of an item', () => {
  const emptied = item({ balance: { ...fresh.balance, availableBalance: { sizeValue: 0, sizeUnit: 'GB' } } })

  it.each([
    ['activate', fresh, false, 'change'],
    ['activate', waits, false, 'none'],
    ['activate', undefined, true, 'incomplete'],
    ['refund', fresh, true, 'none'],
    ['refund', undefined, false, 'change'],
    ['refund', item({ status: 'REFUNDED' }), false, 'change'],
    ['refund', emptied, false, 'none'],
    ['refund', emptied, true, 'change'],
  ] as const)('%s %j, accepted %s: %s', (kind, one, isAccepted, shown) => {
    expect(itemKinds[kind].shows(one, isAccepted)).toBe(shown)
  })

  it('requires a complete read of this customer', () => {
    const uid = CustomerUid.parse('customer-1')
    expect(isCompleteRead(entry([fresh]), uid)).toBe(true)
    expect(isCompleteRead(entry([fresh], { totalAvailableBalance: null, relatedEsims: [] }), uid)).toBe(true)
    expect(isCompleteRead(entry([]), uid)).toBe(true)
    expect(isCompleteRead(entry([], { totalAvailableBalance: null }), uid)).toBe(false)
    expect(isCompleteRead(entry([], { relatedEsims: [] }), uid)).toBe(false)
    expect(isCompleteRead(entry([fresh]), CustomerUid.parse('customer-2'))).toBe(false)
  })
})
