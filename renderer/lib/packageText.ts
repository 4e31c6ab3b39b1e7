/**
 * Finds packages by typed words, sizes and names of countries. A size such as "3 GB" is one term that means exactly
 * that size. Words that are the names of countries and nothing else find the packages that cover them all; every other
 * word is found anywhere in the name and in the names of countries.
 */
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { rowCovers } from '../rules/coverage.ts'
import type { CountryChoice } from './isoCountries.ts'
import { foldName, foldText } from './foldText.ts'
import type { NamedPhrase } from './namedCountries.ts'

/** Returns the `searchableText` of a row. It is made once, because a key compares all rows. */
export type SearchText = (row: InventoryRow) => string

/** @param places the names of the row's country set and countries */
export const searchableText = (row: InventoryRow, places: string): string =>
  foldName(`${row.name} ${row.countrySet} ${places}`)

interface PackageText {
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

/** A number that is no part of a longer one or of a decimal. Letters may follow, as in "5GB". */
const wholeNumber = (digits: string): RegExp => new RegExp(`(?<!\\d|\\d[.,])${digits}(?!\\d|[.,]\\d)`)

/**
 * Returns a test of whether a row has each number of the text as a whole one: "5" is in "5 GB" and not in "50 GB" or
 * "0.5 GB".
 */
export function wholeNumbersOf({ words }: PackageText, searchTextOf: SearchText): (row: InventoryRow) => boolean {
  const numbers = words.filter((word) => /^\d{1,15}$/.test(word)).map(wholeNumber)
  return (row) => numbers.every((number) => number.test(searchTextOf(row)))
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/** How far the name of a package is from the text, the closest first. */
const distances = {
  /** The name is the text. */
  same: 0,
  /** The name begins with the text. */
  start: 1,
  /** The text is in the name, with its words beside one another. */
  phrase: 2,
  words: 3,
  /** Its words are in the name and the country set. */
  wordsAndSet: 4,
  /** Its words begin words of the name and the country set. */
  beginnings: 5,
  /** It is inside a word, or only the names of the countries match. */
  elsewhere: 6,
} as const

function distanceOf(row: InventoryRow, { words, phrase }: PackageText): number {
  const name = phraseOf(foldName(row.name))
  if (name === phrase) return distances.same
  if (name.startsWith(`${phrase} `)) return distances.start
  if (` ${name} `.includes(` ${phrase} `)) return distances.phrase
  const ofName = new Set(wordsOf(name))
  if (words.every((word) => ofName.has(word))) return distances.words
  const ofBoth = new Set([...ofName, ...wordsOf(foldName(row.countrySet))])
  if (words.every((word) => ofBoth.has(word))) return distances.wordsAndSet
  const isBegun = words.every((word) => [...ofBoth].some((each) => each.startsWith(word)))
  return isBegun ? distances.beginnings : distances.elsewhere
}

/** The number of countries in which a package works. A set whose countries are not listed may have any number. */
const breadthOf = ({ coverage, countries }: InventoryRow): number =>
  coverage === 'country' ? 1 : countries.length || Number.MAX_SAFE_INTEGER

const coversAll = (row: InventoryRow, countries: readonly string[]): boolean =>
  countries.length > 0 && countries.every((country) => rowCovers(row, country))

/** The ISO2 codes of countries that matter to the order of packages. */
interface ResolvedCountries {
  /** They are chosen, or the text has their whole names or codes. */
  readonly named: readonly string[]
  /** The text has their whole names or codes, and the last one only begins a word of a name. */
  readonly begun: readonly string[]
}

/** What makes a package come before others. */
const groups = {
  /** Its name is the text. */
  same: 0,
  /** It covers all named countries. */
  named: 1,
  /** Its name or country set has the words of the text. */
  words: 2,
  /** These begin with the words, or it covers the country whose name begins so. */
  begun: 3,
  others: 4,
} as const

interface Rank {
  readonly group: number
  /** How many countries it covers, where that matters more than the distance. */
  readonly breadth: number
  readonly distance: number
}

function rankOf(row: InventoryRow, text: PackageText, { named, begun }: ResolvedCountries): Rank {
  const distance = distanceOf(row, text)
  if (distance === distances.same) return { group: groups.same, breadth: 0, distance }
  if (coversAll(row, named)) return { group: groups.named, breadth: breadthOf(row), distance }
  // The text "georgia" also matches the package "Georgia US 3 GB".
  if (named.length > 0 && distance === distances.start) return { group: groups.named, breadth: 1, distance }
  if (distance < distances.beginnings) return { group: groups.words, breadth: 0, distance }
  const isBegun = distance === distances.beginnings || coversAll(row, begun)
  return { group: isBegun ? groups.begun : groups.others, breadth: breadthOf(row), distance }
}

/**
 * The closest first, and rows that are equally close keep their order. Where countries are named, packages that work in
 * all of them come first, from one country to many, but after one whose name is the text. A text that is no whole word
 * of a name or of a country set finds those of fewer countries first as well.
 */
export const closestFirst = (
  rows: readonly InventoryRow[],
  text: PackageText,
  resolved: ResolvedCountries,
): readonly InventoryRow[] =>
  rows
    .map((row) => ({ row, rank: rankOf(row, text, resolved) }))
    .toSorted(({ rank: a }, { rank: b }) => a.group - b.group || a.breadth - b.breadth || a.distance - b.distance)
    .map(({ row }) => row)
