/**
 * Finds packages by typed words, sizes and names of countries. A size such as "3 GB" is one term that means exactly
 * that size; every other word is found anywhere in the name and in the names of countries.
 */
import type { InventoryRow } from '#shared/model/views.ts'
import { foldText } from './foldText.ts'

/** Returns the names of a row's country set and countries. */
export type SearchText = (row: InventoryRow) => string

export interface PackageText {
  readonly words: readonly string[]
  /** In megabytes. */
  readonly sizes: readonly number[]
  /** The whole text, as names are compared with it. */
  readonly phrase: string
}

const megabytes: Readonly<Record<string, number>> = { kb: 1 / 1024, mb: 1, gb: 1024, tb: 1024 * 1024 }
const sizeForm = /(?<![\d.,])(\d{1,15}(?:[.,]\d{1,15})?)\s{0,9}([kmgt]b)(?!\p{L})/gu

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ')

const sizesIn = (folded: string): readonly number[] =>
  [...folded.matchAll(sizeForm)].map(
    ([, amount = '', unit = '']) => Number(amount.replace(',', '.')) * (megabytes[unit] ?? Number.NaN),
  )

/** "3GB" and "3 gb" are the same. */
const phraseOf = (folded: string): string =>
  spaced(folded.replace(sizeForm, (_, amount: string, unit: string) => `${amount} ${unit}`))

export function readPackageText(text: string): PackageText {
  const folded = foldText(text)
  return {
    words: folded
      .replace(sizeForm, ' ')
      .split(/\s+/)
      .filter((word) => word !== ''),
    sizes: sizesIn(folded),
    phrase: phraseOf(folded),
  }
}

const hasSize = (row: InventoryRow, size: number): boolean =>
  row.sizeMb === size || sizesIn(foldText(row.name)).includes(size)

export function matchesText(row: InventoryRow, { words, sizes }: PackageText, searchTextOf: SearchText): boolean {
  if (!sizes.every((size) => hasSize(row, size))) return false
  if (words.length === 0) return true
  const text = foldText(`${row.name} ${row.countrySet} ${searchTextOf(row)}`)
  return words.every((word) => text.includes(word))
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/** How close a matching package is to the text: 0 is the closest, and 6 is one that only its countries match. */
function distance(row: InventoryRow, { words, phrase }: PackageText): number {
  const name = phraseOf(foldText(row.name))
  if (name === phrase) return 0
  if (name.startsWith(`${phrase} `)) return 1
  if (` ${name} `.includes(` ${phrase} `)) return 2
  const ofName = new Set(wordsOf(name))
  if (words.every((word) => ofName.has(word))) return 3
  const ofBoth = new Set([...ofName, ...wordsOf(foldText(row.countrySet))])
  if (words.every((word) => ofBoth.has(word))) return 4
  return words.every((word) => [...ofBoth].some((each) => each.startsWith(word))) ? 5 : 6
}

/** The number of countries in which a package works. A set whose countries are not listed may have any number. */
const breadth = ({ coverage, countries }: InventoryRow): number =>
  coverage === 'country' ? 1 : countries.length || Number.MAX_SAFE_INTEGER

/** The packages of one country first, then those of a few. Rows of equally many keep their order. */
export const narrowestFirst = (rows: readonly InventoryRow[]): readonly InventoryRow[] =>
  rows.toSorted((a, b) => breadth(a) - breadth(b))

/**
 * The closest first. Of those that match only by the beginning of a name, or by one of their countries, the narrowest
 * come first. All others that are equally close keep their order.
 */
export function closestFirst(rows: readonly InventoryRow[], text: PackageText): readonly InventoryRow[] {
  if (text.phrase === '') return rows
  return rows
    .map((row) => {
      const far = distance(row, text)
      return { row, distance: far, breadth: far < 5 ? 0 : breadth(row) }
    })
    .toSorted((a, b) => a.distance - b.distance || a.breadth - b.breadth)
    .map(({ row }) => row)
}
