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

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{N}]+/u))

/** How close a matching package is to the text: 0 is the closest. */
function distance(row: InventoryRow, { words, phrase }: PackageText): number {
  const name = phraseOf(foldText(row.name))
  if (name === phrase) return 0
  if (name.startsWith(`${phrase} `)) return 1
  if (` ${name} `.includes(` ${phrase} `)) return 2
  const ofName = wordsOf(name)
  if (words.every((word) => ofName.has(word))) return 3
  const ofSet = wordsOf(foldText(row.countrySet))
  return words.every((word) => ofName.has(word) || ofSet.has(word)) ? 4 : 5
}

/** The closest first. Rows that are equally close keep their order. */
export function closestFirst(rows: readonly InventoryRow[], text: PackageText): readonly InventoryRow[] {
  if (text.phrase === '') return rows
  return rows
    .map((row) => ({ row, distance: distance(row, text) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ row }) => row)
}
