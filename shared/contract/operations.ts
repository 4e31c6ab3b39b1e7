/** The operations that move money, and their journal. */
import * as z from 'zod'
import { DecimalSign } from '../model/decimalSign.ts'
import { JournalState } from '../model/operation/journalState.ts'
import {
  OperationDetail,
  OperationFilter,
  OperationOrder,
  OperationPreview,
  OperationRow,
  OperationTotals,
  RefundReason,
} from '../model/operation/operation.ts'
import { resolutions } from '../model/operation/operationStates.ts'
import { BuyingRules, OperationTarget } from '../model/operation/purchase.ts'
import {
  type AnyNamespace,
  second,
  longestTimeout,
  operation,
  afterQuestion,
  nothing,
  id,
  FileName,
  withDialog,
} from './operation.ts'

export const operations = {
  preview: operation(OperationTarget, OperationPreview, 60 * second),
  run: operation(
    () =>
      z.strictObject({
        previewId: z.string().min(1).max(100),
        refundReason: RefundReason.optional(),
        ticket: z.string().trim().max(100).optional(),
        note: z.string().trim().max(2000).optional(),
        /** The name of the recent sale of the preview, once a person has acknowledged that this is another one. */
        repeats: z.string().min(1).max(220).optional(),
      }),
    OperationRow,
    afterQuestion(longestTimeout),
  ),
  list: operation(
    () =>
      z.union([
        nothing,
        OperationFilter.extend({
          order: OperationOrder.optional(),
          limit: z.number().int().min(1).max(500).optional(),
          cursor: z.string().max(500).optional(),
        }),
      ]),
    () => z.strictObject({ rows: z.array(OperationRow), cursor: z.string().optional(), total: z.number().int() }),
  ),
  get: operation(id, OperationDetail),
  /** One read of the service, which may end as UNKNOWN. It sends nothing that changes anything. */
  check: operation(id, OperationRow, longestTimeout),
  /**
   * Records how an operation that is UNKNOWN or NEEDS_HUMAN ended, and the person's reason. The main process asks
   * before NOT_APPLIED, because the operation may then be sent again.
   */
  resolve: operation(
    () =>
      z.strictObject({
        id: z.string().min(1).max(100),
        outcome: z.enum(resolutions),
        reason: z.string().trim().min(3).max(1000),
      }),
    OperationRow,
    afterQuestion(30 * second),
  ),
  totals: operation(nothing, OperationTotals),
  /** Exports the rows of a filter as a table for a spreadsheet. `path` is `null` if the person chose none. */
  exportCsv: operation(
    () => z.strictObject({ name: FileName, filter: OperationFilter, decimal: DecimalSign }),
    () => z.strictObject({ path: z.string().nullable(), rows: z.number().int() }),
    withDialog(60 * second),
  ),
  /** The buying rules of the open connection. A change is journaled. */
  rules: operation(nothing, BuyingRules),
  setRules: operation(BuyingRules, BuyingRules, afterQuestion(30 * second)),
  /** Whether the journal and `work.db` are those that this desk wrote last, and what is missing if they aren't. */
  journal: operation(nothing, JournalState),
  /**
   * A person has read what is missing and continues without it. This is journaled. `id` is that of the state that was
   * shown.
   */
  acknowledge: operation(
    () => z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    JournalState,
    afterQuestion(30 * second),
  ),
} as const satisfies AnyNamespace
