/**
 * Finds packages by typed words, sizes and names of countries. A size such as "3 GB" is one term that means exactly
 * that size. Words that are the names of countries and nothing else find the packages that cover them all; every other
 * word is found anywhere in the name and in the names of countries.
 */
import type { InventoryRow } from '#shared/model/views.ts'
import { rowCovers } from '#shared/rules/coverage.ts'
import type { CountryChoice } from './countryIndex.ts'
import { foldName, foldText } from './foldText.ts'
import type { NamedPhrase } from './namedCountries.ts'

/** Returns the `searchableText` of a row. It is made once, because a key compares all rows. */
export type SearchText = (row: InventoryRow) => string

/** @param places the names of the row's country set and countries */
export const searchableText = (row: InventoryRow, places: string): string =>
  foldName(`${row.name} ${row.countrySet} ${places}`)

export interface PackageText {
  /** Without those that join names. */
  readonly words: readonly string[]
  /** The text without sizes, in which countries may be named. */
  readonly names: string
  /** In megabytes. */
  readonly sizes: readonly number[]
  /** The whole text, as names are compared with it. */
  readonly phrase: string
}

const megabytes: Readonly<Record<string, number>> = { kb: 1 / 1024, mb: 1, gb: 1024, tb: 1024 * 1024 }
const sizeForm = /(?<![\d.,])(\d{1,15}(?:[.,]\d{1,15})?)\s{0,9}([kmgt]b)(?!\p{L})/gu

const sizesIn = (folded: string): readonly number[] =>
  [...folded.matchAll(sizeForm)].map(
    ([, amount = '', unit = '']) => Number(amount.replace(',', '.')) * (megabytes[unit] ?? Number.NaN),
  )

/** "3GB" and "3 gb" are the same. */
const phraseOf = (folded: string): string =>
  folded.replace(sizeForm, (_, amount: string, unit: string) => `${amount} ${unit}`)

export function readPackageText(text: string): PackageText {
  const folded = foldName(text)
  return {
    words: folded
      .replace(sizeForm, ' ')
      .split(' ')
      .filter((word) => word !== '' && word !== '&'),
    names: foldText(text).replace(sizeForm, ' '),
    sizes: sizesIn(folded),
    phrase: phraseOf(folded),
  }
}

const hasSize = (row: InventoryRow, size: number): boolean =>
  row.sizeMb === size || sizesIn(foldName(row.name)).includes(size)

/**
 * Whether a package has the sizes, and the words or the countries of a text. Of a country's name it needs all words
 * beside one another: "costa rica" is not found in "Africa" and "Costa de Marfil".
 *
 * @param phrases the names of countries, if the words are nothing else
 */
export function matchesText(
  row: InventoryRow,
  { words, sizes }: PackageText,
  searchTextOf: SearchText,
  phrases: readonly NamedPhrase<CountryChoice>[],
): boolean {
  if (!sizes.every((size) => hasSize(row, size))) return false
  if (words.length === 0) return true
  const text = searchTextOf(row)
  if (phrases.length === 0) return words.every((word) => text.includes(word))
  return phrases.every(
    (phrase) => text.includes(phrase.text) || (phrase.country !== null && rowCovers(row, phrase.country.code)),
  )
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/**
 * How close a matching package is to the text. 0 is the closest, 5 is a text that begins words of the name or of the
 * country set, and 6 is one that is inside a word, or that only the names of the countries match.
 */
function distance(row: InventoryRow, { words, phrase }: PackageText): number {
  const name = phraseOf(foldName(row.name))
  if (name === phrase) return 0
  if (name.startsWith(`${phrase} `)) return 1
  if (` ${name} `.includes(` ${phrase} `)) return 2
  const ofName = new Set(wordsOf(name))
  if (words.every((word) => ofName.has(word))) return 3
  const ofBoth = new Set([...ofName, ...wordsOf(foldName(row.countrySet))])
  if (words.every((word) => ofBoth.has(word))) return 4
  return words.every((word) => [...ofBoth].some((each) => each.startsWith(word))) ? 5 : 6
}

/** The number of countries in which a package works. A set whose countries are not listed may have any number. */
const breadth = ({ coverage, countries }: InventoryRow): number =>
  coverage === 'country' ? 1 : countries.length || Number.MAX_SAFE_INTEGER

const coversAll = (row: InventoryRow, countries: readonly string[]): boolean =>
  countries.length > 0 && countries.every((country) => rowCovers(row, country))

/** The ISO2 codes of countries that matter to the order of packages. */
export interface MeantCountries {
  /** They are chosen, or the text has their whole names or codes. */
  readonly named: readonly string[]
  /** The text only begins a word of their names. */
  readonly begun: readonly string[]
}

/** Smaller ranks come first. The first number that differs decides. */
type Rank = readonly [number, number, number, number]

function rankOf(row: InventoryRow, text: PackageText, { named, begun }: MeantCountries): Rank {
  const far = distance(row, text)
  if (far === 0) return [0, 0, 0, 0]
  if (coversAll(row, named)) return [1, breadth(row), far, 0]
  // Whoever types "georgia" may also mean the package "Georgia US 3 GB".
  if (named.length > 0 && far === 1) return [1, 1, far, 0]
  if (far < 5) return [2, far, 0, 0]
  return [2, coversAll(row, begun) ? 5 : far, breadth(row), far]
}

/**
 * The closest first, and rows that are equally close keep their order. Where countries are named, packages that work in
 * all of them come first, from one country to many, but after one whose name is the text. A text that is no whole word
 * of a name or of a country set finds those of fewer countries first as well.
 */
export const closestFirst = (
  rows: readonly InventoryRow[],
  text: PackageText,
  meant: MeantCountries,
): readonly InventoryRow[] =>
  rows
    .map((row) => ({ row, rank: rankOf(row, text, meant) }))
    .toSorted(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3])
    .map(({ row }) => row)
