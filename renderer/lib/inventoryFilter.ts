/**
 * Filters the inventory, without side effects. The choice is stored in the query of the route, so that going
 * back restores it. An invalid query is read as no choice.
 */
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { rowCovers } from '../rules/coverage.ts'
import type { CountryChoice } from './isoCountries.ts'
import type { NamedPhrase } from './namedCountries.ts'
import { matchesText, readPackageText, wholeNumbersOf, type SearchText } from './packageText.ts'

export const sizeBands = ['upTo1', '1to5', '5to20', 'over20'] as const
export const validityBands = ['week', 'month', 'quarter', 'longer', 'unlimited'] as const
export const activeChoices = ['active', 'inactive'] as const

type SizeBand = (typeof sizeBands)[number]
type ValidityBand = (typeof validityBands)[number]
type ActiveChoice = (typeof activeChoices)[number]

export interface InventoryFilter {
  readonly text: string
  /** ISO2 codes of the countries that the package has to cover, all of them. */
  readonly countries: readonly string[]
  readonly size: SizeBand | null
  readonly validity: ValidityBand | null
  /** The maximum purchase price, as typed. */
  readonly priceUpTo: string
  readonly active: ActiveChoice | null
}

export const noFilter: InventoryFilter = {
  text: '',
  countries: [],
  size: null,
  validity: null,
  priceUpTo: '',
  active: null,
}

export type Query = Readonly<Record<string, unknown>>

function oneOf<T extends string>(choices: readonly T[], value: unknown): T | null {
  return choices.find((choice) => choice === value) ?? null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const maxCountries = 20

/** Reads `JP` or `JP,KR`. */
function countriesFrom(value: unknown): readonly string[] {
  const codes = textOf(value)
    .split(',')
    .filter((code) => /^[A-Z]{2}$/.test(code))
  return [...new Set(codes)].slice(0, maxCountries)
}

export function filterFromQuery(query: Query): InventoryFilter {
  return {
    text: textOf(query['q']),
    countries: countriesFrom(query['country']),
    size: oneOf(sizeBands, query['size']),
    validity: oneOf(validityBands, query['validity']),
    priceUpTo: textOf(query['price']),
    active: oneOf(activeChoices, query['active']),
  }
}

export function filterToQuery(filter: InventoryFilter): Record<string, string> {
  const pairs: readonly (readonly [string, string | null])[] = [
    ['q', filter.text],
    ['country', filter.countries.join(',')],
    ['size', filter.size],
    ['validity', filter.validity],
    ['price', filter.priceUpTo],
    ['active', filter.active],
  ]
  return Object.fromEntries(
    pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null && pair[1] !== ''),
  )
}

export function isFiltering(filter: InventoryFilter): boolean {
  return (
    filter.text.trim() !== '' ||
    filter.countries.length > 0 ||
    filter.size !== null ||
    filter.validity !== null ||
    priceLimit(filter) !== null ||
    filter.active !== null
  )
}

const gigabyte = 1024

function inSizeBand(band: SizeBand, megabytes: number | null): boolean {
  if (megabytes === null) return false
  const gigabytes = megabytes / gigabyte
  switch (band) {
    case 'upTo1':
      return gigabytes <= 1
    case '1to5':
      return gigabytes >= 1 && gigabytes <= 5
    case '5to20':
      return gigabytes >= 5 && gigabytes <= 20
    case 'over20':
      return gigabytes > 20
  }
}

function inValidityBand(band: ValidityBand, row: InventoryRow): boolean {
  if (band === 'unlimited') return row.validity.unlimited
  const days = row.validityDays
  if (days === null) return false
  switch (band) {
    case 'week':
      return days <= 7
    case 'month':
      return days > 7 && days <= 31
    case 'quarter':
      return days > 31 && days <= 93
    case 'longer':
      return days > 93
  }
}

/** The typed limit as a number, or `null` if it is none. A comma is read as a decimal point. */
export function priceLimit(filter: InventoryFilter): number | null {
  const typed = filter.priceUpTo.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : null
}

/**
 * For a number in the text, only rows that have it as a whole one count, if there are any.
 *
 * @param phrases the names of countries in the text of the filter, if it has nothing else but sizes
 */
export function filterInventory(
  rows: readonly InventoryRow[],
  filter: InventoryFilter,
  searchTextOf: SearchText,
  phrases: readonly NamedPhrase<CountryChoice>[],
): readonly InventoryRow[] {
  const text = readPackageText(filter.text)
  const limit = priceLimit(filter)
  const found = rows.filter((row) => {
    if (filter.active !== null && row.active !== (filter.active === 'active')) return false
    if (!filter.countries.every((country) => rowCovers(row, country))) return false
    if (filter.size !== null && !inSizeBand(filter.size, row.sizeMb)) return false
    if (filter.validity !== null && !inValidityBand(filter.validity, row)) return false
    if (limit !== null && (row.purchasePrice === null || Number(row.purchasePrice.amount) > limit)) return false
    return matchesText(row, text, searchTextOf, phrases)
  })
  const withNumbers = found.filter(wholeNumbersOf(text, searchTextOf))
  return withNumbers.length > 0 ? withNumbers : found
}
