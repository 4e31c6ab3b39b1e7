/**
 * All names of one customer as three texts of marked lines, so that a scan over many customers only searches for a few
 * characters, in SQL (`instr`) and here, by the same rules as `shared/model/search.ts`.
 */
import type { UnderstoodQuery } from '#shared/model/identifier.ts'
import { minLastDigits, type MatchTier, type SearchName } from '#shared/model/search.ts'

export interface SearchText {
  readonly words: string
  readonly uids: string
  readonly numbers: string
}

type Column = keyof SearchText

/** A line begins with the mark of its field and ends with a line feed. Folded texts hold no control characters. */
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

/** @param compared names in the form in which they are compared */
export function searchTextOf(compared: readonly SearchName[]): SearchText {
  const searchText = { words: '', uids: '', numbers: '' }
  for (const { field, value } of compared) searchText[columns[field]] += `${marks[field]}${value}\n`
  return searchText
}

export interface Needle {
  readonly column: Column
  readonly text: string
}

/**
 * Returns the texts of which at least one occurs in the search text of a customer who matches in this tier (or, for
 * prefixes, in a better tier).
 */
export function needlesFor(tier: MatchTier, query: UnderstoodQuery): readonly Needle[] {
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

/** One or two characters match only as a prefix: as a substring they would match almost everybody. */
export const isLongEnough = (text: string): boolean => text.length >= 3 && Array.from(text).length >= 3

export const containsAny = (searchText: SearchText, needles: readonly Needle[]): boolean =>
  needles.some(({ column, text }) => searchText[column].includes(text))
