/** Tells which customers of a page have an e-mail address that others have too. */
import { comparable, mailboxOf } from '#shared/model/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import { nameFields } from './schema.ts'

/** How many others are read for an address. */
const maxOthers = 5

export type SharesEmail = (id: number, entry: WireCustomerEntry) => boolean

/** Returns what prepares a page: within one, the others of an address are read once. */
export function prepareSharesEmail(db: Db): () => SharesEmail {
  const others = db.prepare<[number, string, number, number], { entry: string }>(
    `SELECT entry FROM customers
    WHERE id IN (SELECT id FROM names WHERE field = ? AND value = ? AND id <> ? LIMIT ?)`,
  )
  return () => {
    const known = new Map<string, boolean>()
    return (id, entry) => {
      const address = mailboxOf(entry)
      if (address === '') return false
      // The index ignores accents, but two addresses that differ by one are two mailboxes.
      const shares =
        known.get(address) ??
        others
          .all(nameFields.email, comparable({ field: 'email', value: address }), id, maxOthers)
          .some((other) => mailboxOf(readCopy(other.entry)) === address)
      known.set(address, shares)
      return shares
    }
  }
}
