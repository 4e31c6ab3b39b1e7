/** What the search text of a customer has to have for a match, by the same rules as `shared/model/search/search.ts`. */
import { compact, type UnderstoodQuery } from '#shared/model/search/identifier.ts'
import { columns, marks, type SearchText } from './indexedNames.ts'
import {
  isLongEnough,
  minLastDigits,
  partSeparators,
  type MatchTier,
  type SearchName,
} from '#shared/model/search/search.ts'

type Column = keyof SearchText

const fields: readonly SearchName['field'][] = ['email', 'metatag', 'customerUid', 'itemUid', 'iccid', 'imsi']

/** Returns the e-mail addresses in the form in which they are compared. */
export const emailsOf = ({ words }: SearchText): readonly string[] =>
  words.split('\n').flatMap((line) => (line.startsWith(marks.email) ? [line.slice(marks.email.length)] : []))

export interface Needle {
  readonly column: Column
  readonly text: string
}

/** Texts of which at least one has to occur in the search text of a customer. */
export type Clause = readonly Needle[]

/**
 * Returns the clauses that hold for a customer who matches in this tier (or, for prefixes, in a better tier). Without
 * any, nobody matches in it.
 */
export function clausesFor(tier: MatchTier, query: UnderstoodQuery): readonly Clause[] {
  if (tier === 'words') return query.words.map(wordClause)
  const clause = clauseFor(tier, query)
  return clause.length === 0 ? [] : [clause]
}

function clauseFor(tier: Exclude<MatchTier, 'words'>, query: UnderstoodQuery): Clause {
  if (tier === 'suffix') return lastDigits(query.compact)
  if (tier === 'substring') return isLongEnough(query.text) ? [{ column: 'words', text: query.text }] : []
  return beginnings(query.text, query.compact, tier === 'exact' ? '\n' : '')
}

const lastDigits = (digits: string): Clause =>
  digits.length >= minLastDigits ? [{ column: 'numbers', text: `${digits}\n` }] : []

function beginnings(text: string, digits: string, end: string): Clause {
  return fields.flatMap((field) => {
    const column = columns[field]
    const needle = column === 'numbers' ? digits : text
    return needle === '' ? [] : [{ column, text: `${marks[field]}${needle}${end}` }]
  })
}

function wordClause(word: string): Clause {
  if (!isLongEnough(word)) return beginningsOfWord(word).map((text) => ({ column: 'words', text }))
  const digits = compact(word)
  return [{ column: 'words', text: word }, ...beginnings(word, digits, ''), ...lastDigits(digits)]
}

/** Returns the short word after each character behind which it may begin an address, a reference or a part of one. */
export const beginningsOfWord = (word: string): readonly string[] =>
  [marks.email, marks.metatag, ...partSeparators].map((before) => before + word)

const hasOneOf = (searchText: SearchText, clause: Clause): boolean =>
  clause.some(({ column, text }) => searchText[column].includes(text))

export const holdsAll = (searchText: SearchText, clauses: readonly Clause[]): boolean =>
  clauses.length > 0 && clauses.every((clause) => hasOneOf(searchText, clause))
