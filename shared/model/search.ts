/**
 * Finds a query in the values that identify a customer and ranks the match: exact, at the beginning, last digits,
 * anywhere. The index of the directory finds candidates by the same rules.
 */
import type { WireCustomerEntry } from '../wire/customer.ts'
import { withAsciiDigits } from './digits.ts'
import { foldForSearch, originalSpan } from './folding.ts'
import { compact, display, fold, understandQuery, type UnderstoodQuery } from './identifier.ts'
import type { CustomerRow, MatchField } from './views.ts'

export const matchTiers = ['exact', 'prefix', 'suffix', 'substring'] as const
export type MatchTier = (typeof matchTiers)[number]

export interface SearchName {
  readonly field: Exclude<MatchField, 'activationCode'>
  /** As the service sent it. */
  readonly value: string
}

/** ICCIDs and IMSIs are compared without separators and also by their last digits. */
export const isNumberField = (field: SearchName['field']): boolean => field === 'iccid' || field === 'imsi'
/** Fields that are also searched in their middle. */
export const isTextField = (field: SearchName['field']): boolean => field === 'email' || field === 'metatag'

/** Fewer last digits are not specific enough. */
export const minLastDigits = 4

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

/** The form in which a value is compared. */
export const comparable = ({ field, value }: SearchName): string =>
  isNumberField(field) ? compact(withAsciiDigits(value)) : foldForSearch(value).trim()

/** Interprets a query of the search field. Its text is folded as the values are with which it is compared. */
export function understandSearch(query: string): UnderstoodQuery {
  const understood = understandQuery(withAsciiDigits(query))
  return { ...understood, text: foldForSearch(understood.text) }
}

/** The form in which the query is compared with this field. An empty text means that the field is not compared. */
const needleFor = (field: SearchName['field'], query: UnderstoodQuery): string =>
  isNumberField(field) ? query.compact : query.text

function tierOf(name: SearchName, query: UnderstoodQuery): MatchTier | null {
  const needle = needleFor(name.field, query)
  const value = comparable(name)
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
    if (tierOf(name, query) !== 'exact') return false
    const isAccentKept = !isNumberField(name.field) && (whole?.kind === 'email' || whole?.kind === 'uid')
    return !isAccentKept || fold(name.value).trim() === whole.value
  })
}

export interface RankedMatch {
  readonly tier: MatchTier
  readonly match: NonNullable<CustomerRow['match']>
}

/** The best match of the query, or `null` if there is none. */
export function findMatch(names: readonly SearchName[], query: UnderstoodQuery): RankedMatch | null {
  let best: { readonly name: SearchName; readonly tier: MatchTier } | null = null
  for (const name of names) {
    const tier = tierOf(name, query)
    if (tier !== null && (best === null || matchTiers.indexOf(tier) < matchTiers.indexOf(best.tier)))
      best = { name, tier }
  }
  return best === null ? null : { tier: best.tier, match: locateMatch(best.name, best.tier, query) }
}

function locateMatch(name: SearchName, tier: MatchTier, query: UnderstoodQuery): RankedMatch['match'] {
  const { field } = name
  const value = display(name.value)
  const needle = needleFor(field, query)
  const from = tier === 'suffix' ? comparable(name).length - needle.length : comparable(name).indexOf(needle)
  if (!isNumberField(field)) {
    const folded = foldForSearch(value)
    const start = from + (folded.length - folded.trimStart().length)
    return { field, value, ...originalSpan(value, { start, end: start + needle.length }) }
  }
  const positions = positionsOfDigits(value)
  const start = positions[from] ?? 0
  return { field, value, start, end: (positions[from + needle.length - 1] ?? start) + 1 }
}

/** The position in the value of each character that `compact` keeps. */
function positionsOfDigits(value: string): readonly number[] {
  return Array.from({ length: value.length }, (_, at) => at).filter((at) => compact(value.charAt(at)) !== '')
}
