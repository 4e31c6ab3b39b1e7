/** Journal rows as the window shows them, and pages of them. */
import type { OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import type { Journal, JournalFilter, JournalRow } from './journal.ts'

const usualLimit = 100

export function operationRow(row: JournalRow, customerEmail: string | null, identity: string | null): OperationRow {
  const { amount, currency } = row
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    confirmedBy: row.confirmed_by,
    agent: row.agent_name,
    connectionName: row.connection_name,
    customerUid: row.customer_uid,
    customerEmail,
    itemUid: row.item_uid,
    packageName: row.package_name,
    amount: amount === null || currency === null ? null : { amount, currency },
    createdAt: toInstant(row.created_at) ?? '',
    updatedAt: toInstant(row.updated_at) ?? '',
    reason: row.reason,
    retryAfter: row.retry_after,
    refundReason: row.refund_reason,
    ticket: row.ticket,
    current: row.connection === identity,
  }
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) throw new DeskError('invalid_input', 'Not a cursor of this list', { path: 'cursor' })
  return Number(cursor)
}

export interface ListInput extends JournalFilter {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export function listOperations({ limit = usualLimit, cursor, ...filter }: ListInput, journal: Journal, shown: (row: JournalRow) => OperationRow): OutputOf<'operations', 'list'> {
  const found = journal.rows(filter, limit + 1, parseCursor(cursor))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(shown),
    total: journal.count(filter),
    ...(found.length > limit && last !== undefined ? { cursor: String(last.seq) } : {}),
  }
}
