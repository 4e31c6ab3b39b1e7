/** Converts journal rows for the window and reads them page by page. */
import { setImmediate } from 'node:timers/promises'
import type { OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import type { OperationFilter, OperationOrder, OperationRow } from '#shared/model/operation/operation.ts'
import type { Money } from '#shared/model/customer/views.ts'
import { isSandboxIdentity } from '../../connections/index.ts'
import type { Journal, JournalFilter, JournalRow } from '../journal/journal.ts'
import { confirmedWithoutComparison } from '../journal/journalRow.ts'
import type { PersonalData } from '../journal/notes.ts'
import { deniedCauses, isAcceptedUnseen, joinedState } from '../outcomes.ts'
import type { CheckStatus } from '../reconcile/reconcile.ts'

const defaultLimit = 100

const toMoney = (amount: string | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

interface RowContext {
  readonly personal: Pick<PersonalData, 'email' | 'reference'>
  /** Identity of the active connection. */
  readonly identity: string | null
  readonly checkStatus: CheckStatus
}

const isCompared = ({ confirmed_by }: JournalRow): boolean =>
  !confirmedWithoutComparison.some((way) => way === confirmed_by)

/** A person may have recorded what the service accepted and did not show. */
function confirmedBy({ confirmed_by: by, shows }: JournalRow): OperationRow['confirmedBy'] {
  if (shows === 'notDone') return null
  return shows === 'done' ? 'person' : by
}

/** The service's answer confirmed it, whatever was found out since. */
const isAccepted = ({ state, confirmed_by: by }: JournalRow): boolean => state === 'CONFIRMED' && by === 'answer'

export function operationRow(row: JournalRow, { personal, identity, checkStatus }: RowContext): OperationRow {
  return {
    id: row.id,
    kind: row.kind,
    state: joinedState(row),
    confirmedBy: confirmedBy(row),
    answer: isAccepted(row) ? 'accepted' : row.answer,
    changedAnyway: row.cause === deniedCauses.change,
    isShown: row.shows !== 'notOffered',
    awaitsRead: isAcceptedUnseen(row),
    startsDifferently: row.starts_differently,
    agent: row.agent_name,
    connectionName: row.connection_name,
    customerUid: row.customer_uid,
    customerEmail: personal.email,
    itemUid: row.item_uid,
    esimUid: row.esim_uid,
    packageName: row.package_name,
    inventoryItemId: row.inventory_item_id,
    countrySet: row.country_set,
    mode: row.mode,
    reference: personal.reference,
    echoed: isCompared(row) ? row.echoed : null,
    amount: toMoney(row.amount, row.currency),
    charged: toMoney(row.charged, row.charged_currency),
    createdAt: toInstant(row.created_at) ?? '',
    updatedAt: toInstant(row.updated_at) ?? '',
    reason: row.reason,
    retryAfter: row.retry_after,
    refundReason: row.refund_reason,
    ticket: row.ticket,
    current: row.connection === identity,
    sandbox: isSandboxIdentity(row.connection),
    checks: row.checks,
    nextCheck: toInstant(checkStatus.nextCheck),
    checking: checkStatus.checking,
    duplicates: row.duplicates.map((duplicate) => ({
      customerUid: duplicate.customer_uid,
      itemUid: duplicate.item_uid,
      foundAt: toInstant(duplicate.at) ?? '',
    })),
  }
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor))
    throw new DeskError('invalid_input', 'The cursor is not valid for this list', { path: 'cursor' })
  return Number(cursor)
}

function parseInstantInput(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined
  const at = parseInstant(text)
  if (at === null) throw new DeskError('invalid_input', 'The value is not an instant', { path })
  return at
}

export const journalFilter = ({ from, to, ...filter }: OperationFilter): JournalFilter => ({
  ...filter,
  from: parseInstantInput(from, 'from'),
  to: parseInstantInput(to, 'to'),
})

interface ListInput extends OperationFilter {
  readonly order?: OperationOrder | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export function listOperations(
  { order, limit = defaultLimit, cursor, ...filters }: ListInput,
  journal: Journal,
  toOperationRow: (row: JournalRow) => OperationRow,
): OutputOf<'operations', 'list'> {
  const filter = journalFilter(filters)
  const found = journal.rows(filter, limit + 1, parseCursor(cursor), order)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(toOperationRow),
    total: journal.count(filter),
    ...(found.length > limit && last !== undefined ? { cursor: String(last.seq) } : {}),
  }
}

const exportPageSize = 500

/** Yields every row of a filter, newest first, in pages. It yields to the event loop after each page. */
export async function* allRows(
  filter: JournalFilter,
  journal: Pick<Journal, 'rows'>,
): AsyncGenerator<readonly JournalRow[]> {
  let before: number | null = null
  for (;;) {
    const page: readonly JournalRow[] = journal.rows(filter, exportPageSize, before)
    yield page
    await setImmediate()
    before = page.at(-1)?.seq ?? null
    if (page.length < exportPageSize) return
  }
}
