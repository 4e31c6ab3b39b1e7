/** Writes a day for a customer. */

/** French writes the first day of a month as an ordinal number, which the formats of the platform don't support. */
const firstDays: Readonly<Record<string, string>> = { fr: '1er' }

/** Returns the day in UTC, as the locale writes it in a sentence. */
export function dayText(at: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(new Date(at))
  return parts
    .map(({ type, value }) => (type === 'day' && value === '1' ? (firstDays[locale] ?? value) : value))
    .join('')
}
