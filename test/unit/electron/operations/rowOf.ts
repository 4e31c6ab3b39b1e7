/** Creates a journal row in the state UNKNOWN. */
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { JournalRow } from '../../../../electron/operations/journal/journal.ts'

export function rowOf(kind: JournalRow['kind'], parts: Partial<JournalRow> = {}): JournalRow {
  return {
    seq: 1,
    id: 'a',
    kind,
    lock_key: 'item:item-1',
    connection: 'c',
    connection_name: 'Shop',
    agent_name: 'Ann',
    customer_uid: CustomerUid.parse('customer-1'),
    item_uid: ItemUid.parse('item-1'),
    package_name: null,
    amount: null,
    currency: null,
    esim_uid: null,
    inventory_item_id: null,
    country_set: null,
    mode: null,
    charged: null,
    charged_currency: null,
    echoed: null,
    starts_differently: false,
    read_by: null,
    answer: 'lost',
    shows: null,
    checks: 0,
    duplicates: [],
    refund_reason: null,
    ticket: null,
    created_at: 0,
    state: 'UNKNOWN',
    cause: 'reset',
    confirmed_by: null,
    reason: 'reset',
    retry_after: null,
    updated_at: 0,
    ...parts,
  }
}
