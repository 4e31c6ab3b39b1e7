/** Parts of statements and rows that several statements share. The types reject a name that does not exist. */
import { z } from 'zod'
import type { ConfirmedBy, OperationKind, OperationState } from '#shared/model/operation/operation.ts'

/** Writes names of states, of kinds and of ways to confirm as SQL text. */
export const quoted = (names: readonly (OperationState | OperationKind | ConfirmedBy)[]): string =>
  names.map((name) => `'${name}'`).join(', ')

/** A row with one count. */
export const CountRow = z.object({ count: z.number() })
export const countIn = (row: unknown): number => CountRow.parse(row).count

/** A row with one value of this shape. */
export const valueRow = <T extends z.ZodType>(value: T) => z.object({ value })
