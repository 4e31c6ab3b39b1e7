/** A sync with a service that pages as a test wants. */
import { onTestFinished } from 'vitest'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { type Clock, systemClock } from '../../../../electron/base/clock.ts'
import type { Directory } from '../../../../electron/customers/directory/directory.ts'
import { defaultPace, type Pace } from '../../../../electron/customers/sync/options.ts'
import { createSync, type Sync } from '../../../../electron/customers/sync/sync.ts'
import type { CustomersAnswer } from '../../../../electron/service/index.ts'
import { customer } from '../../shared/model/customerSamples.ts'
import { silentLog } from '../storage/support.ts'
import { now, openWorker } from './support.ts'

export const people = (count: number, from = 0): WireCustomerEntry[] =>
  Array.from({ length: count }, (_, n) => customer(`c-${from + n}`, `p${from + n}@x.example`))

export const answer = (
  entries: readonly WireCustomerEntry[],
  unreadable: readonly Unreadable[] = [],
): CustomersAnswer => ({
  entries,
  unreadable,
  received: entries.length + unreadable.length,
})

export type Pages = (
  page: { readonly size: number; readonly index: number },
  signal: AbortSignal | undefined,
) => CustomersAnswer | Promise<CustomersAnswer>

/** A service that pages as requested. */
export const paged =
  (all: readonly WireCustomerEntry[]): Pages =>
  ({ size, index }) =>
    answer(all.slice(index * size, (index + 1) * size))

interface Started {
  readonly sync: Sync
  readonly events: SyncStatus[]
  readonly asked: number[]
  readonly directory: Directory
  readonly close: AbortController
  /** Maximum number of pages that were read at once. */
  readonly maxAtOnce: () => number
}

const quick: Pace = { ...defaultPace, pageSize: 10, progressEvery: 0 }

export async function start(
  pages: Pages,
  given: {
    readonly directory?: Directory
    readonly pace?: Partial<Pace>
    readonly started?: Promise<void>
    readonly maxCustomers?: number
    readonly clock?: Clock
  } = {},
): Promise<Started> {
  const directory = given.directory ?? (await openWorker())
  const events: SyncStatus[] = []
  const asked: number[] = []
  const close = new AbortController()
  let underWay = 0
  let most = 0
  const sync = createSync({
    client: {
      now: () => now,
      async customersPage(page, read) {
        asked.push(page.index)
        most = Math.max(most, ++underWay)
        try {
          return await pages(page, read?.signal)
        } finally {
          underWay -= 1
        }
      },
    },
    directory,
    storage: 'memory',
    signal: close.signal,
    clock: given.clock ?? systemClock,
    emit: (status) => events.push(status),
    log: silentLog,
    started: given.started ?? Promise.resolve(),
    pace: { ...quick, ...given.pace },
    ...(given.maxCustomers !== undefined && { maxCustomers: () => Promise.resolve(given.maxCustomers ?? 0) }),
  })
  onTestFinished(sync.stop)
  return { sync, events, asked, directory, close, maxAtOnce: () => most }
}

export const count = async (directory: Directory): Promise<number> =>
  (await directory.call((remote) => remote.list({ limit: 1, now }))).total
