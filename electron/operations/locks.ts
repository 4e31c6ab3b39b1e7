/**
 * Which operations keep each other off a subject. Profiles of the service share their locks, since two of them may name
 * the same account. A sandbox has its own: each run begins with the same items, and one that has gone can't be asked any
 * more what became of its operations, so they must not close the items of the next.
 */
import type { OperationTarget } from '#shared/model/purchase.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Journal } from './journal.ts'
import { lockOf } from './kinds.ts'

type LockScope = Pick<OpenConnection, 'profile' | 'identity'>

const scopedKey = (key: string, { profile, identity }: LockScope): string =>
  profile.kind === 'sandbox' ? `sandbox:${identity}:${key}` : key

export const lockKeyOf = (target: OperationTarget, previewId: string, scope: LockScope): string =>
  scopedKey(lockOf(target, previewId), scope)

/** Items on which nothing can be started here now. */
export function lockedItems(scope: LockScope, journal: Pick<Journal, 'openLocks'>): ReadonlySet<ItemUid> {
  return new Set(
    journal
      .openLocks()
      .flatMap(({ lock_key: key, item_uid: itemUid }) =>
        itemUid !== null && key === scopedKey(`item:${itemUid}`, scope) ? [itemUid] : [],
      ),
  )
}

/**
 * How many operations are being sent or not known yet, on whatever connection. Those of a sandbox that has ended are not
 * among them: it took them with it.
 */
export function unresolvedCount(scope: LockScope | null, journal: Pick<Journal, 'openLocks'>): number {
  const openSandbox = scope?.profile.kind === 'sandbox' ? scopedKey('', scope) : null
  const counts = (key: string): boolean =>
    !key.startsWith('sandbox:') || (openSandbox !== null && key.startsWith(openSandbox))
  return journal.openLocks().filter(({ lock_key: key }) => counts(key)).length
}
