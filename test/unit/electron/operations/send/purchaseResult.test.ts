/** The result of a purchase: read from its answer, and found in a customer. */
import { describe, expect, it } from 'vitest'
import {
  hasReference,
  compareReference,
  purchaseInAnswer,
  soldInAnswer,
  purchasesInEntry,
} from '../../../../../electron/operations/send/purchaseResult.ts'
import { WireActivation } from '#shared/wire/activation.ts'
import { entry, item } from '../../../shared/model/things.ts'

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const esims = (...uids: readonly string[]) => uids.map((uid) => ({ uid, iccid: `89490000000000000${uid}` }))

describe('the reference that the service returns', () => {
  it.each([
    [`${id} order 7`, 'same'],
    [`${id} ord`, 'shortened'],
    [id, 'shortened'],
    ['order 7', 'changed'],
    ['', 'changed'],
    [null, 'changed'],
    [undefined, 'changed'],
    [`${id} order 78`, 'changed'],
  ] as const)('%j is %s', (echoed, is) => {
    expect(compareReference(`${id} order 7`, echoed)).toBe(is)
  })
})

describe('an answer', () => {
  const answer = (more: object = {}) =>
    WireActivation.parse({
      status: 'success',
      customer: { uid: 'c1' },
      activatedItem: item({ uid: 'i1', metatag: `${id} x`, purchasePrice: { priceValue: 4.5, currencyCode: 'USD' } }),
      esimProfile: { uid: 'e1', iccid: '8949000000000000001' },
      ...more,
    })
  it('contains customer, item, eSIM, price and reference', () => {
    expect(purchaseInAnswer(answer(), { metatag: `${id} x` })).toEqual({
      customerUid: 'c1',
      itemUid: 'i1',
      esimUid: 'e1',
      charged: { amount: '4.50', currency: 'USD' },
      echoed: 'same',
      startsDifferently: false,
    })
  })
  it('returns the customer of the answer, who may have more', () => {
    expect(soldInAnswer(answer())).toMatchObject({
      customer: { uid: 'c1' },
      activatedItems: [{ uid: 'i1' }],
      relatedEsims: [{ uid: 'e1', iccid: '8949000000000000001' }],
      itemsListed: false,
    })
    expect(soldInAnswer(answer({ esimProfile: null }))).toMatchObject({ relatedEsims: [] })
    expect(soldInAnswer(answer({ activatedItem: { uid: 'i1' } }))).toMatchObject({ customer: { uid: 'c1' } })
  })
  it('may have no eSIM and no price', () => {
    expect(
      purchaseInAnswer(
        answer({ esimProfile: null, activatedItem: item({ uid: 'i1', metatag: id, purchasePrice: null }) }),
        { metatag: `${id} x` },
      ),
    ).toMatchObject({ customerUid: 'c1', itemUid: 'i1', esimUid: null, charged: null, echoed: 'shortened' })
  })
  it.each([
    ['NOW', '2026-11-21T10:00:00Z', false],
    ['NOW', null, true],
    ['ON_DEMAND', null, false],
    ['ON_DEMAND', '0001-01-01T00:00:00Z', false],
    ['ON_DEMAND', '2026-11-21T10:00:00Z', true],
    ['FIRST_USE', '2026-11-21T10:00:00Z', true],
    [undefined, '', true],
  ] as const)('to an order for %s with a start at %j differs: %s', (activationMode, activatedAt, differs) => {
    const activatedItem = { uid: 'i1', balance: { activatedAt } }
    expect(purchaseInAnswer(answer({ activatedItem }), { metatag: id, activationMode }).startsDifferently).toBe(differs)
  })
  it('without a balance shows no start', () => {
    expect(purchaseInAnswer(answer({ activatedItem: { uid: 'i1' } }), { metatag: id }).startsDifferently).toBe(false)
  })
})

describe('a customer entry', () => {
  const mine = item({
    uid: 'mine',
    metatag: `shop ${id} order 7`,
    purchasePrice: { priceValue: 2, currencyCode: 'USD' },
  })
  const others = [item({ uid: 'other', metatag: 'order 7' }), item({ uid: 'none', metatag: null })]
  it('contains the item that carries the id', () => {
    expect(others.map(hasReference(id))).toEqual([false, false])
    expect(purchasesInEntry(id, entry([...others, mine], { relatedEsims: esims('01') }), true)).toEqual([
      {
        customerUid: 'customer-1',
        itemUid: 'mine',
        esimUid: '01',
        charged: { amount: '2.00', currency: 'USD' },
        echoed: 'same',
      },
    ])
    expect(purchasesInEntry(id, entry(others), true)).toEqual([])
  })
  it.each([
    ['the kind creates none', false, ['01']],
    ['there are several', true, ['01', '02']],
    ['there is none', true, []],
  ] as const)('names no eSIM if %s', (_, makes, uids) => {
    expect(purchasesInEntry(id, entry([mine], { relatedEsims: esims(...uids) }), makes)).toMatchObject([
      { itemUid: 'mine', esimUid: null },
    ])
  })
})
