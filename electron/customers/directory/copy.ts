/** Reads the copies of customers that the directory stores. */
import * as z from 'zod'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'

/** A copy was parsed by the wire schema before it was written. A file of another `directoryVersion` is replaced. */
const StoredEntry = z.custom<WireCustomerEntry>((value) => typeof value === 'object' && value !== null)

/** Reads a copy of the directory. To parse fifty by the wire schema would take longer than to find them. */
export const readCopy = (copy: string): WireCustomerEntry => StoredEntry.parse(JSON.parse(copy))
