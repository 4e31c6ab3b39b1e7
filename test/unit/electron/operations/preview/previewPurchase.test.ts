/** The preview of a purchase for given reads. */
import { describe, expect, it } from 'vitest'
import { OperationPreview } from '#shared/model/operation/operation.ts'
import { OperationTarget, type PurchaseTarget } from '#shared/model/operation/purchase.ts'
import { CountrySetId, CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { Journal } from '../../../../../electron/operations/journal/journal.ts'
import { createsEsim } from '../../../../../electron/operations/kinds.ts'
import { previewPurchase } from '../../../../../electron/operations/preview/previewPurchase.ts'
import { entry, item, packageOf } from '../../../shared/model/things.ts'
import { contextOf, deskNow, journalInMemory, serviceNow, type ServiceReads } from '../reads.ts'

const day = 24 * 60 * 60_000
const at = (days: number): string => new Date(serviceNow + days * day).toISOString()
const usd = (priceValue: number) => ({ priceValue, currencyCode: 'USD' })
const sold = packageOf({ prices: [usd(4.5)], retailPrices: [usd(6)], active: true })
const common = { inventoryItemId: 'package-1', mode: 'NOW' }
const purchaseOf = (value: object): PurchaseTarget => {
  const parsed = OperationTarget.parse(value)
  if ('itemUid' in parsed) throw new Error('The target is not a purchase')
  return parsed
}
const target = (parts: object = {}) =>
  purchaseOf({ kind: 'register', ...common, userCountry: 'DE', userIp: '203.0.113.7', ...parts })
const topUp = (parts: object = {}) => purchaseOf({ kind: 'top-up', ...common, customerUid: 'customer-1', ...parts })
const preview = (of: PurchaseTarget, reads: ServiceReads = {}, journal?: Journal) =>
  previewPurchase(of, contextOf({ inventory: [sold], customer: entry([]), ...reads }, journal))

/** Stores an earlier purchase of this desk. */
function bought(
  journal: Journal,
  id: string,
  parts: {
    readonly countrySet?: string
    readonly amount?: string
    readonly echoed?: 'same' | 'changed'
    readonly customer?: string
  } = {},
): void {
  const { countrySet = 'EUROPE', amount = '4.50', echoed = 'same', customer = 'customer-1' } = parts
  journal.begin({
    id,
    kind: 'top-up',
    lockKey: `customer:${id}`,
    connection: 'identity-1',
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid: CustomerUid.parse(customer),
    itemUid: null,
    packageName: null,
    amount: { amount, currency: 'USD' },
    refundReason: null,
    ticket: null,
    purchase: {
      inventoryItemId: InventoryItemId.parse('package-1'),
      countrySet: CountrySetId.parse(countrySet),
      mode: 'NOW',
      expectedPrice: null,
      countryFixed: false,
      addressFixed: false,
    },
  })
  journal.move(id, { state: 'SENDING', cause: 'test' })
  journal.move(
    id,
    { state: 'CONFIRMED', cause: 'test', confirmedBy: 'answer' },
    {
      customerUid: CustomerUid.parse(customer),
      itemUid: ItemUid.parse(`item-${id}`),
      esimUid: null,
      charged: null,
      echoed,
    },
  )
}

describe('the eSIM that a package is used on', () => {
  const esim = (uid: string, state: string | null, active = true) => ({
    uid,
    iccid: `894900000000000${uid}`,
    state,
    active,
  })
  const of = async (relatedEsims: readonly object[], parts: object = {}, kind = 'top-up') =>
    (await preview(topUp({ kind }), { customer: entry([], { relatedEsims, ...parts }) })).view.purchase?.esim

  it.each([
    [[esim('0001', 'RELEASED'), esim('0002', 'INSTALLED')], 'installed'],
    [[esim('0001', 'DISABLED')], 'installed'],
    [[esim('0001', 'RELEASED'), esim('0002', 'INSTALLED', false)], 'notInstalled'],
    [[esim('0001', 'RELEASED'), esim('0002', 'ERROR')], 'notInstalled'],
    [[esim('0001', 'ERROR')], 'failed'],
    [[esim('0001', 'RELEASED'), esim('0002', 'NEW_STATE')], 'unknown'],
    [[esim('0001', null)], 'unknown'],
    [[], 'unknown'],
  ] as const)('is, of %o, %s', async (esims, expected) => {
    expect(await of(esims)).toBe(expected)
  })

  it('is not known while one of them is not', async () => {
    expect(await of([esim('0001', 'RELEASED')], { omittedEsims: 1 })).toBe('unknown')
    expect(await of([esim('0001', 'ERROR')], { omittedEsims: 1 })).toBe('unknown')
  })

  it('is new for a purchase that creates one, whatever the others are', async () => {
    expect(await of([esim('0001', 'ERROR')], {}, 'top-up-with-profile')).toBe('new')
  })
})

describe('the preview of a package for a new customer', () => {
  it('contains the whole effect', async () => {
    const bound = await preview(target({ reference: 'order 7', customerEmail: 'ann@example.com' }))
    expect(OperationPreview.parse(bound.view)).toEqual(bound.view)
    expect(bound.view).toEqual({
      previewId: 'preview-1',
      kind: 'register',
      validUntil: new Date(deskNow + 60_000).toISOString(),
      possible: true,
      reasons: [],
      notes: ['credits_unknown'],
      customerUid: null,
      customerEmail: 'ann@example.com',
      itemUid: null,
      item: null,
      lastRefusal: null,
      packageName: 'Europe 3 GB',
      metatag: null,
      size: { value: 3, unit: 'GB' },
      available: { value: 3, unit: 'GB' },
      validity: { value: 30, unit: 'days', unlimited: false },
      coverage: { certainty: 'known', countrySet: 'EUROPE', countries: ['DE', 'FR'] },
      amount: { amount: '4.50', currency: 'USD' },
      endsAt: at(30),
      activatesBy: null,
      refundsThisMonth: 0,
      asOf: at(0),
      purchase: {
        inventoryItemId: 'package-1',
        mode: 'NOW',
        reference: 'order 7',
        expectedPrice: { amount: '6.00', currency: 'USD' },
        userCountry: { value: 'DE', fixed: false },
        userIp: { value: '203.0.113.7', fixed: false },
        esim: 'new',
        stock: null,
        recentSale: null,
        spentToday: { amount: '0.00', currency: 'USD' },
        dailyLimit: null,
      },
    })
    expect(bound).toMatchObject({
      connection: 'identity-1',
      lockKey: 'register:preview-1',
      journalAt: 0,
      iccids: [],
      purchase: {
        inventoryItemId: 'package-1',
        countrySet: 'EUROPE',
        mode: 'NOW',
        expectedPrice: { amount: '6.00', currency: 'USD' },
        countryFixed: false,
        addressFixed: false,
      },
    })
    expect(bound.requestOf('ID', 'Ada')).toEqual({
      kind: 'register',
      body: {
        inventoryItemId: 'package-1',
        metatag: 'ID order 7',
        activationMode: 'NOW',
        expectedPrice: { sortIndex: 0, ...usd(6) },
        userCountry: 'DE',
        userIp: '203.0.113.7',
        customerEmail: 'ann@example.com',
      },
    })
  })

  it('sends no optional value that is missing', async () => {
    const { requestOf, view } = await preview(target({ mode: 'FIRST_USE' }), { inventory: [packageOf()] })
    expect(requestOf('ID', 'Ada')).toEqual({
      kind: 'register',
      body: {
        inventoryItemId: 'package-1',
        metatag: 'ID',
        activationMode: 'FIRST_USE',
        userCountry: 'DE',
        userIp: '203.0.113.7',
      },
    })
    expect(view).toMatchObject({
      customerEmail: null,
      endsAt: null,
      activatesBy: at(90),
      notes: ['price_unknown', 'price_not_compared', 'credits_unknown'],
      purchase: { reference: null, expectedPrice: null },
    })
  })

  it.each([
    ['a package that is no longer sold', {}, { inventory: [], cachedInventory: [sold] }, ['package_gone']],
    [
      'a missing package that was inactive before',
      {},
      { inventory: [], cachedInventory: [packageOf({ ...sold, active: false })] },
      ['package_gone'],
    ],
    ['an inactive package', {}, { inventory: [packageOf({ ...sold, active: false })] }, ['package_inactive']],
    [
      'a mode that a package of one country does not offer',
      { mode: 'ON_DEMAND' },
      { inventory: [packageOf({ countrySet: 'DE', includedCountries: ['DE'] })] },
      ['mode_not_offered'],
    ],
    ['no country', { userCountry: undefined }, {}, ['country_missing']],
    ['no address', { userIp: undefined }, {}, ['address_missing']],
    ['a limit that it exceeds', {}, { rules: { dailyLimit: '4.49' } }, ['daily_limit']],
    [
      'a limit but no price',
      {},
      { rules: { dailyLimit: '100' }, inventory: [packageOf()] },
      ['price_unknown_for_limit'],
    ],
  ] as const)('with %s is not possible for that reason', async (_, parts, reads, reasons) => {
    const { view } = await preview(target(parts), reads)
    expect(view).toMatchObject({ possible: false, reasons, notes: [] })
  })

  it.each([
    ['ON_DEMAND', 'regional'],
    ['FIRST_USE', 'country'],
    ['NOW', 'country'],
  ] as const)('in mode %s is possible for a %s set', async (mode, coverage) => {
    const { view } = await preview(
      target({ mode }),
      coverage === 'country'
        ? { inventory: [packageOf({ ...sold, countrySet: 'DE', includedCountries: ['DE'] })] }
        : {},
    )
    expect(view).toMatchObject({ possible: true, reasons: [] })
  })

  it('throws for an unknown package', async () => {
    for (const cachedInventory of [[], null]) {
      await expect(preview(target({ inventoryItemId: 'package-9' }), { cachedInventory })).rejects.toMatchObject({
        code: 'not_found',
        details: { what: 'package' },
        message: 'The inventory has no such package',
      })
    }
  })

  it('uses country and address of the rules, and marks them as fixed', async () => {
    const { view, purchase, requestOf } = await preview(target({ userCountry: 'FR' }), {
      rules: { userCountry: 'JP', userIp: '2001:db8::1', metatag: 'shop {id}' },
    })
    expect(view.purchase).toMatchObject({
      userCountry: { value: 'JP', fixed: true },
      userIp: { value: '2001:db8::1', fixed: true },
    })
    expect(purchase).toMatchObject({ countryFixed: true, addressFixed: true })
    expect(requestOf('ID', 'Ada').kind === 'register' && requestOf('ID', 'Ada')).toMatchObject({
      body: { metatag: 'shop ID', userCountry: 'JP', userIp: '2001:db8::1' },
    })
  })

  it('counts what was spent today against the limit', async () => {
    const journal = journalInMemory()
    bought(journal, 'a', { amount: '5.50' })
    expect((await preview(target(), { rules: { dailyLimit: '10' } }, journal)).view).toMatchObject({
      possible: true,
      purchase: { spentToday: { amount: '5.50', currency: 'USD' }, dailyLimit: { amount: '10', currency: 'USD' } },
    })
    expect((await preview(target(), { rules: { dailyLimit: '9.99' } }, journal)).view.reasons).toEqual(['daily_limit'])
  })

  it.each([
    [
      'the USD price',
      [
        { sortIndex: 4, priceValue: 5, currencyCode: 'EUR' },
        { sortIndex: 7, ...usd(6.5) },
      ],
      7,
    ],
    ['its place in the list where it has no index', [{ priceValue: 5, currencyCode: 'EUR' }, usd(6.5)], 1],
    ['its place where the index is no whole number', [{ sortIndex: 1.5, ...usd(6.5) }], 0],
    ['the currency in the letters of the interface', [{ sortIndex: 2, priceValue: 6.5, currencyCode: 'usd' }], 2],
  ])('sends the shown price with %s', async (_, retailPrices, sortIndex) => {
    const bound = await preview(topUp(), { inventory: [packageOf({ ...sold, retailPrices })] })
    expect(bound.requestOf('ID', 'Ada')).toMatchObject({ body: { expectedPrice: { sortIndex, ...usd(6.5) } } })
    expect(bound.view.purchase?.expectedPrice?.amount).toBe('6.50')
  })

  it('has notes about unknown prices, stock and changed references', async () => {
    const journal = journalInMemory()
    bought(journal, 'a', { echoed: 'changed' })
    const { view } = await preview(
      target(),
      { inventory: [packageOf({ ...sold, amount: 3, retailPrices: [{ priceValue: 6, currencyCode: 'EUR' }] })] },
      journal,
    )
    expect(view).toMatchObject({
      notes: ['taken_from_stock', 'price_not_compared', 'reference_altered', 'credits_unknown'],
      purchase: { stock: 3, expectedPrice: null },
    })
    const trial = packageOf({
      ...sold,
      amount: 20,
      sizeValue: 10,
      sizeUnit: 'MB',
      validitySize: 365,
      validityUnit: 'days',
      prices: [{ priceValue: 0, currencyCode: 'USD' }],
    })
    expect((await preview(target(), { inventory: [trial] })).view.notes).toEqual(['test_package', 'credits_unknown'])
    expect((await preview(target(), { inventory: [packageOf({ ...sold, amount: 0 })] })).view.notes).toEqual([
      'credits_unknown',
    ])
    expect(
      (await preview(target(), { inventory: [packageOf({ ...sold, retailPrices: [usd(-1)] })] })).view.notes,
    ).toEqual(['price_not_compared', 'credits_unknown'])
    expect(
      (await preview(target(), { inventory: [packageOf({ ...sold, retailPrices: [usd(0)] })] })).requestOf('ID', 'Ada'),
    ).toMatchObject({ body: { expectedPrice: usd(0) } })
  })
})

describe('the preview of one more package', () => {
  it.each([
    ['top-up', false],
    ['top-up-with-profile', true],
  ] as const)('by %s creates an eSIM: %s, and sends only what it needs', async (kind, newEsim) => {
    const bound = await preview(topUp({ kind }), { customer: entry([item()]) })
    expect(bound.view).toMatchObject({
      customerUid: 'customer-1',
      customerEmail: 'ann@example.com',
      possible: true,
      purchase: { esim: newEsim ? 'new' : 'unknown', userCountry: null, userIp: null },
    })
    expect(bound).toMatchObject({
      lockKey: 'customer:customer-1',
      iccids: ['8949000000000000001'],
      purchase: { countryFixed: false, addressFixed: false },
    })
    expect(bound.requestOf('ID', 'Ada')).toEqual({
      kind,
      body: {
        inventoryItemId: 'package-1',
        metatag: 'ID',
        activationMode: 'NOW',
        expectedPrice: { sortIndex: 0, ...usd(6) },
        customerUid: 'customer-1',
      },
    })
    expect(createsEsim(kind)).toBe(newEsim)
  })

  it('of another set than this desk bought is refused, and gets a note if the set is inferred', async () => {
    const journal = journalInMemory()
    bought(journal, 'a', { countrySet: 'ASIA' })
    expect((await preview(topUp(), { customer: entry([item()]) }, journal)).view).toMatchObject({
      possible: false,
      reasons: ['other_country_set'],
    })
    bought(journal, 'b')
    expect((await preview(topUp(), { customer: entry([item()]) }, journal)).view).toMatchObject({
      possible: true,
      notes: ['credits_unknown'],
    })
    const asia = packageOf({ ...sold, id: 'package-2', name: 'Asia 3 GB', countrySet: 'ASIA' })
    const inventory = [sold, asia]
    expect(
      (await preview(topUp({ inventoryItemId: 'package-2' }), { inventory, customer: entry([item()]) })).view,
    ).toMatchObject({ possible: true, notes: ['probably_other_country_set', 'credits_unknown'] })
    expect((await preview(topUp(), { inventory, customer: entry([item()]) })).view.notes).toEqual(['credits_unknown'])
    expect((await preview(topUp(), { inventory, customer: entry([]) })).view.notes).toEqual([
      'coverage_unknown',
      'credits_unknown',
    ])
  })

  it('is refused while another one is open that started before or during the read', async () => {
    const journal = journalInMemory()
    const begin = (): void => {
      journal.begin({
        id: 'open',
        kind: 'top-up',
        lockKey: 'customer:customer-1',
        connection: 'identity-1',
        connectionName: 'Shop',
        agent: { osUser: 'desk', displayName: 'Ann' },
        customerUid: CustomerUid.parse('customer-1'),
        itemUid: null,
        packageName: null,
        amount: null,
        refundReason: null,
        ticket: null,
        purchase: {
          inventoryItemId: InventoryItemId.parse('package-1'),
          countrySet: CountrySetId.parse('EUROPE'),
          mode: 'NOW',
          expectedPrice: null,
          countryFixed: false,
          addressFixed: false,
        },
      })
    }
    let times = 0
    expect(
      await preview(
        topUp(),
        {
          onRead: () => {
            if ((times += 1) === 1) begin()
          },
        },
        journal,
      ),
    ).toMatchObject({ journalAt: 0, view: { possible: false, reasons: ['operation_open'] } })
    expect(
      await preview(
        topUp(),
        {
          onRead: () => {
            if ((times += 1) === 3) journal.move('open', { state: 'NOT_SENT', cause: 'test' })
          },
        },
        journal,
      ),
    ).toMatchObject({ journalAt: 1, view: { reasons: ['operation_open'] } })
  })
})
