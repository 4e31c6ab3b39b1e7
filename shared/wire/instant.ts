/**
 * Instants of the service: ISO 8601 in UTC with 0, 3 or 5 fraction digits (field notes), and empty if there is none
 * yet. Other spellings are read where only one reading is possible. Inside the desk an instant is epoch milliseconds.
 */

/** What `Date.parse` reads as it is, which is much faster: the directory reads several instants of each customer. */
const plainForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i

/** Seconds since 1970 have ten digits until the year 2286, and milliseconds thirteen. Nothing else is a number. */
const epochForm = /^\d{10}(?:\d{3})?$/
/** Zero as a date or a number. */
const zeroForm = /^(?:0000-00-00.*|-\d+|0)$/

/** Nothing of a service happened before. Services send the first instant of 1970 or of year 1 for none. */
const earliest = Date.UTC(1971, 0, 1)

function timeOf(text: string): number {
  if (plainForm.test(text)) return Date.parse(text)
  const trimmed = text.trim()
  if (epochForm.test(trimmed)) return Number(trimmed.padEnd(13, '0'))
  if (zeroForm.test(trimmed)) return 0
  const parts = form.exec(trimmed)
  if (parts === null) return Number.NaN
  const [, date = '', minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = parts
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  return Date.parse(`${date}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
}

/** Epoch milliseconds, `null` if there is no instant yet, or `undefined` for a text that is not an instant. */
function readInstant(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined || text === '') return null
  const time = timeOf(text)
  if (Number.isNaN(time)) return text.trim() === '' ? null : undefined
  return time < earliest ? null : time
}

/**
 * Returns `null` if there is no instant yet, and for a text that is none. A text without a zone is UTC, and a date
 * alone is its first moment. Digits after the milliseconds are dropped.
 */
export const parseInstant = (text: string | null | undefined): number | null => readInstant(text) ?? null

/** Whether there is an instant, also if it can't be read. */
export const hasInstant = (text: string | null | undefined): boolean => readInstant(text) !== null

export const isReadableInstant = (text: string): boolean => plainForm.test(text) || readInstant(text) !== undefined
