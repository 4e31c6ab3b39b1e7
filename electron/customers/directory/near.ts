/**
 * Likely corrections of a query that found nobody: e-mail addresses, because a letter or the domain was mistyped,
 * or ICCIDs, because a digit was misread. Addresses are found by the trigrams that wrong characters leave as they are
 * (`nearLookups.ts`), and each of them is compared. Of ICCIDs each number that a wrong digit allows is looked up.
 */
import type { UnderstoodQuery } from '#shared/model/search/identifier.ts'
import { misreadings } from '#shared/model/esim/iccid.ts'
import { isLongEnough, maxNearQueries, understandSearch } from '#shared/model/search/search.ts'
import { readCopy } from './copy.ts'
import { beginning } from './cursor.ts'
import { type FindContext, idsByBeginning, maxCandidates } from './findContext.ts'
import { type Lookup, nearLookups } from './nearLookups.ts'
import { nameOf } from './indexedNames.ts'
import { emailsOf } from './searchText.ts'
import { havingAll } from './trigrams.ts'
import { wrongCharacters } from './wrongCharacters.ts'

/** Shorter words resemble too many others, and longer ones are no names. */
const minLength = 5
const maxLength = 64
/** From this length on two characters may be wrong. */
const longLength = 8
/** A wrong letter of a word counts more than any difference of the domain. */
const wordWeight = 1000
/** How many rows all lookups of a query may read, as far as that is known beforehand. */
const maxRows = 30_000
/** How many rows one lookup finds, beginning with the customers who were added last. */
const maxFound = 100

/** What is compared with an address: words anywhere in it, or the parts before and after the @. */
interface Sought {
  readonly words: readonly string[]
  readonly domain: string | null
}

/** Returns the most similar addresses, the closest first, or the ICCIDs that differ by one digit. */
export function nearQueries(context: FindContext, text: string): string[] {
  const query = understandSearch(text)
  if (query.whole?.kind === 'iccid') return nearIccids(context, query.whole.value)
  const sought = soughtIn(query)
  if (sought === null) return []
  // Another domain, or one wrong character, is more probable than two.
  const few = candidates(context, sought, 1)
  const found = resembling(context, sought, [...otherDomains(context, sought), ...few.ids])
  return found.length > 0 || few.areAll ? found : resembling(context, sought, candidates(context, sought, 2).ids)
}

const nearIccids = ({ names }: FindContext, iccid: string): string[] =>
  misreadings(iccid)
    .filter((other) => names.equal([nameOf('number', other)], 1).length > 0)
    .slice(0, maxNearQueries)

/** A part of a number is never corrected: too many other numbers have one that resembles it. */
function soughtIn({ whole, text, words: several }: UnderstoodQuery): Sought | null {
  if (whole !== null && whole.kind !== 'email') return null
  const [local = '', domain = null] = several.length > 0 ? [''] : text.split('@')
  if (domain !== null) return local !== '' && local.length <= maxLength ? { words: [local], domain } : null
  const words = several.length > 0 ? several : [local]
  const areNames = words.every((word) => isLongEnough(word) && word.length <= maxLength && /\p{L}/u.test(word))
  return areNames && words.some((word) => word.length >= minLength) ? { words, domain } : null
}

/** Returns the customers with this part before the @, beginning with those whose domain begins in the same way. */
function otherDomains(context: FindContext, { words: [local = ''], domain }: Sought): readonly number[] {
  if (domain === null) return []
  const ids = new Set<number>()
  for (const length of [Math.ceil(domain.length / 2), 1, 0]) {
    if (ids.size > maxCandidates) break
    for (const id of idsByBeginning(context, 'email', `${local}@${domain.slice(0, length)}`)) ids.add(id)
  }
  return [...ids]
}

interface Candidates {
  readonly ids: readonly number[]
  /** Nobody else matches all words if only one of them has wrong characters. */
  readonly areAll: boolean
}

/** Returns the customers who may have all words if this number of characters of one of them is wrong. */
function candidates({ texts, trigrams }: FindContext, { words }: Sought, wrong: number): Candidates {
  const ids = new Set<number>()
  const lookups: Lookup[] = []
  for (const [at, word] of words.entries()) {
    if (wrong > maxWrong(word)) continue
    const { common, others } = nearLookups(trigrams, word, words.toSpliced(at, 1).filter(isLongEnough), wrong)
    const found = common === null ? null : texts.find(havingAll(common.trigrams), maxFound)
    for (const id of found ?? []) ids.add(id)
    if (found === null || found.length === maxFound) lookups.push(...others)
  }
  let rows = 0
  for (const lookup of lookups.toSorted((one, other) => one.rows - other.rows)) {
    rows += lookup.rows
    if (rows > maxRows || ids.size >= maxCandidates) break
    for (const id of texts.find(havingAll(lookup.trigrams), maxFound)) ids.add(id)
  }
  return { ids: [...ids], areAll: lookups.length === 0 }
}

/** How many characters of a word may be wrong. */
const maxWrong = (word: string): number => (word.length < minLength ? 0 : word.length < longLength ? 1 : 2)

/** Returns the addresses of those customers who resemble what is sought, the closest and most recent first. */
function resembling(context: FindContext, sought: Sought, ids: readonly number[]): string[] {
  const near = [...context.order.positionsOf([...new Set(ids)], beginning)].flatMap((position) => {
    const { id } = position
    const searchText = context.order.textAt(position)
    const distances = searchText === undefined ? [] : emailsOf(searchText).map((email) => distanceOf(email, sought))
    const distance = Math.min(...distances)
    return Number.isFinite(distance) ? [{ id, distance }] : []
  })
  const addresses = new Set<string>()
  for (const { id } of near.toSorted((one, other) => one.distance - other.distance)) {
    const address = addressOf(context, id)
    if (address !== null) addresses.add(address)
    if (addresses.size === maxNearQueries) break
  }
  return [...addresses]
}

/** How far an address is from what was typed, or infinity if it does not resemble it. */
function distanceOf(email: string, { words, domain }: Sought): number {
  const [local = '', emailDomain = ''] = email.split('@')
  let distance = 0
  for (const word of words) {
    const wrong = wrongCharacters(word, domain === null ? email : local)
    if (wrong > maxWrong(word)) return Infinity
    distance += wrong * wordWeight
  }
  if (domain === null) return distance
  // Another domain may have other digits.
  const ofDomain = Math.min(wrongCharacters(domain, emailDomain), domain.length)
  return distance + ofDomain + local.length - (words[0] ?? '').length
}

function addressOf({ reads }: FindContext, id: number): string | null {
  const row = reads.entryOf.get(id)
  return row === undefined ? null : (readCopy(row.entry).customer.email ?? null)
}
