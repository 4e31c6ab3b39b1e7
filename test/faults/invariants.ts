/** Verifies the invariants of money: compares the sandbox's ledger of executed requests with the desk's journal. */
import { expect } from 'vitest'
import type { OperationRow, OperationState } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { Control, LedgerRow } from '../support/control.ts'
import { endpoints } from './targets.ts'

/** The part of a notification to the window that the invariants need. */
export type Notification = Pick<OperationRow, 'id' | 'state'>

export interface InvariantOptions {
  /** All notifications, in their order. */
  readonly notified?: readonly Notification[]
  /** Returns all states that the journal stores for an operation. */
  readonly statesOf?: (id: string) => Promise<readonly OperationState[]>
  /** Whether all scheduled checks are over, so that only a person can end what is still unresolved. */
  readonly checksEnded?: boolean
}

const nonTerminal: readonly OperationState[] = ['INTENT', 'SENDING', 'UNKNOWN']

/** Converts a decimal of at most two fraction digits to cents, without any code of the desk. */
function centsOf(amount: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (whole === '') throw new Error(`${amount} is not an amount of the sandbox`)
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
const deducted = ({ credits }: LedgerRow): bigint => BigInt(Math.round(-credits * 100))

/** Compares one operation with the requests that were executed for it and on its target. */
function expectRowInvariants(row: OperationRow, executed: readonly LedgerRow[]): void {
  const own = executed.filter(({ idempotencyKey }) => idempotencyKey === row.id)
  const description = `${row.kind} ${row.id}, ${row.state} by ${row.confirmedBy ?? row.reason ?? 'nothing'}`
  expect(own.length, `I1: executions of ${description}`).toBeLessThanOrEqual(1)
  expect(
    own.every(({ kind }) => kind === endpoints[row.kind]),
    `the executed request is ${description}`,
  ).toBe(true)
  if (row.state === 'CONFIRMED' && (row.confirmedBy === 'answer' || row.confirmedBy === 'reference')) {
    expect(own, `I2: executions of ${description}`).toHaveLength(1)
    if (isPurchaseKind(row.kind))
      expect(own[0], `I2: the result of ${description}`).toMatchObject({
        itemUid: row.itemUid,
        customerUid: row.customerUid,
      })
  }
  if (row.state === 'CONFIRMED' && row.confirmedBy === 'state') {
    expect(
      executed.some(({ itemUid, kind }) => itemUid === row.itemUid && kind === row.kind),
      `I2: the effect of ${description}`,
    ).toBe(true)
  }
  if (row.state === 'REJECTED' || row.state === 'NOT_SENT')
    expect(own, `I3: executions of ${description}`).toHaveLength(0)
  if (row.state === 'NOT_APPLIED') expect(own, `I4: executions of ${description}`).toHaveLength(0)
  expect(row.duplicates, `duplicates of ${description}`).toEqual([])
}

/** Verifies the invariants of a run. Ledger rows without an idempotency key were not bought by the desk. */
export async function expectInvariants(
  control: Pick<Control, 'ledger'>,
  rows: readonly OperationRow[],
  { notified = [], statesOf, checksEnded = false }: InvariantOptions = {},
): Promise<void> {
  const executed = (await control.ledger()).filter((row) => row.executed)
  for (const row of rows) expectRowInvariants(row, executed)
  if (checksEnded)
    expect(
      rows.filter(({ state }) => nonTerminal.includes(state)),
      'I4: operations without a terminal state',
    ).toEqual([])

  const confirmed = rows.filter(({ kind, state }) => isPurchaseKind(kind) && state === 'CONFIRMED')
  const charged = sum(confirmed.map(({ charged: price, amount }) => centsOf((price ?? amount)?.amount ?? '')))
  const ids = new Set(confirmed.map(({ id }) => id))
  expect(charged, 'I5: the charges of confirmed purchases equal the deducted credits').toBe(
    sum(executed.filter(({ idempotencyKey }) => ids.has(idempotencyKey ?? '')).map(deducted)),
  )
  const ended = new Set(
    rows.filter(({ state }) => !nonTerminal.includes(state) && state !== 'NEEDS_HUMAN').map(({ id }) => id),
  )
  const ofEnded = executed.filter(({ kind, idempotencyKey }) => kind !== 'refund' && ended.has(idempotencyKey ?? ''))
  expect(sum(ofEnded.map(deducted)), 'I5: no credits were deducted for operations that ended otherwise').toBe(charged)

  const known = new Set(rows.map(({ id }) => id))
  expect(
    notified.filter(({ id }) => !known.has(id)),
    'I6: operations that were notified and are not in the journal',
  ).toEqual([])
  if (statesOf !== undefined) {
    for (const { id, state } of notified)
      expect(await statesOf(id), `I6: ${id} was notified as ${state}`).toContain(state)
  }
  const stray = executed.filter(({ idempotencyKey }) => idempotencyKey !== null && !known.has(idempotencyKey))
  expect(stray, 'I6: executions that are not in the journal').toEqual([])

  const refunds = executed.filter(({ kind }) => kind === 'refund').map(({ itemUid }) => itemUid)
  expect(new Set(refunds).size, 'I7: refunds per item').toBe(refunds.length)
}
