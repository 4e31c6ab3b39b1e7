/** When an unused package is given back before another one is sold in its place. */
import { describe, expect, test } from 'vitest'
import { ItemUid } from '#shared/wire/ids.ts'
import { at, item, packageOf, waiting } from '../shared/model/things.ts'
import { connected, ended, europe, factsOf, gigabytes, inventory, main, operation, seen, used } from './cases.ts'

const unused = item({ balance: { name: 'Portugal 3 GB' } })
const begun = item({ balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(1.5) } })
const failed = seen(0, { state: 'ERROR', lastSeen: null })
const refused = operation({ state: 'REJECTED', itemUid: ItemUid.parse('item-1') })
const inJapan = { country: 'JP' } as const
const sold = { next: 'wrongCountryPackage', action: { kind: 'sell', inventoryItemId: 'package-jp' } }

describe('in a country where no package works', () => {
  test('an unused package is refunded, and one for that country is sold with a new record', () => {
    expect(main(factsOf([unused], [seen(0)], inJapan))).toMatchObject({
      id: 'wrongCountry',
      next: 'wrongCountryReplace',
      answer: 'wrongCountryNewEsim',
      values: { unused: { name: 'Portugal 3 GB' }, fitting: { text: 'Japan 3 GB' } },
      action: {
        kind: 'refundAndReplace',
        itemUid: 'item-1',
        sells: 'newRecord',
        country: 'JP',
        inventoryItemId: 'package-jp',
      },
    })
  })

  test('of several packages the unused one is refunded, also if it waits', () => {
    const later = waiting('FIRST_USE', { uid: 'later', balance: { name: 'Portugal 3 GB' } })
    expect(main(factsOf([begun, later], [seen(0)], inJapan))).toMatchObject({ action: { itemUid: 'later' } })
  })

  test.each([
    ['was used', begun],
    ['was bought with no credits', { ...unused, purchasePrice: { priceValue: 0, currencyCode: 'USD' } }],
    ['was sold when packages were refunded by ticket alone', { ...unused, salesDate: '2024-06-01T00:00:00Z' }],
  ])('a package is only sold where the other one %s', (_why, other) => {
    expect(main(factsOf([other], [seen(0)], inJapan))).toMatchObject(sold)
  })

  test('a package is only sold while another operation on the unused one is open', () => {
    const lockedItems = new Set([unused.uid])
    expect(main(factsOf([unused], [seen(0)], { ...inJapan, context: { lockedItems } }))).toMatchObject(sold)
  })

  test('nothing is given back while the network says that the customer is where it works', () => {
    const facts = factsOf([unused], [seen(0)], { ...inJapan, connectivity: [connected({ country: 'PT' })] })
    expect(main(facts)).toMatchObject({ headline: 'wrongCountryNetwork', ...sold })
  })

  test.each([
    ['an event alone names the country', { visits: [{ iccid: null, country: 'JP', at: at(-0.01) }] }],
    [
      'the last report names another one than the customer',
      { ...inJapan, visits: [{ iccid: null, country: 'PT', at: at(-0.01) }] },
    ],
    ['a saved copy is shown', { ...inJapan, context: { source: 'directory' } }],
    ['the service has refused it to this desk', { ...inJapan, operations: [refused] }],
    ['another package is not listed', { ...inJapan, entry: { omittedItems: 1 } }],
  ] as const)('nothing is given back while %s', (_why, known) => {
    expect(main(factsOf([unused], [seen(0)], known))).toMatchObject({ id: 'wrongCountry', action: sold.action })
  })

  test('nothing is given back where nothing can be sold there', () => {
    expect(main(factsOf([unused], [seen(0)], { country: 'AQ' }))).toMatchObject({ id: 'wrongCountry', action: null })
  })
})

describe('on an eSIM that has failed', () => {
  const replaced = { id: 'esimError', next: 'esimErrorReplace', action: { kind: 'refundAndReplace', sells: 'newEsim' } }
  const ticket = { id: 'esimError', next: 'esimError', action: { kind: 'ticket', question: 'replaceEsim' } }

  test('the unused package is refunded, and the same is sold with a new eSIM', () => {
    expect(main(factsOf([item()], [failed]))).toMatchObject({
      ...replaced,
      action: { itemUid: 'item-1', country: null, inventoryItemId: europe.id },
    })
  })

  test('the agent chooses what is sold if the package is not in the inventory, or there twice', () => {
    const twice = [...inventory, packageOf({ id: 'package-2', includedCountries: ['DE'] })]
    for (const rows of [[], twice])
      expect(main(factsOf([item()], [failed], { context: { inventory: rows } }))).toMatchObject({
        ...replaced,
        action: { inventoryItemId: null },
      })
    expect(main(factsOf([item()], [failed], { inventory: null }))).toMatchObject({ action: { inventoryItemId: null } })
  })

  test.each([
    ['it was used', [used], {}],
    ['another one is left', [item(), { ...used, uid: 'item-2' }], {}],
    ['another one can not be read', [item(), item({ uid: 'item-2', balance: { activatedAt: 'yesterday' } })], {}],
    ['it does not work where the customer is', [unused], inJapan],
    [
      'the rounding may hide that it was used',
      [item({ balance: { size: { sizeValue: 50, sizeUnit: 'MB' }, availableBalance: gigabytes(0.05) } })],
      {},
    ],
  ] as const)('the operator is asked for another eSIM if %s', (_why, items, known) => {
    expect(main(factsOf(items, [failed], known))).toMatchObject(ticket)
  })

  test('a package that has ended has no part in it', () => {
    expect(main(factsOf([item(), { ...ended, uid: 'item-2' }], [failed]))).toMatchObject(replaced)
  })
})

describe('after the refund', () => {
  const refunded = item({ status: 'Refunded', balance: { name: 'Portugal 3 GB' } })
  test('what works where the customer is is offered with a new record', () => {
    expect(main(factsOf([refunded], [seen(0)], inJapan))).toMatchObject({
      id: 'refunded',
      next: 'refundedElsewhere',
      answer: 'refunded',
      doubts: ['coverageFromName'],
      action: { kind: 'sell', country: 'JP', inventoryItemId: 'package-jp' },
    })
  })

  test.each([
    ['the network says that the customer is elsewhere', { ...inJapan, connectivity: [connected({ country: 'PT' })] }],
    ['it is not known where the customer is', {}],
    ['it would have worked there', { country: 'PT' }],
    ['an event alone named the country', { visits: [{ iccid: null, country: 'JP', at: '2026-06-15T11:00:00Z' }] }],
  ])('another package is sold as ever if %s', (_why, known) => {
    expect(main(factsOf([refunded], [seen(0)], known))).toMatchObject({ id: 'refunded', action: { kind: 'topUp' } })
  })

  test('nothing is offered before an outcome is known', () => {
    const unknown = operation({ state: 'UNKNOWN' })
    expect(main(factsOf([unused], [seen(0)], { ...inJapan, operations: [unknown] }))).toMatchObject({
      id: 'unconfirmed',
      action: { kind: 'check' },
    })
  })
})
