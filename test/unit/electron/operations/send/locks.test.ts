/** The locks that make operations exclude each other, and their scope. */
import { describe, expect, it } from 'vitest'
import { lockedItems, lockKeyOf, unresolvedCount } from '../../../../../electron/operations/send/locks.ts'
import type { OpenConnection } from '../../../../../electron/connections/index.ts'
import { OperationTarget } from '#shared/model/operation/purchase.ts'
import { ConnectionProfile } from '#shared/model/connection.ts'
import { ItemUid } from '#shared/wire/ids.ts'

const scope = (kind: 'service' | 'sandbox', identity: string): Pick<OpenConnection, 'profile' | 'identity'> => ({
  profile: ConnectionProfile.parse({
    id: 'c1',
    name: 'Shop',
    kind,
    address: 'https://api.example.com',
    segment: 'shop',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastOpenedAt: null,
  }),
  identity,
})
const target = (value: object) => OperationTarget.parse(value)
const common = { inventoryItemId: 'p', mode: 'NOW' }

describe('the lock key', () => {
  it.each([
    ['refund', { kind: 'refund', customerUid: 'c', itemUid: 'i' }, 'item:i'],
    ['activate', { kind: 'activate', customerUid: 'c', itemUid: 'i' }, 'item:i'],
    ['top-up', { kind: 'top-up', customerUid: 'c', ...common }, 'customer:c'],
    ['top-up-with-profile', { kind: 'top-up-with-profile', customerUid: 'c', ...common }, 'customer:c'],
    ['register', { kind: 'register', ...common }, 'preview-1'],
  ])('of %s', (_, of, key) => {
    const lock = lockKeyOf(target(of), 'preview-1', scope('service', 'one'))
    expect(lock).toContain(key)
    expect(
      lockKeyOf(target(of), 'preview-1', scope('service', 'two')),
      'two connections may use the same account',
    ).toBe(lock)
    expect(lockKeyOf(target(of), 'preview-1', scope('sandbox', 'run-1'))).toBe(`sandbox:run-1:${lock}`)
  })
})

describe('locked items', () => {
  const uid = ItemUid.parse('i')
  const locks = (...keys: readonly (readonly [string, ItemUid | null])[]) => ({
    openLocks: () => keys.map(([lock_key, item_uid]) => ({ lock_key, item_uid, kind: 'refund' as const })),
    awaitedLocks: () => [],
  })
  it('are those with a lock of this connection', () => {
    expect([...lockedItems(scope('service', 'one'), locks(['item:i', uid]))]).toEqual([uid])
    expect([...lockedItems(scope('sandbox', 'run-1'), locks(['sandbox:run-1:item:i', uid]))]).toEqual([uid])
  })
  it('exclude locks of other sandboxes and locks without an item', () => {
    expect([
      ...lockedItems(
        scope('sandbox', 'run-1'),
        locks(['item:i', uid], ['sandbox:run-2:item:i', uid], ['customer:c', null]),
      ),
    ]).toEqual([])
    expect([
      ...lockedItems(
        scope('service', 'one'),
        locks(['sandbox:run-1:item:i', uid], ['customer:c', null], ['item:null', null]),
      ),
    ]).toEqual([])
  })
})

describe('unresolved operations', () => {
  const locks = (...keys: readonly string[]) => ({
    openLocks: () => keys.map((lock_key) => ({ lock_key, item_uid: null, kind: 'refund' as const })),
  })
  it('are those of every service and of the open sandbox', () => {
    const held = locks('item:i', 'customer:c', 'preview-1', 'sandbox:run-1:item:i', 'sandbox:run-12:item:i')
    expect(unresolvedCount(scope('sandbox', 'run-1'), held)).toBe(4)
    expect(unresolvedCount(scope('service', 'one'), held)).toBe(3)
    expect(unresolvedCount(null, held)).toBe(3)
  })
})
