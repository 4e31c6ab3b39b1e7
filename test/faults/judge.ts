/** The invariants of money, judged by the sandbox's ledger of what it really executed and the desk's own journal. */
import { expect } from 'vitest'
import type { OperationRow } from '#shared/model/operation.ts'
import type { Control } from '../support/control.ts'

/** Holds for every run, whatever happened in it. */
export async function judge(control: Control, rows: readonly OperationRow[]): Promise<void> {
  const executed = (await control.ledger()).filter((row) => row.executed)
  for (const row of rows) {
    const mine = executed.filter(({ idempotencyKey }) => idempotencyKey === row.id)
    expect(mine.length, `executions of ${row.id}`).toBeLessThanOrEqual(1)
    if (row.state === 'CONFIRMED' && row.confirmedBy === 'answer') expect(mine, 'CONFIRMED by answer').toHaveLength(1)
    if (row.state === 'REJECTED' || row.state === 'NOT_SENT') expect(mine, row.state).toHaveLength(0)
    if (row.state === 'CONFIRMED' && row.confirmedBy === 'state') {
      expect(executed.some(({ itemUid, kind }) => itemUid === row.itemUid && kind === row.kind), 'CONFIRMED by state').toBe(true)
    }
  }
  const refunds = executed.filter(({ kind }) => kind === 'refund').map(({ itemUid }) => itemUid)
  expect(new Set(refunds).size, 'refunds per item').toBe(refunds.length)
  const known = new Set(rows.map(({ id }) => id))
  expect(executed.filter(({ idempotencyKey }) => !known.has(idempotencyKey ?? '')), 'executions that the journal does not know').toEqual([])
}
