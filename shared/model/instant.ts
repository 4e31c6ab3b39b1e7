/**
 * Instants of the service: ISO 8601 in UTC with 0, 3 or 5 fraction digits (field notes), and empty if there is none
 * yet. Inside the desk an instant is epoch milliseconds.
 */
const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/

/** What `Date.parse` reads as it is, which is much faster: the directory reads several instants of each customer. */
const plainForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/

/**
 * Returns `null` for `null`, an empty text and anything that is not an instant. A text without a zone is UTC. Digits
 * after the milliseconds are dropped.
 */
export function parseInstant(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === '') return null
  if (plainForm.test(text)) return validTime(Date.parse(text))
  const parts = form.exec(text.trim())
  if (parts === null) return null
  const [, seconds = '', fraction = '', zone = 'Z'] = parts
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  return validTime(Date.parse(`${seconds}.${milliseconds}${offset}`))
}

const validTime = (time: number): number | null => (Number.isNaN(time) ? null : time)

/** Returns `null` for `null` and for a value outside the range of dates. */
export function toInstant(ms: number | null): string | null {
  if (ms === null) return null
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
