/** Reads single customers from the directory. */
import { fold } from '#shared/model/search/identifier.ts'
import { nameOf } from './indexedNames.ts'
import { comparable, mailboxOf } from '#shared/model/search/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { StoredCustomer, StoredNames } from './protocol.ts'
import { listings } from './schema.ts'
import type { NameReads } from './nameIndex.ts'

const maxSamePerson = 50
/** Maximum number of packages for each of these customers. */
const maxItemsOfSamePerson = 100

/** A run writes nothing about a customer who has not changed, so its beginning is the age of all whom it confirmed. */
const lastCompleteRun = `coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'wholeRunAt'), 0)`

/** When the copy of a customer was last known to be what the service has. */
export const confirmedAt = `CASE listing WHEN ${listings.confirmed} THEN max(fetched_at, ${lastCompleteRun}) ELSE fetched_at END`

export function storedCustomer(db: Db, names: NameReads, uid: CustomerUid): StoredCustomer | null {
  const id = names.idOf(uid)
  if (id === undefined) return null
  const stored = db
    .prepare<[number], { entry: string; fetchedAt: number }>(
      `SELECT entry, ${confirmedAt} AS fetchedAt FROM customers JOIN standing USING (id) WHERE id = ?`,
    )
    .get(id)
  return stored === undefined ? null : { entry: readCopy(stored.entry), fetchedAt: stored.fetchedAt }
}

/** Customers are numbered in the order in which the list first had them. */
export function storedPosition(db: Db, names: NameReads, uid: CustomerUid): number | null {
  const id = names.idOf(uid)
  if (id === undefined) return null
  const before = db.prepare<[number], { count: number }>('SELECT count(*) AS count FROM standing WHERE id < ?')
  return before.get(id)?.count ?? null
}

export function storedNames(
  db: Db,
  names: NameReads,
  uids: readonly CustomerUid[],
  itemUids: readonly ItemUid[],
): StoredNames {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const wanted = new Set(itemUids)
  const entries = [...new Set(uids)]
    .flatMap((uid) => entryOf.get(names.idOf(uid) ?? 0) ?? [])
    .map(({ entry }) => readCopy(entry))
  return {
    customers: entries.map(({ customer: { uid, email } }) => ({ uid, email: email ?? null })),
    packages: entries
      .flatMap(({ activatedItems }) => activatedItems)
      .flatMap(({ uid, balance }) => (wanted.has(uid) && balance.name ? [{ uid, name: balance.name }] : [])),
  }
}

export function samePerson(db: Db, names: NameReads, email: string, uid: CustomerUid): readonly WireCustomerEntry[] {
  const entryOf = db.prepare<[number, string], { entry: string }>(
    'SELECT entry FROM customers WHERE id = ? AND uid <> ?',
  )
  const stored = names
    .equal([nameOf('email', comparable({ field: 'email', value: email }))], maxSamePerson + 1)
    .flatMap((id) => entryOf.get(id, uid) ?? [])
    .slice(0, maxSamePerson)
  // The index ignores accents, but two addresses that differ by one are two mailboxes.
  return stored
    .map(({ entry }) => readCopy(entry))
    .filter((entry) => mailboxOf(entry) === fold(email).trim())
    .map(shortened)
}

/** Only the number and the country sets of another customer's packages are shown, so a part of them is enough. */
function shortened(entry: WireCustomerEntry): WireCustomerEntry {
  const { length } = entry.activatedItems
  if (length <= maxItemsOfSamePerson) return entry
  return {
    ...entry,
    activatedItems: entry.activatedItems.slice(0, maxItemsOfSamePerson),
    omittedItems: (entry.omittedItems ?? 0) + length - maxItemsOfSamePerson,
    itemsListed: false,
  }
}
