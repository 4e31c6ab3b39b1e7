/** Days of this machine's calendar as texts such as `2026-11-21`, which is what an agent means by a day. */

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/

/**
 * The first moment of a day, moved by `later` days, or `null` for an invalid day. A year below 100 is a year that is
 * still being typed.
 */
export function startOf(day: string, later = 0): Date | null {
  const [, year = '', month = '', date = ''] = dayForm.exec(day) ?? []
  const start = new Date(2000, 0, 1)
  start.setFullYear(Number(year), Number(month) - 1, Number(date))
  if (year === '' || start.getMonth() !== Number(month) - 1) return null
  start.setDate(start.getDate() + later)
  return start
}

/** The day of a moment, such as `2026-11-21`. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return [
    String(date.getFullYear()).padStart(4, '0'),
    ...[date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-')
}

/** The first and the last day of a range, both inclusive. Empty for no limit. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Whether both days are given and the last one is before the first. */
export const isBackwards = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && to < from
