/** The sync of a connection that keeps no list of its customers: there is nothing to read and nothing to delete. */
import { nothingUnreadable } from '#shared/model/customer/unreadableParts.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { Sync } from './sync.ts'

const status: SyncStatus = {
  state: 'never',
  customers: 0,
  received: 0,
  perSecond: null,
  expected: null,
  sorted: true,
  startedAt: null,
  finishedAt: null,
  whole: true,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
  unreadableParts: nothingUnreadable,
  storage: 'none',
}

export const noSync: Sync = {
  status: () => status,
  isComplete: () => false,
  run: () => Promise.resolve(),
  cancel: () => Promise.resolve(status),
  begin: () => undefined,
  counted: () => undefined,
  recordActivity: () => undefined,
  reopened: () => undefined,
  stop: () => Promise.resolve(),
}
