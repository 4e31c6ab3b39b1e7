import { expect, it } from 'vitest'
import { inventoryRow } from '#shared/model/package/inventoryRow.ts'
import { InventoryRow } from '#shared/model/customer/views.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'

const least = { id: 'p1', name: 'Package', sizeValue: 3, sizeUnit: 'GB', countrySet: 'DE' }
const row = (more: object = {}): InventoryRow =>
  InventoryRow.parse(inventoryRow(WireInventoryItem.parse({ ...least, ...more })))

it('creates a row from the minimum that a package may contain', () => {
  expect(row()).toMatchObject({
    coverage: 'country',
    countries: ['DE'],
    sizeMb: 3072,
    validityDays: null,
    active: true,
    highSpeed: null,
    purchasePrice: null,
    retailPrice: null,
    margin: null,
    stock: null,
  })
})

it.each([
  ['WWW', ['DE', 'FR'], 'worldwide'],
  ['EUROPE', ['DE', 'FR'], 'regional'],
  ['EU', ['DE', 'FR'], 'regional'],
  ['JP', ['JP'], 'country'],
  ['www', ['DE', 'FR'], 'worldwide'],
  ['jp', ['JP'], 'country'],
  ['ISLES', ['GB'], 'country'],
  ['EU-1', ['DE', 'FR'], 'regional'],
])('covers %s with %j as %s', (countrySet, includedCountries, coverage) => {
  expect(row({ countrySet, includedCountries })).toMatchObject({ coverage, countries: includedCountries })
})

it.each([
  ['jp', null, ['JP'], 'country'],
  ['JP', [], ['JP'], 'country'],
  ['EUROPE', null, [], 'regional'],
  ['1JP', null, [], 'regional'],
  ['JP1', null, [], 'regional'],
])('covers %s without a list of countries as %j', (countrySet, includedCountries, countries, coverage) => {
  expect(row({ countrySet, includedCountries })).toMatchObject({ countries, coverage })
})

it('shows whether a package is sold, and whether it has no end', () => {
  expect(row({ active: false })).toMatchObject({ active: false })
  expect(row({ active: true, validitySize: 30, validityUnit: 'days' })).toMatchObject({
    active: true,
    validity: { value: 30, unit: 'days', unlimited: false },
  })
  expect(row({ validityUnlimited: true, packageType: 'standard', amount: 3 })).toMatchObject({
    validity: { value: null, unit: null, unlimited: true },
    packageType: 'standard',
    stock: 3,
  })
})

it('has other prices only if they are numbers', () => {
  const price = (priceValue: number, currencyCode: string) => ({ priceValue, currencyCode })
  const { otherPrices, purchasePrice } = inventoryRow({
    ...WireInventoryItem.parse(least),
    prices: [price(1, 'USD'), price(Number.NaN, 'EUR'), price(2, 'GBP')],
  })
  expect({ otherPrices, purchasePrice }).toEqual({
    otherPrices: [{ amount: '2.00', currency: 'GBP' }],
    purchasePrice: { amount: '1.00', currency: 'USD' },
  })
  expect(row()).toMatchObject({ otherPrices: [] })
})

it('has no margin if one of the prices is missing', () => {
  const prices = [{ priceValue: 1, currencyCode: 'USD' }]
  expect(row({ prices }).margin).toBeNull()
  expect(row({ retailPrices: prices }).margin).toBeNull()
})

it.each([
  [500, 'MB', 500],
  [1, 'TB', 1048576],
  [2, 'PB', null],
])('counts %d %s as %s MB', (sizeValue, sizeUnit, sizeMb) => {
  expect(row({ sizeValue, sizeUnit }).sizeMb).toBe(sizeMb)
})

it.each([
  [{ validitySize: 30, validityUnit: 'days' }, 30],
  [{ validitySize: 1, validityUnit: 'years' }, 365],
  [{ validitySize: 2, validityUnit: 'moons' }, null],
  [{ validitySize: 30, validityUnit: 'days', validityUnlimited: true }, null],
])('counts the validity %j as %s days', (validity, days) => {
  expect(row(validity).validityDays).toBe(days)
})

it('computes the margin exactly from prices in one currency', () => {
  const usd = (priceValue: number) => ({ sortIndex: 1, priceValue, currencyCode: 'USD' })
  const eur = { sortIndex: 0, priceValue: 9, currencyCode: 'EUR' }
  expect(row({ prices: [eur, usd(0.1)], retailPrices: [usd(0.3)] })).toMatchObject({
    purchasePrice: { amount: '0.10', currency: 'USD' },
    retailPrice: { amount: '0.30', currency: 'USD' },
    margin: { amount: '0.20', currency: 'USD' },
    otherPrices: [{ amount: '9.00', currency: 'EUR' }],
  })
  expect(row({ prices: [usd(1)], retailPrices: [eur] }).margin).toBeNull()
})

it('shows the high-speed policy as the service wrote it', () => {
  const extendedDataPolicy = {
    type: 'standard',
    interval: '24h',
    fixedTime: '00:00',
    throttleSpeed: '128 KB/s',
    totalHighSpeedVolume: { sizeValue: 1, sizeUnit: 'GB' },
  }
  expect(row({ extendedDataPolicy }).highSpeed).toEqual({
    volume: { value: 1, unit: 'GB' },
    throttle: '128 KB/s',
    interval: '24h',
    resetAt: '00:00',
  })
  expect(row({ extendedDataPolicy: { type: 'standard', throttleSpeed: '128 KB/s' } }).highSpeed).toEqual({
    volume: null,
    throttle: '128 KB/s',
    interval: null,
    resetAt: null,
  })
})

it('takes a policy that names neither a volume nor a speed for no limit', () => {
  expect(row({ extendedDataPolicy: { type: 'standard' } }).highSpeed).toBeNull()
})

it('has for its details what no column shows', () => {
  const item = {
    productId: 'product-1',
    profileDomainKey: 'travel',
    extendedDataPolicy: { type: 'standard', resetType: 'timeInterval' },
    retailPriceEdited: false,
    retailPrices: [
      { sortIndex: 0, priceValue: 9, currencyCode: 'USD' },
      { sortIndex: 1, priceValue: 8, currencyCode: 'GBP' },
    ],
  }
  expect(row(item).details).toEqual({
    productId: 'product-1',
    profileDomain: 'travel',
    policyType: 'standard',
    resetType: 'timeInterval',
    retailPriceEdited: false,
    otherRetailPrices: [{ amount: '8.00', currency: 'GBP' }],
  })
})
