/**
 * Finds a query in the values that identify a customer and ranks the match: exact, at the beginning, last digits,
 * anywhere, and at last each word of the query for itself. The index of the directory finds candidates by the same
 * rules.
 */
import type { WireCustomerEntry } from '../../wire/customer.ts'
import { withAsciiDigits } from './digits.ts'
import { foldForSearch, originalSpan } from './folding.ts'
import { compact, display, fold, understandQuery, type UnderstoodQuery } from './identifier.ts'
import type { CustomerRow, MatchField } from '../customer/views.ts'

export const matchTiers = ['exact', 'prefix', 'suffix', 'substring', 'words'] as const
export type MatchTier = (typeof matchTiers)[number]

export interface SearchName {
  readonly field: Exclude<MatchField, 'activationCode'>
  /** As the service sent it. */
  readonly value: string
}

/** ICCIDs and IMSIs are compared without separators and also by their last digits. */
export const isNumberField = (field: SearchName['field']): boolean => field === 'iccid' || field === 'imsi'
/** Fields that are also searched in their middle. */
const isTextField = (field: SearchName['field']): boolean => field === 'email' || field === 'metatag'

/** Fewer last digits are not specific enough. */
export const minLastDigits = 4

/** How many addresses or ICCIDs are offered if no customer was found. */
export const maxNearQueries = 3

/** One or two characters match only at a beginning: anywhere they would match almost everybody. */
export const isLongEnough = (text: string): boolean => text.length >= 3 && Array.from(text).length >= 3

/** What comes before a part of an address or of a reference at which a short word may begin. */
export const partSeparators = [' ', '.', '-', '_', '+', '@', '/', '#', ':', ','] as const

/** All values by which a customer is found, the most specific first. Empty values are omitted. */
export function namesOf(entry: WireCustomerEntry): readonly SearchName[] {
  const { customer, relatedEsims, activatedItems, unreadableParts = [] } = entry
  const names: SearchName[] = []
  const add = (field: SearchName['field'], value: string | null | undefined): void => {
    if (value) names.push({ field, value })
  }
  for (const { iccid } of relatedEsims) add('iccid', iccid)
  add('email', customer.email)
  add('customerUid', customer.uid)
  for (const { imsi } of relatedEsims) add('imsi', imsi)
  for (const { uid } of activatedItems) add('itemUid', uid)
  for (const { metatag } of activatedItems) add('metatag', metatag)
  for (const part of unreadableParts) {
    add('iccid', part.iccid)
    add('imsi', part.imsi)
    if (part.part === 'package') add('itemUid', part.uid)
    add('metatag', part.metatag)
  }
  return names
}

/** The form in which two addresses are the same mailbox: accents count, unlike in the search. Empty without one. */
export const mailboxOf = ({ customer }: WireCustomerEntry): string => fold(customer.email ?? '').trim()

/** The form in which a value is compared. */
export const comparable = ({ field, value }: SearchName): string =>
  isNumberField(field) ? compact(withAsciiDigits(value)) : foldForSearch(value).trim()

/** Interprets a query of the search field. Its text is folded as the values are with which it is compared. */
export function understandSearch(query: string): UnderstoodQuery {
  const understood = understandQuery(withAsciiDigits(query))
  const words = [...new Set(understood.words.map(foldForSearch))].filter((word) => word.trim() !== '')
  // Words of two characters in all would be compared with everybody.
  return { ...understood, text: foldForSearch(understood.text), words: isLongEnough(words.join('')) ? words : [] }
}

/** The form in which the query is compared with this field. An empty text means that the field is not compared. */
const needleFor = (field: SearchName['field'], query: UnderstoodQuery): string =>
  isNumberField(field) ? query.compact : query.text

/** @param value the name in the form in which it is compared */
function tierOf(name: SearchName, query: UnderstoodQuery, value: string): MatchTier | null {
  const needle = needleFor(name.field, query)
  if (needle === '') return null
  if (value === needle) return 'exact'
  if (value.startsWith(needle)) return 'prefix'
  if (isNumberField(name.field)) return needle.length >= minLastDigits && value.endsWith(needle) ? 'suffix' : null
  return isTextField(name.field) && value.includes(needle) ? 'substring' : null
}

/**
 * Returns whether the query names the customer with these names. They may differ by case from a whole e-mail address or
 * uid, but not by an accent as in the search: two addresses that differ by one are two mailboxes.
 */
export function isNamedBy(names: readonly SearchName[], query: UnderstoodQuery): boolean {
  const { whole } = query
  return names.some((name) => {
    if (tierOf(name, query, comparable(name)) !== 'exact') return false
    const isAccentKept = !isNumberField(name.field) && (whole?.kind === 'email' || whole?.kind === 'uid')
    return !isAccentKept || fold(name.value).trim() === whole.value
  })
}

/** The part [start, end) of the form in which a value is compared. */
type Part = { readonly name: SearchName; readonly start: number; readonly end: number }

/** Where one word of a query of several is in this value. */
function partOfWord(name: SearchName, word: string): Part | null {
  // The first two characters of an identifier identify no customer.
  if (!isLongEnough(word) && !isTextField(name.field)) return null
  const value = comparable(name)
  const partAt = (start: number, { length }: string): Part => ({ name, start, end: start + length })
  if (isNumberField(name.field)) {
    const digits = compact(word)
    if (digits === '') return null
    if (value.startsWith(digits)) return partAt(0, digits)
    const isLast = digits.length >= minLastDigits && value.endsWith(digits)
    return isLast ? partAt(value.length - digits.length, digits) : null
  }
  if (value.startsWith(word)) return partAt(0, word)
  if (!isTextField(name.field)) return null
  const starts = isLongEnough(word)
    ? [value.indexOf(word)]
    : partSeparators.map((separator) => value.indexOf(separator + word) + 1 || -1)
  const start = Math.min(...starts.filter((at) => at !== -1))
  return Number.isFinite(start) ? partAt(start, word) : null
}

/** Where each word is, if all of them are somewhere: in the e-mail address if it is there, which is always shown. */
function partsOfWords(names: readonly SearchName[], { words }: UnderstoodQuery): readonly Part[] {
  const inOrder = names.toSorted((one, other) => Number(other.field === 'email') - Number(one.field === 'email'))
  const parts: Part[] = []
  for (const word of words) {
    let part: Part | null = null
    for (const name of inOrder) part ??= partOfWord(name, word)
    if (part === null) return []
    parts.push(part)
  }
  return parts
}

type RowMatch = NonNullable<CustomerRow['match']>

interface RankedMatch {
  readonly tier: MatchTier
  readonly match: RowMatch
}

/** The best match of the query, or `null` if there is none. */
export function findMatch(names: readonly SearchName[], query: UnderstoodQuery): RankedMatch | null {
  let best: { readonly name: SearchName; readonly tier: MatchTier; readonly value: string } | null = null
  for (const name of names) {
    const value = comparable(name)
    const tier = tierOf(name, query, value)
    if (tier !== null && (best === null || matchTiers.indexOf(tier) < matchTiers.indexOf(best.tier)))
      best = { name, tier, value }
  }
  if (best !== null) return { tier: best.tier, match: locatePart(partOf(best.name, best.tier, query, best.value)) }
  const [first, ...others] = partsOfWords(names, query).map(locatePart)
  if (first === undefined) return null
  return { tier: 'words', match: others.length === 0 ? first : { ...first, others } }
}

function partOf(name: SearchName, tier: MatchTier, query: UnderstoodQuery, value: string): Part {
  const { length } = needleFor(name.field, query)
  const start = tier === 'suffix' ? value.length - length : value.indexOf(needleFor(name.field, query))
  return { name, start, end: start + length }
}

/** Returns where a part is in the value as it is shown. */
function locatePart({ name, start: from, end }: Part): RowMatch {
  const { field } = name
  const value = display(name.value)
  if (!isNumberField(field)) {
    const folded = foldForSearch(value)
    const before = folded.length - folded.trimStart().length
    return { field, value, ...originalSpan(value, { start: from + before, end: end + before }) }
  }
  if (compact(value) === value) return { field, value, start: from, end }
  const positions = positionsOfDigits(value)
  const start = positions[from] ?? 0
  return { field, value, start, end: (positions[end - 1] ?? start) + 1 }
}

/** The position in the value of each character that `compact` keeps. */
function positionsOfDigits(value: string): readonly number[] {
  return Array.from({ length: value.length }, (_, at) => at).filter((at) => compact(value.charAt(at)) !== '')
}
