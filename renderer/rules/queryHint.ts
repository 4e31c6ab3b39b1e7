/**
 * Explains a pasted number that names no customer, because it is another number than an ICCID or only a part of one. It
 * is used after a search that found nobody, because some customers do have such a number.
 */
import { isMisread, luhnDigit } from '#shared/model/esim/iccid.ts'
import { understandSearch } from '#shared/model/search/search.ts'

export const queryHints = ['eid', 'imei', 'shortened', 'rounded', 'misread'] as const
export type QueryHint = (typeof queryHints)[number]

/** A spreadsheet shows a long number as a power of ten, and keeps its first 15 digits alone. */
const shortened = /^\d(?:[.,]\d+)?e\+(?:1[3-9]|2\d)$/
const rounded = /^\d{15}0{3,}$/

export function queryHint(query: string): QueryHint | null {
  const { text, compact: digits, whole } = understandSearch(query)
  if (shortened.test(text)) return 'shortened'
  if (/^\d{32}$/.test(digits)) return 'eid'
  if (/^\d{15}$/.test(digits) && Number(digits.at(-1)) === luhnDigit(digits.slice(0, -1))) return 'imei'
  if (whole?.kind !== 'iccid') return null
  if (rounded.test(digits)) return 'rounded'
  return isMisread(whole.value) ? 'misread' : null
}
