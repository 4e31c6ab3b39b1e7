/**
 * What the directory stores and indexes of a customer. It is prepared by the thread that parses the list, because the
 * one that writes the directory has more to do.
 */
import * as z from 'zod'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { copyOf } from './customerCopy.ts'
import {
  callSigns,
  listFacts,
  timelessFilters,
  type CallSigns,
  type ListFacts,
  type TimelessFilter,
} from '#shared/model/customer/customerList.ts'
import { findActivationCode, matchingIdIn } from '#shared/model/search/identifier.ts'
import { indexedNames, type Name, searchTextOf, type SearchText } from './indexedNames.ts'
import { comparable, namesOf, type SearchName } from '#shared/model/search/search.ts'
import { countUnreadable, unreadableOf, type UnreadableCounts } from '#shared/model/customer/unreadableParts.ts'

/** What is indexed of the names of a customer. */
export interface PreparedNames {
  readonly names: readonly Name[]
  readonly searchText: SearchText
  /** The e-mail address in the form by which the list is sorted. */
  readonly email: string | null
}

export interface PreparedCustomer extends PreparedNames {
  readonly uid: string
  /** JSON without activation codes and links. */
  readonly copy: string
  /** Hashes of the activation codes, and of their matching ids alone. */
  readonly codes: readonly string[]
  readonly facts: ListFacts
  readonly unreadable: Omit<UnreadableCounts, 'customers'>
}

/** @param hashOf returns the hash of an activation code */
export function prepareCustomer(received: WireCustomerEntry, hashOf: (code: string) => string): PreparedCustomer {
  const { text, entry } = copyOf(received)
  const codes = codeHashes(received, hashOf)
  return {
    uid: received.customer.uid,
    copy: text,
    codes,
    ...prepareNames(entry, codes),
    facts: listFacts(entry),
    unreadable: countUnreadable(unreadableOf(entry)),
  }
}

/** @param codes hashes of the activation codes */
export function prepareNames(entry: WireCustomerEntry, codes: readonly string[]): PreparedNames {
  const compared = namesOf(entry).map((name): SearchName => ({ field: name.field, value: comparable(name) }))
  return {
    names: indexedNames(compared, codes),
    searchText: searchTextOf(compared),
    email: compared.find(({ field, value }) => field === 'email' && value !== '')?.value ?? null,
  }
}

/** Returns the hashes without duplicates. */
function codeHashes({ relatedEsims }: WireCustomerEntry, hashOf: (code: string) => string): readonly string[] {
  const codes = relatedEsims.flatMap(
    (esim) => findActivationCode(esim.activationCode ?? '') ?? findActivationCode(esim.appleUniversalLink ?? '') ?? [],
  )
  const matchingIds = codes.flatMap((code) => matchingIdIn(code.split('$')[2] ?? '') ?? [])
  return [...new Set([...codes, ...matchingIds].map(hashOf))]
}

/** All but the copy. */
type PreparedHead = Omit<PreparedCustomer, 'copy'>

/** The indexed texts hold no control characters but their own marks. */
const betweenParts = '\0'
const betweenItems = '\n'

/** What is no text of its own. */
type Rest = readonly [
  uid: string,
  email: string | null,
  lastSeen: number | null,
  soldAt: number | null,
  /** A digit for each of the `timelessFilters`, in their order. */
  flags: string,
  packages: number,
  esims: number,
  fields: number,
  emptyUntil: number | null,
  /** A digit for each of the `callSigns`, in their order. */
  signs: string,
  /** As many ends as there are, and one more amounts of what is left. */
  ...endsAndAmounts: readonly (number | null)[],
]

/** All but the copy as one text for another thread of the desk, which takes a third of the time of JSON. */
export function headOf({ uid, email, names, searchText, codes, facts, unreadable }: PreparedHead): string {
  const { lastSeen, soldAt, flags, instants, signs, kinds } = facts
  const { packages, esims, fields } = unreadable
  const { emptyUntil, ends, remainingMb } = instants
  const counts = [packages, esims, fields] as const
  const rest: Rest = [
    uid,
    email,
    lastSeen,
    soldAt,
    timelessFilters.map((filter) => Number(flags[filter])).join(''),
    ...counts,
    emptyUntil,
    callSigns.map((sign) => Number(signs[sign])).join(''),
    ...ends,
    ...remainingMb,
  ]
  const texts = [searchText.words, searchText.uids, searchText.numbers]
  const lists = [names.join(betweenItems), codes.join(betweenItems), kindsIn(kinds)]
  return [...texts, ...lists, JSON.stringify(rest)].join(betweenParts)
}

/** Divides what `Rest` ends with. */
export function endsAndAmounts(values: readonly unknown[]): readonly [number[], (number | null)[]] {
  const count = Math.max(0, (values.length - 1) / 2)
  const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null)
  return [values.slice(0, count).map(Number), values.slice(count).map(amount)]
}

const Rest = z.custom<Rest>(Array.isArray)
/** The position of the first end. */
const firstEnd = 10

const itemsIn = (text: string): readonly string[] => (text === '' ? [] : text.split(betweenItems))

/** A kind may be an empty text, so each one ends with a mark. JSON has no raw end of a line in a text. */
const kindsIn = (kinds: readonly string[]): string => kinds.map((kind) => kind + betweenItems).join('')
const readKinds = (text: string): readonly string[] => text.split(betweenItems).slice(0, -1)

const readFlags = (digits: string): ListFacts['flags'] =>
  // The compiler loses the keys of a list.
  Object.fromEntries(timelessFilters.map((filter, index) => [filter, digits[index] === '1'])) as Record<
    TimelessFilter,
    boolean
  >

const readSigns = (digits: string): CallSigns =>
  // The compiler loses the keys of a list.
  Object.fromEntries(callSigns.map((sign, index) => [sign, digits[index] === '1'])) as unknown as CallSigns

/** Reads what `headOf` has written. */
export function readHead(text: string): PreparedHead {
  const [words = '', uids = '', numbers = '', names = '', codes = '', kinds = '', json = ''] = text.split(betweenParts)
  const rest = Rest.parse(JSON.parse(json))
  const [ends, remainingMb] = endsAndAmounts(rest.slice(firstEnd))
  return {
    uid: rest[0],
    email: rest[1],
    codes: itemsIn(codes),
    names: itemsIn(names),
    searchText: { words, uids, numbers },
    facts: {
      lastSeen: rest[2],
      soldAt: rest[3],
      flags: readFlags(rest[4]),
      instants: { emptyUntil: rest[8], ends, remainingMb },
      signs: readSigns(rest[9]),
      kinds: readKinds(kinds),
    },
    unreadable: { packages: rest[5], esims: rest[6], fields: rest[7] },
  }
}
