/**
 * Locks that make operations on the same target exclude each other. All connections to a service share their locks,
 * since two of them may use the same account. Each run of the sandbox has its own locks: every run starts with the same
 * items, and the operations of a run that has ended can't be checked any more, so they must not lock items of the next
 * run.
 */
import type { OperationTarget } from '#shared/model/operation/purchase.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Journal } from '../journal/journal.ts'
import { lockOf } from '../kinds.ts'

type LockScope = Pick<OpenConnection, 'profile' | 'identity'>

const scopedKey = (key: string, { profile, identity }: LockScope): string =>
  profile.kind === 'sandbox' ? `sandbox:${identity}:${key}` : key

export const lockKeyOf = (target: OperationTarget, previewId: string, scope: LockScope): string =>
  scopedKey(lockOf(target, previewId), scope)

/**
 * Returns the items that are locked on this connection now: by an open operation, or by one that the service accepted
 * and doesn't show yet.
 */
export function lockedItems(
  scope: LockScope,
  journal: Pick<Journal, 'openLocks' | 'awaitedLocks'>,
): ReadonlySet<ItemUid> {
  return new Set(
    [...journal.openLocks(), ...journal.awaitedLocks()].flatMap(({ lock_key: key, item_uid: itemUid }) =>
      itemUid !== null && key === scopedKey(`item:${itemUid}`, scope) ? [itemUid] : [],
    ),
  )
}

/**
 * Counts the operations that hold a lock on any connection. The count excludes the operations of a sandbox that has
 * ended, because their account no longer exists.
 */
export function unresolvedCount(scope: LockScope | null, journal: Pick<Journal, 'openLocks'>): number {
  const openSandbox = scope?.profile.kind === 'sandbox' ? scopedKey('', scope) : null
  const counts = (key: string): boolean =>
    !key.startsWith('sandbox:') || (openSandbox !== null && key.startsWith(openSandbox))
  return journal.openLocks().filter(({ lock_key: key }) => counts(key)).length
}
