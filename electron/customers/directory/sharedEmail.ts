/** Which customers of a page have an e-mail address that others have too. */
import { comparable, mailboxOf } from '#shared/model/search/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { FactsIndexes } from './factsIndexes.ts'
import { nameOf } from './indexedNames.ts'
import type { NameReads } from './nameIndex.ts'

/**
 * How many others are read for an address. If more addresses differ from it by accents alone, one that is equal may be
 * among those that are not read.
 */
const maxOthers = 5

type SharesEmail = (id: number, entry: WireCustomerEntry) => boolean

/** The address as the indexes have it, which ignore accents. */
const indexed = (address: string): string => comparable({ field: 'email', value: address })

/** Returns what prepares a page: within one, the others of an address are read once. */
export function prepareSharesEmail(
  db: Db,
  names: Pick<NameReads, 'equal'>,
  indexes: Pick<FactsIndexes, 'areThere'>,
): (page: readonly WireCustomerEntry[]) => SharesEmail {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const repeatedOf = db
    .prepare<[string], string>(
      `SELECT value FROM json_each(?)
       WHERE (SELECT email FROM facts WHERE email = value LIMIT 1 OFFSET 1) IS NOT NULL`,
    )
    .pluck()
  const addressOf = (id: number): string | null => {
    const row = entryOf.get(id)
    return row === undefined ? null : mailboxOf(readCopy(row.entry))
  }
  return (page) => {
    const emails = page.map((entry) => indexed(mailboxOf(entry)))
    const repeated = indexes.areThere() ? new Set(repeatedOf.all(JSON.stringify(emails))) : null
    const known = new Map<string, boolean>()
    return (id, entry) => {
      const address = mailboxOf(entry)
      const email = indexed(address)
      if (address === '' || repeated?.has(email) === false) return false
      // Two addresses that differ by an accent are two mailboxes.
      const shares =
        known.get(address) ??
        names
          .equal([nameOf('email', email)], maxOthers + 1)
          .some((other) => other !== id && addressOf(other) === address)
      known.set(address, shares)
      return shares
    }
  }
}
