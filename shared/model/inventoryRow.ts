/** An inventory item (interface 2.2) as a row of the inventory table. Pure; prices by `amount.ts`. */
import type { WireExtendedDataPolicy, WireInventoryItem } from '../wire/inventory.ts'
import type { WirePrice } from '../wire/values.ts'
import { leadingPrice, moneyOf, orderPrices, subtractAmounts } from './amount.ts'
import type { InventoryRow, Money } from './views.ts'

/** 1 GB is 1024 MB (interface 8). */
const megabytes: Readonly<Record<string, number>> = { MB: 1, GB: 1024, TB: 1024 * 1024 }
const days: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }

const sizeInMb = (value: number, unit: string): number | null => {
  const factor = megabytes[unit.toUpperCase()]
  return factor === undefined ? null : value * factor
}

const validityInDays = (item: WireInventoryItem): number | null => {
  if (item.validityUnlimited === true || item.validitySize == null || item.validityUnit == null) return null
  const factor = days[item.validityUnit.toLowerCase().replace(/s$/, '')]
  return factor === undefined ? null : item.validitySize * factor
}

/** `WWW` is worldwide, a single-country set is its ISO2 code (interface 2.2), every other set is a region. */
export function coverageOf(countrySet: string, countries: readonly string[]): InventoryRow['coverage'] {
  if (countrySet.toUpperCase() === 'WWW') return 'worldwide'
  if (/^[A-Za-z]{2}$/.test(countrySet) && countries.length <= 1) return 'country'
  return countries.length === 1 ? 'country' : 'regional'
}

function highSpeedOf(policy: WireExtendedDataPolicy | null | undefined): InventoryRow['highSpeed'] {
  if (policy == null) return null
  const volume = policy.totalHighSpeedVolume
  return {
    volume: volume == null ? null : { value: volume.sizeValue, unit: volume.sizeUnit },
    throttle: policy.throttleSpeed ?? null,
    interval: policy.interval ?? null,
    resetAt: policy.fixedTime ?? null,
  }
}

const marginOf = (retail: Money | null, purchase: Money | null): Money | null =>
  retail === null || purchase === null || retail.currency !== purchase.currency
    ? null
    : { amount: subtractAmounts(retail.amount, purchase.amount), currency: retail.currency }

const otherPricesOf = (prices: readonly WirePrice[]): Money[] =>
  orderPrices(prices).slice(1).map(moneyOf).filter((money) => money !== null)

export function inventoryRow(item: WireInventoryItem): InventoryRow {
  const listed = item.includedCountries ?? []
  const countries = listed.length === 0 && /^[A-Za-z]{2}$/.test(item.countrySet) ? [item.countrySet.toUpperCase()] : [...listed]
  const purchasePrice = leadingPrice(item.prices ?? [])
  const retailPrice = leadingPrice(item.retailPrices ?? [])
  return {
    id: item.id,
    name: item.name,
    countrySet: item.countrySet,
    coverage: coverageOf(item.countrySet, countries),
    countries,
    size: { value: item.sizeValue, unit: item.sizeUnit },
    sizeMb: sizeInMb(item.sizeValue, item.sizeUnit),
    validity: { value: item.validitySize ?? null, unit: item.validityUnit ?? null, unlimited: item.validityUnlimited === true },
    validityDays: validityInDays(item),
    packageType: item.packageType ?? null,
    active: item.active !== false,
    highSpeed: highSpeedOf(item.extendedDataPolicy),
    purchasePrice,
    retailPrice,
    margin: marginOf(retailPrice, purchasePrice),
    otherPrices: otherPricesOf(item.prices ?? []),
    stock: item.amount ?? null,
  }
}
