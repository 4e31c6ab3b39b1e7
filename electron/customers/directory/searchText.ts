/**
 * All names of one customer as three texts of marked lines, so that looking through many customers is looking for a
 * few characters: in SQL (`instr`) and here, by the same rules as `shared/model/search.ts`.
 */
import type { UnderstoodQuery } from '#shared/model/identifier.ts'
import { comparable, minLastDigits, type MatchTier, type SearchName } from '#shared/model/search.ts'

export interface Haystack {
  readonly words: string
  readonly uids: string
  readonly numbers: string
}

type Column = keyof Haystack

/** A line begins with its field's mark and ends with a line feed; folded texts hold no control characters. */
const marks: Readonly<Record<SearchName['field'], string>> = {
  email: '\u0001',
  metatag: '\u0002',
  customerUid: '\u0003',
  itemUid: '\u0004',
  iccid: '\u0005',
  imsi: '\u0006',
}
const columns: Readonly<Record<SearchName['field'], Column>> = {
  email: 'words',
  metatag: 'words',
  customerUid: 'uids',
  itemUid: 'uids',
  iccid: 'numbers',
  imsi: 'numbers',
}
const fields: readonly SearchName['field'][] = ['email', 'metatag', 'customerUid', 'itemUid', 'iccid', 'imsi']

export function haystackOf(names: readonly SearchName[]): Haystack {
  const searchText = { words: '', uids: '', numbers: '' }
  for (const name of names) searchText[columns[name.field]] += `${marks[name.field]}${comparable(name)}\n`
  return searchText
}

export interface Needle {
  readonly column: Column
  readonly text: string
}

/** What stands in the haystack of a customer who matches in this tier (or, for beginnings, in a better one). */
export function strawsFor(tier: MatchTier, query: UnderstoodQuery): readonly Needle[] {
  if (tier === 'suffix')
    return query.compact.length >= minLastDigits ? [{ column: 'numbers', text: `${query.compact}\n` }] : []
  if (tier === 'substring') return isLongEnough(query.text) ? [{ column: 'words', text: query.text }] : []
  const end = tier === 'exact' ? '\n' : ''
  return fields.flatMap((field) => {
    const column = columns[field]
    const needle = column === 'numbers' ? query.compact : query.text
    return needle === '' ? [] : [{ column, text: `${marks[field]}${needle}${end}` }]
  })
}

/** One or two characters are found at the beginning only: in their middle they are everywhere. */
export const isLongEnough = (text: string): boolean => text.length >= 3 && Array.from(text).length >= 3

export const holds = (searchText: Haystack, straws: readonly Needle[]): boolean =>
  straws.some(({ column, text }) => searchText[column].includes(text))
