/** Lists, shows, sums up and exports the operations of the journal. */
import { operationsTable } from '../export/csv.ts'
import { allRows, journalFilter, listOperations } from '../export/rows.ts'
import { operationTotals } from '../export/totals.ts'
import { currentRules } from '../buyingRules.ts'
import type { Handler } from '../context.ts'

export const list: Handler<'list'> =
  ({ notifier, recovery, journal, rows }) =>
  async (input) => {
    notifier.notify('orphaned', recovery.recoverOrphaned)
    return listOperations(input ?? {}, journal, rows.view)
  }

export const get: Handler<'get'> =
  ({ journal, notes, rows }) =>
  async ({ id }) => {
    const row = rows.require(id)
    const { note: text, iccids } = notes.get(id)
    return {
      operation: rows.view(row),
      transitions: [...journal.transitions(id), ...journal.looks(id)],
      attempts: [...journal.attempts(id)],
      note: text,
      iccids: [...iccids],
    }
  }

export const totals: Handler<'totals'> =
  ({ connections, journal, clock }) =>
  async () => {
    const open = connections.require()
    return operationTotals(journal, open.identity, clock.now(), currentRules(journal, open).dailyLimit)
  }

export const exportCsv: Handler<'exportCsv'> =
  ({ journal, notes, rows, saveFile }) =>
  async ({ name, filter, decimal }) => {
    const parts = [operationsTable.head(decimal)]
    let count = 0
    for await (const page of allRows(journalFilter(filter), journal)) {
      count += page.length
      const exported = page.map((row) => ({ row: rows.view(row), iccids: notes.get(row.id).iccids }))
      parts.push(operationsTable.lines(exported, decimal))
    }
    const path = await saveFile({ suggestedName: `${name}.csv`, data: Buffer.from(parts.join('')) })
    return { path, rows: count }
  }
