/**
 * What the directory stores and indexes of a customer. It is prepared by the thread that parses the list, because the
 * one that writes the directory has more to do; both exchange it as text, which takes less time than objects.
 */
import * as z from 'zod'
import type { WireCustomerEntry } from '../wire/customer.ts'
import { copyOf } from './customerCopy.ts'
import { listFacts, type ListFacts } from './customerList.ts'
import { findActivationCode } from './identifier.ts'
import { comparable, namesOf, type SearchName } from './search.ts'
import { countUnreadable, type UnreadableCounts } from './unreadableParts.ts'

export interface PreparedCustomer {
  readonly uid: string
  /** JSON without activation codes and links. */
  readonly copy: string
  /** Hashes of the activation codes. */
  readonly codes: readonly string[]
  /** In the form in which they are compared. */
  readonly names: readonly SearchName[]
  readonly facts: ListFacts
  readonly unreadable: Omit<UnreadableCounts, 'customers'>
}

/** @param hashOf returns the hash of an activation code */
export function prepareCustomer(received: WireCustomerEntry, hashOf: (code: string) => string): PreparedCustomer {
  const { text, entry } = copyOf(received)
  return {
    uid: received.customer.uid,
    copy: text,
    codes: codeHashes(received, hashOf),
    names: comparedNames(entry),
    facts: listFacts(entry),
    unreadable: countUnreadable(entry.unreadableParts ?? []),
  }
}

export const comparedNames = (entry: WireCustomerEntry): readonly SearchName[] =>
  namesOf(entry).map((name) => ({ field: name.field, value: comparable(name) }))

/** Returns the hashes without duplicates. */
function codeHashes({ relatedEsims }: WireCustomerEntry, hashOf: (code: string) => string): readonly string[] {
  const codes = relatedEsims.flatMap(
    (esim) => findActivationCode(esim.activationCode ?? '') ?? findActivationCode(esim.appleUniversalLink ?? '') ?? [],
  )
  return [...new Set(codes.map(hashOf))]
}

/** The copy follows in a line of its own, so that nobody has to parse it: JSON has no line feed in a text. */
export const writePrepared = ({ copy, ...indexed }: PreparedCustomer): string => `${JSON.stringify(indexed)}\n${copy}`

/** What is written above, by another thread of the desk. */
const Indexed = z.custom<Omit<PreparedCustomer, 'copy'>>((value) => typeof value === 'object' && value !== null)

export function readPrepared(text: string): PreparedCustomer {
  const end = text.indexOf('\n')
  return { ...Indexed.parse(JSON.parse(text.slice(0, end))), copy: text.slice(end + 1) }
}
