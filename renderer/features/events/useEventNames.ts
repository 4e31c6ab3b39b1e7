/**
 * What the customers and packages of the shown events are called. Events store no e-mail address, so the local
 * directory is asked for all rows in one call, and again when one of the customers has been read. What it had not got
 * yet is asked for again with a row that changes, and when a sync has ended.
 */
import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { maxNamed } from '#shared/model/customer/customerList.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { OnEvent } from '../../lib/usePages.ts'
import { whileInScope } from '../../lib/whileInScope.ts'

interface NamesDesk {
  readonly names: (input: InputOf<'customers', 'names'>) => Promise<OutputOf<'customers', 'names'>>
  readonly on: OnEvent
}

interface EventNames {
  /** `null` for a customer without an address, and while it is not known. */
  readonly emailOf: (event: EventRow) => string | null
  readonly packageOf: (event: EventRow) => string | null
}

/** Milliseconds in which several reads of customers become one call. */
const settleMs = 200

function batchesOf(rows: readonly EventRow[]): readonly InputOf<'customers', 'names'>[] {
  const items = Map.groupBy(
    rows.filter(({ customerUid }) => customerUid !== null),
    ({ customerUid }) => customerUid,
  )
  const batches: { uids: CustomerUid[]; itemUids: ItemUid[] }[] = []
  for (const [uid, ofCustomer] of items) {
    if (uid === null) continue
    const itemUids = [...new Set(ofCustomer.flatMap(({ itemUid }) => itemUid ?? []))].slice(0, maxNamed)
    const last = batches.at(-1)
    if (last !== undefined && last.uids.length < maxNamed && last.itemUids.length + itemUids.length <= maxNamed) {
      last.uids.push(uid)
      last.itemUids.push(...itemUids)
    } else batches.push({ uids: [uid], itemUids })
  }
  return batches
}

export function useEventNames(rows: () => readonly EventRow[], desk: NamesDesk): EventNames {
  const emails = shallowRef<ReadonlyMap<CustomerUid, string | null>>(new Map())
  const packages = shallowRef<ReadonlyMap<ItemUid, string>>(new Map())
  /** The rows of which the directory was asked, by the ids of their events. */
  const asked = new Map<string, EventRow>()
  /** Customers who were read since. */
  const stale = new Set<CustomerUid>()

  const isNamed = ({ customerUid, itemUid }: EventRow): boolean =>
    customerUid === null || (emails.value.has(customerUid) && (itemUid === null || packages.value.has(itemUid)))

  async function read(wanted: readonly EventRow[]): Promise<void> {
    for (const row of wanted) asked.set(row.id, row)
    // A name that can't be read is missing: the row then has the uid.
    for (const batch of batchesOf(wanted)) {
      const found = await desk.names(batch).catch(() => null)
      if (found === null) {
        for (const { id, customerUid } of wanted)
          if (customerUid !== null && batch.uids.includes(customerUid)) asked.delete(id)
        continue
      }
      emails.value = new Map([...emails.value, ...found.customers.map(({ uid, email }) => [uid, email] as const)])
      packages.value = new Map([...packages.value, ...found.packages.map(({ uid, name }) => [uid, name] as const)])
    }
  }

  watch(rows, (shown) => void read(shown.filter((row) => !isNamed(row) && asked.get(row.id) !== row)), {
    immediate: true,
  })
  const readStale = useDebounceFn(
    whileInScope(() => {
      const again = rows().filter(({ customerUid }) => customerUid !== null && stale.has(customerUid))
      stale.clear()
      void read(again)
    }),
    settleMs,
    { maxWait: 5 * settleMs },
  )
  const readMissing = useDebounceFn(
    whileInScope(() => void read(rows().filter((row) => !isNamed(row)))),
    settleMs,
  )
  onScopeDispose(desk.on('sync.progress', ({ state }) => state !== 'syncing' && void readMissing()))
  onScopeDispose(
    desk.on('customer.changed', ({ uid }) => {
      if (!rows().some(({ customerUid }) => customerUid === uid)) return
      stale.add(uid)
      void readStale()
    }),
  )

  return {
    emailOf: ({ customerUid }) => (customerUid === null ? null : (emails.value.get(customerUid) ?? null)),
    packageOf: ({ itemUid }) => (itemUid === null ? null : (packages.value.get(itemUid) ?? null)),
  }
}
