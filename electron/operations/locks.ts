/**
 * Which operations keep each other off a subject. Profiles of the service share their locks, since two of them may name
 * the same account. A sandbox has its own: each run begins with the same items, and one that has gone can't be asked any
 * more what became of its operations, so they must not close the items of the next.
 */
import type { OperationKind } from '#shared/model/operation.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Journal } from './journal.ts'
import { kinds, type Subject } from './kinds.ts'

type Place = Pick<OpenConnection, 'profile' | 'identity'>

export function lockKeyOf(kind: OperationKind, subject: Subject, { profile, identity }: Place): string {
  const key = kinds[kind].lockKey(subject)
  return profile.kind === 'sandbox' ? `sandbox:${identity}:${key}` : key
}

/** Items on which nothing can be started here now. */
export function lockedItems(place: Place, journal: Pick<Journal, 'openLocks'>): ReadonlySet<ItemUid> {
  const items = journal.openLocks().flatMap(({ lock_key, kind, customer_uid: customerUid, item_uid: itemUid }) =>
    itemUid !== null && lockKeyOf(kind, { customerUid, itemUid }, place) === lock_key ? [itemUid] : [])
  return new Set(items)
}
