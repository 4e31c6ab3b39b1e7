/**
 * The reseller's inventory: a range of packages for every country set, and special packages that a client has to
 * display correctly (test packages, stock, no retail price, two currencies, years, no end, a daily high-speed volume).
 * Prices are in cents. The packages are the same for every seed.
 */
import { day, year } from '../clock.ts'
import { hashText, mix } from '../prng.ts'
import { countrySets, type CountrySet } from './countrySets.ts'

type SizeUnit = 'MB' | 'GB' | 'TB'
type ValidityUnit = 'days' | 'years'
export type PackageTrait = 'standard' | 'test' | 'unlimited' | 'huge' | 'years' | 'daily' | 'tiny' | 'inactive' | 'twin'

/** The currencies of the price lists, in their order. */
export const currencies = ['USD', 'EUR'] as const
export type Currency = (typeof currencies)[number]
/** A price in cents. */
export type Price = { readonly cents: number; readonly currency: Currency }

export type Package = {
  readonly id: string
  readonly productId: string
  readonly set: CountrySet
  readonly trait: PackageTrait
  name: string
  readonly sizeValue: number
  readonly sizeUnit: SizeUnit
  readonly bytes: number
  readonly validitySize: number
  readonly validityUnit: ValidityUnit
  /** In milliseconds; null means no end. */
  readonly validity: number | null
  readonly active: boolean
  /** In cents, like the other prices. */
  readonly price: number
  readonly priceEur: number | null
  /** One price for each currency, USD first; empty if there is no retail price. */
  retail: readonly Price[]
  retailEdited: boolean
  /** The units left in stock, which are sold before credits are charged. */
  stock: number
}

const megabyte = 1024 * 1024
const unitBytes: Readonly<Record<SizeUnit, number>> = { MB: megabyte, GB: 1024 * megabyte, TB: 1024 * 1024 * megabyte }

function bytesOf(value: number, unit: SizeUnit): number {
  return value * unitBytes[unit]
}

type Step = readonly [size: number, unit: SizeUnit, validity: number, validityUnit: ValidityUnit, trait?: PackageTrait]

const country: readonly Step[] = [
  [1, 'GB', 7, 'days'],
  [3, 'GB', 30, 'days'],
  [5, 'GB', 30, 'days'],
  [10, 'GB', 30, 'days'],
  [20, 'GB', 30, 'days'],
]
const region: readonly Step[] = [[500, 'MB', 3, 'days'], ...country, [50, 'GB', 90, 'days']]
const specials: Readonly<Record<string, readonly Step[]>> = {
  WWW: [
    [50, 'MB', 1, 'days', 'tiny'],
    [10, 'MB', 365, 'days', 'test'],
    [5, 'GB', 0, 'days', 'unlimited'],
    [1, 'TB', 1, 'years', 'huge'],
    [25, 'GB', 2, 'years', 'years'],
    [5, 'GB', 3, 'years', 'years'],
    [30, 'GB', 30, 'days', 'daily'],
    [2, 'GB', 14, 'days', 'inactive'],
  ],
  EUROPE: [
    [50, 'MB', 1, 'days', 'tiny'],
    [10, 'MB', 365, 'days', 'test'],
    [10, 'GB', 0, 'days', 'unlimited'],
    [100, 'GB', 180, 'days'],
    [1, 'TB', 365, 'days', 'huge'],
    [10, 'GB', 3, 'years', 'years'],
    [14, 'GB', 14, 'days', 'daily'],
    [2, 'GB', 14, 'days', 'inactive'],
  ],
  NORTHAM: [
    [10, 'MB', 365, 'days', 'test'],
    [3, 'GB', 0, 'days', 'unlimited'],
    [5, 'GB', 3, 'years', 'years'],
  ],
  BALKANS: [[2, 'GB', 10, 'days', 'twin']],
  CARIB: [[2, 'GB', 10, 'days', 'twin']],
  TR: [
    [50, 'MB', 1, 'days', 'tiny'],
    [100, 'GB', 90, 'days'],
  ],
  US: [
    [100, 'GB', 90, 'days'],
    [10, 'MB', 365, 'days', 'test'],
  ],
  JP: [
    [500, 'MB', 1, 'days', 'tiny'],
    [50, 'GB', 60, 'days'],
  ],
}

function uuid(text: string): string {
  const hex = [1, 2, 3, 4].map((part) => mix(hashText(text), part).toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function validityText(step: Step): string {
  const [, , amount, unit, trait] = step
  if (trait === 'unlimited') return 'no end'
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

function packageName(set: CountrySet, step: Step): string {
  const [size, unit, , , trait] = step
  if (trait === 'test') return `Test ${set.name} ${size} ${unit} · ${validityText(step)}`
  if (trait === 'daily') return `${set.name} 1 GB a day · ${validityText(step)}`
  if (trait === 'twin') return `Island & Coast ${size} ${unit} · ${validityText(step)}`
  return `${set.name} ${size} ${unit} · ${validityText(step)}`
}

const euroRate = 0.92

function retailPrices(cents: number, inEuro: boolean): readonly Price[] {
  const usd: Price = { cents, currency: 'USD' }
  return inEuro ? [usd, { cents: Math.round(cents * euroRate), currency: 'EUR' }] : [usd]
}

/** Returns the retail prices with one of them changed or added; the other currency keeps its price. */
export function withRetailPrice(prices: readonly Price[], changed: Price): readonly Price[] {
  return [...prices.filter(({ currency }) => currency !== changed.currency), changed].sort(
    (left, right) => currencies.indexOf(left.currency) - currencies.indexOf(right.currency),
  )
}

function build(set: CountrySet, step: Step): Package {
  const [sizeValue, sizeUnit, validitySize, validityUnit, trait = 'standard'] = step
  const key = `${set.id} ${sizeValue} ${sizeUnit} ${validitySize} ${validityUnit} ${trait}`
  const hash = hashText(key)
  const bytes = bytesOf(sizeValue, sizeUnit)
  const price = trait === 'test' ? 0 : Math.max(35, Math.round(130 * set.cost * (bytes / unitBytes.GB) ** 0.82))
  const inEuro = hash % 4 === 0 && price > 0
  const retail =
    trait === 'test' || hash % 17 === 0
      ? null
      : Math.max(99, Math.ceil((price * (1.5 + (hash % 5) / 10)) / 50) * 50 - 1)
  const stocked = trait === 'standard' && hash % 23 === 0
  return {
    id: uuid(key),
    productId: uuid(`product ${key}`),
    set,
    trait,
    name: packageName(set, step),
    sizeValue,
    sizeUnit,
    bytes,
    validitySize,
    validityUnit,
    validity: trait === 'unlimited' ? null : validitySize * (validityUnit === 'days' ? day : year),
    active: trait !== 'inactive',
    price,
    priceEur: inEuro ? Math.round(price * euroRate) : null,
    retail: retail === null ? [] : retailPrices(retail, inEuro),
    retailEdited: hash % 9 === 0,
    stock: trait === 'test' ? 12 : stocked ? 5 + (hash % 40) : 0,
  }
}

export class Inventory {
  readonly packages: readonly Package[]
  readonly #byId: ReadonlyMap<string, Package>
  readonly #bySet = new Map<string, Map<PackageTrait, Package[]>>()

  constructor() {
    this.packages = countrySets.flatMap((set) =>
      [...(set.kind === 'country' ? country : region), ...(specials[set.id] ?? [])].map((step) => build(set, step)),
    )
    this.#byId = new Map(this.packages.map((one) => [one.id, one]))
    for (const one of this.packages) {
      const traits = this.#bySet.get(one.set.id) ?? new Map<PackageTrait, Package[]>()
      traits.set(one.trait, [...(traits.get(one.trait) ?? []), one])
      this.#bySet.set(one.set.id, traits)
    }
  }

  get(id: string): Package | undefined {
    return this.#byId.get(id)
  }

  of(setId: string, trait: PackageTrait): readonly Package[] {
    return this.#bySet.get(setId)?.get(trait) ?? []
  }

  setsWith(trait: PackageTrait): readonly CountrySet[] {
    return countrySets.filter((set) => this.of(set.id, trait).length > 0)
  }
}
