/** The service's own history of sales, which it may have beside the interface. */
import * as z from 'zod'
import { PortalStatus, SaleRow, SalesSort } from '../model/operation/sales.ts'
import { Instant, Unreadable } from '../model/customer/views.ts'
import { type AnyNamespace, longestTimeout, operation } from './operation.ts'

/** An instant without which no period can be requested. */
const Moment = z.iso.datetime()

export const salesHistory = {
  /** Throws `not_supported` for a service that has no sales history. */
  list: operation(
    () =>
      z.strictObject({
        /** The period, both instants included. */
        from: Moment,
        to: Moment,
        status: PortalStatus.optional(),
        sort: SalesSort.optional(),
        descending: z.boolean().optional(),
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
        unreadable: z.array(Unreadable),
        fetchedAt: Instant,
      }),
    longestTimeout,
  ),
} as const satisfies AnyNamespace
