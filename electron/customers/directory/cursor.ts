/** Cursors: the tier and the position in list order at which a page ended. They are opaque to the window. */
import { DeskError } from '#shared/errors.ts'

export interface Position {
  readonly soldAt: number
  readonly id: number
}

export interface Cursor extends Position {
  readonly tier: number
}

const form = /^(\d)\.(-?\d{1,16})\.(\d{1,16})$/

export const writeCursor = ({ tier, soldAt, id }: Cursor): string =>
  Buffer.from(`${tier}.${soldAt}.${id}`).toString('base64url')

/** Throws `invalid_input`. */
export function readCursor(text: string): Cursor {
  const [, tier, soldAt, id] = form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (tier === undefined) throw new DeskError('invalid_input', 'Not a cursor of this list', { field: 'cursor' })
  return { tier: Number(tier), soldAt: Number(soldAt), id: Number(id) }
}

/** The position before the first customer. */
export const beginning: Position = { soldAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/** Compares positions: the most recent sale comes first. */
export const inListOrder = (one: Position, other: Position): number => other.soldAt - one.soldAt || other.id - one.id

export const isAfter = (one: Position, other: Position): boolean => inListOrder(one, other) > 0
