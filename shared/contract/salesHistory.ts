/** The service's own history of sales, which it may have beside the interface. */
import * as z from 'zod'
import { DecimalSign } from '../model/decimalSign.ts'
import { PortalStatus, SaleRow, SalesSort, SalesSums } from '../model/operation/sales.ts'
import { Instant, Unreadable } from '../model/customer/views.ts'
import { type AnyNamespace, FileName, longestTimeout, operation, withDialog } from './operation.ts'

/** An instant without which no period can be requested. */
const Moment = z.iso.datetime()

const Selection = z.strictObject({
  /** The period, both instants included. */
  from: Moment,
  to: Moment,
  status: PortalStatus.optional(),
  /** Words that have to be in the reference, the e-mail address or the name of the package. */
  search: z.string().trim().min(1).max(200).optional(),
  sort: SalesSort.optional(),
  descending: z.boolean().optional(),
})

export const salesHistory = {
  /** Throws `not_supported` for a service that has no sales history. */
  list: operation(
    () =>
      Selection.extend({
        limit: z.number().int().min(1).max(500),
        /** The number of rows before this page. */
        offset: z.number().int().min(0).max(1_000_000).optional(),
        /** Reads the service again, and tries it even if it had no sales history lately. */
        refresh: z.boolean().optional(),
      }),
    () =>
      z.strictObject({
        rows: z.array(SaleRow),
        /** The number of sales that match. */
        total: z.number().int(),
        /** The number of sales of the period, whatever their status. */
        all: z.number().int(),
        sums: SalesSums,
        unreadable: z.array(Unreadable),
        fetchedAt: Instant,
      }),
    longestTimeout,
  ),
  /** Exports the same sales as a table for a spreadsheet. `path` is `null` if the person chose none. */
  exportCsv: operation(
    () => z.strictObject({ name: FileName, filter: Selection, decimal: DecimalSign }),
    () => z.strictObject({ path: z.string().nullable(), rows: z.number().int() }),
    withDialog(longestTimeout),
  ),
} as const satisfies AnyNamespace
