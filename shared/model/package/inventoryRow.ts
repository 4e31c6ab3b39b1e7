/** Converts an inventory item (interface 2.2) to a row of the inventory table. Prices are computed by `amount.ts`. */
import type { WireExtendedDataPolicy, WireInventoryItem } from '../../wire/inventory.ts'
import type { WirePrice } from '../../wire/values.ts'
import { leadingPrice, moneyOf, orderPrices, subtractAmounts } from './amount.ts'
import { toDataSize, toMegabytes, toPackageSize } from './size.ts'
import { toValidity, validityInDays } from './validity.ts'
import { ShownCountrySet, type InventoryRow, type Money } from '../customer/views.ts'

/** `WWW` is worldwide, a set of one country is its ISO2 code (interface 2.2), and every other set is a region. */
function coverageOf(countrySet: string, countries: readonly string[]): InventoryRow['coverage'] {
  if (countrySet === '') return 'unknown'
  if (countrySet.toUpperCase() === 'WWW') return 'worldwide'
  if (/^[A-Za-z]{2}$/.test(countrySet) && countries.length <= 1) return 'country'
  return countries.length === 1 ? 'country' : 'regional'
}

/** Every package can have a policy; one that names neither a volume nor a speed limits nothing. */
function highSpeedOf(policy: WireExtendedDataPolicy | null | undefined): InventoryRow['highSpeed'] {
  const { totalHighSpeedVolume: volume, throttleSpeed, interval, fixedTime } = policy ?? {}
  if (volume == null && throttleSpeed == null) return null
  return {
    volume: volume == null ? null : toDataSize(volume),
    throttle: throttleSpeed ?? null,
    interval: interval ?? null,
    resetAt: fixedTime ?? null,
  }
}

const marginOf = (retail: Money | null, purchase: Money | null): Money | null =>
  retail === null || purchase === null || retail.currency !== purchase.currency
    ? null
    : { amount: subtractAmounts(retail.amount, purchase.amount), currency: retail.currency }

const otherPricesOf = (prices: readonly WirePrice[]): Money[] =>
  orderPrices(prices)
    .slice(1)
    .map(moneyOf)
    .filter((money) => money !== null)

/** Megabytes and days of a test package (interface 1, 8). */
const testSize = 10
const testDays = 365

/**
 * Whether it is a free package for trying out (interface 1). Its name and type don't show it: only its price, size and
 * validity do.
 */
export const isTestPackage = ({
  purchasePrice,
  sizeMb,
  validityDays,
}: Pick<InventoryRow, 'purchasePrice' | 'sizeMb' | 'validityDays'>): boolean =>
  purchasePrice !== null && Number(purchasePrice.amount) === 0 && sizeMb === testSize && validityDays === testDays

const noCountrySet = ShownCountrySet.parse('')

export function inventoryRow(item: WireInventoryItem): InventoryRow {
  const listed = item.includedCountries ?? []
  const countrySet = item.countrySet ?? noCountrySet
  const countries = listed.length === 0 && /^[A-Za-z]{2}$/.test(countrySet) ? [countrySet.toUpperCase()] : [...listed]
  const purchasePrice = leadingPrice(item.prices ?? [])
  const retailPrice = leadingPrice(item.retailPrices ?? [])
  const size = toPackageSize(item)
  const validity = toValidity(item)
  return {
    id: item.id,
    // The id names a package without a name.
    name: item.name.trim() === '' ? item.id : item.name,
    countrySet,
    coverage: coverageOf(countrySet, countries),
    countries,
    size,
    sizeMb: toMegabytes(size),
    validity,
    validityDays: validityInDays(validity),
    packageType: item.packageType ?? null,
    active: item.active !== false,
    highSpeed: highSpeedOf(item.extendedDataPolicy),
    purchasePrice,
    retailPrice,
    margin: marginOf(retailPrice, purchasePrice),
    otherPrices: otherPricesOf(item.prices ?? []),
    stock: item.amount ?? null,
    details: {
      productId: item.productId ?? null,
      profileDomain: item.profileDomainKey ?? null,
      policyType: item.extendedDataPolicy?.type ?? null,
      resetType: item.extendedDataPolicy?.resetType ?? null,
      retailPriceEdited: item.retailPriceEdited ?? null,
      otherRetailPrices: otherPricesOf(item.retailPrices ?? []),
    },
    ...(item.unreadableFields !== undefined && { unreadable: item.unreadableFields }),
  }
}
