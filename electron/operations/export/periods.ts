/** Days and months by this machine's calendar, as epoch milliseconds and as keys such as `2026-11-21` and `2026-11`. */
const twoDigits = (value: number): string => String(value).padStart(2, '0')

export function dayOf(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

export const monthOfDay = (day: string): string => day.slice(0, 7)

/** Returns the start of the day that is `before` days earlier. */
export function startOfDay(at: number, before = 0): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - before).getTime()
}

/** Returns the start of the month that is `before` months earlier. */
export function startOfMonth(at: number, before = 0): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth() - before, 1).getTime()
}
