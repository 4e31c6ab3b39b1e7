/** Tells which customers of a page have an e-mail address that others have too. */
import { nameOf } from './indexedNames.ts'
import { comparable, mailboxOf } from '#shared/model/search/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { NameReads } from './staging.ts'

/**
 * How many others are read for an address. If more addresses differ from it by accents alone, one that is equal may be
 * among those that are not read.
 */
const maxOthers = 5

export type SharesEmail = (id: number, entry: WireCustomerEntry) => boolean

/** Returns what prepares a page: within one, the others of an address are read once. */
export function prepareSharesEmail(db: Db, names: NameReads): () => SharesEmail {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const addressOf = (id: number): string | null => {
    const row = entryOf.get(id)
    return row === undefined ? null : mailboxOf(readCopy(row.entry))
  }
  return () => {
    const known = new Map<string, boolean>()
    return (id, entry) => {
      const address = mailboxOf(entry)
      if (address === '') return false
      // The index ignores accents, but two addresses that differ by one are two mailboxes.
      const name = nameOf('email', comparable({ field: 'email', value: address }))
      const shares =
        known.get(address) ??
        (names.mayBeRepeated(name) &&
          names.equal(name, maxOthers + 1).some((other) => other !== id && addressOf(other) === address))
      known.set(address, shares)
      return shares
    }
  }
}
