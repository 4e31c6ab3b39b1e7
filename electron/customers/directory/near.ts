/**
 * The e-mail addresses that resemble a query that found nobody, because a letter or the domain was mistyped. One or two
 * wrong characters leave a half of a word as it is, so each half is looked up and what it finds is compared.
 */
import type { UnderstoodQuery } from '#shared/model/identifier.ts'
import { isLongEnough, maxNearAddresses, understandSearch } from '#shared/model/search.ts'
import { readCopy } from './copy.ts'
import { type FindContext, idsByName, maxCandidates } from './findContext.ts'
import { emailsOf } from './searchText.ts'
import { sorted } from './tierPage.ts'

/** Shorter words resemble too many others, and longer ones are no names. */
const minLength = 5
const maxLength = 64
/** From this length on two characters may be wrong. */
const longLength = 8
/** A wrong letter of a word counts more than any difference of the domain. */
const wordWeight = 1000

/** What is compared with an address: words anywhere in it, or the parts before and after the @. */
interface Sought {
  readonly words: readonly string[]
  readonly domain: string | null
}

/** Returns the most similar addresses, the closest first. */
export function nearAddresses(context: FindContext, text: string): string[] {
  const sought = soughtIn(understandSearch(text))
  if (sought === null) return []
  const near = sorted(context, candidates(context, sought)).flatMap(({ id, soldAt }) => {
    const searchText = context.reads.searchTextAt.get(soldAt, id)
    const distances = searchText === undefined ? [] : emailsOf(searchText).map((email) => distanceOf(email, sought))
    const distance = Math.min(...distances)
    return Number.isFinite(distance) ? [{ id, distance }] : []
  })
  const addresses = new Set<string>()
  for (const { id } of near.toSorted((one, other) => one.distance - other.distance)) {
    const address = addressOf(context, id)
    if (address !== null) addresses.add(address)
    if (addresses.size === maxNearAddresses) break
  }
  return [...addresses]
}

/** Words of digits alone are never corrected: those of another eSIM are those of another person. */
function soughtIn({ whole, text, words: several }: UnderstoodQuery): Sought | null {
  if (whole !== null && whole.kind !== 'email') return null
  const [local = '', domain = null] = several.length > 0 ? [''] : text.split('@')
  const words = several.length > 0 ? several : [local]
  const areNames = words.every((word) => isLongEnough(word) && word.length <= maxLength && /\p{L}/u.test(word))
  return areNames && words.some((word) => word.length >= minLength) ? { words, domain } : null
}

function candidates(context: FindContext, { words, domain }: Sought): ReadonlySet<number> {
  const { reads, trigrams } = context
  const ids = new Set<number>(domain === null ? [] : idsByName(context, 'email', 'prefix', `${words[0] ?? ''}@`))
  for (const [at, word] of words.entries()) {
    const others = words.filter((_, other) => other !== at)
    for (const half of halvesOf(word)) {
      if (ids.size > maxCandidates) return ids
      for (const id of reads.words.all(trigrams.matching([half, ...others]), maxCandidates)) ids.add(id)
    }
  }
  return ids
}

function halvesOf(word: string): readonly string[] {
  if (word.length < minLength) return []
  const middle = Math.ceil(word.length / 2)
  return [word.slice(0, middle), word.slice(-middle)].filter(isLongEnough)
}

/** How far an address is from what was typed, or infinity if it does not resemble it. */
function distanceOf(email: string, { words, domain }: Sought): number {
  const [local = '', emailDomain = ''] = email.split('@')
  let distance = 0
  for (const word of words) {
    const wrong = wrongCharacters(word, domain === null ? email : local)
    if (wrong > (word.length < minLength ? 0 : word.length < longLength ? 1 : 2)) return Infinity
    distance += wrong * wordWeight
  }
  return domain === null
    ? distance
    : distance + wrongCharacters(domain, emailDomain) + local.length - (words[0] ?? '').length
}

/**
 * Returns the number of characters that are wrong, missing, too many or swapped with the next one in the part of a text
 * that resembles the word most.
 */
function wrongCharacters(word: string, text: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: text.length + 1 }, () => 0)
  for (let at = 1; at <= word.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= text.length; to += 1) {
      const isSame = word[at - 1] === text[to - 1]
      const isSwapped = at > 1 && to > 1 && word[at - 1] === text[to - 2] && word[at - 2] === text[to - 1]
      row.push(
        Math.min(
          (last[to - 1] ?? 0) + (isSame ? 0 : 1),
          (last[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + 1,
          isSwapped ? (beforeLast[to - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return Math.min(...last)
}

function addressOf({ reads }: FindContext, id: number): string | null {
  const row = reads.entryOf.get(id)
  return row === undefined ? null : (readCopy(row.entry).customer.email ?? null)
}
