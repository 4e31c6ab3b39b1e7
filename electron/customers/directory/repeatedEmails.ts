/**
 * Remembers of all e-mail addresses of a directory whether an address may have been added for more than one customer.
 * Otherwise the index of names would be searched for the address of each row of a page, and in a first sync each of its
 * many runs. An address is a bit of a table, so that some are taken for repeated ones, and none is taken for a single
 * one.
 */
import { type Name, nameFields } from '#shared/model/indexedNames.ts'

export interface RepeatedEmails {
  /** Must be called once for each customer of a name. Names that are no e-mail addresses are ignored. */
  readonly add: (name: Name) => void
  readonly mayBeRepeated: (name: Name) => boolean
}

/** A megabyte. Of a million customers one in nine is looked up for nothing. */
const tableBits = 2 ** 23
const mark = String(nameFields.email)

export function createRepeatedEmails(): RepeatedEmails {
  const added = new Uint8Array(tableBits / 8)
  const repeated = new Uint8Array(tableBits / 8)
  return {
    add(name) {
      if (!name.startsWith(mark)) return
      const bit = bitOf(name)
      if (has(added, bit)) set(repeated, bit)
      else set(added, bit)
    },
    mayBeRepeated: (name) => has(repeated, bitOf(name)),
  }
}

const has = (bits: Uint8Array, bit: number): boolean => ((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0
const set = (bits: Uint8Array, bit: number): void => void (bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7)))

/** The hash function is FNV-1a over UTF-16 codes, whose upper bits are mixed into the lower ones. */
function bitOf(name: Name): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (tableBits - 1)
}
