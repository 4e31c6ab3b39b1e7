/**
 * Formats values of the service as text: sizes, money, instants and ICCIDs. The functions depend only on the value and
 * the locale. A value that can't be read is shown as it came and never hidden.
 */
import { isKnown, isUnlimited, readable } from '#shared/model/package/size.ts'
import { trimEnd } from '#shared/model/trimEnd.ts'
import { remainingTime } from '#shared/model/package/validity.ts'
import type { DataSize, Money, Validity } from '#shared/model/customer/views.ts'

function cached<T>(make: (locale: string) => T): (locale: string) => T {
  const known = new Map<string, T>()
  return (locale) => {
    const found = known.get(locale) ?? make(locale)
    known.set(locale, found)
    return found
  }
}

/** Creating a formatter takes longer than using it a hundred times. */
const currencies = new Map<string, Intl.NumberFormat>()
function currencyFormat(
  locale: string,
  currency: string,
  signDisplay: 'auto' | 'exceptZero',
  decimals: number,
): Intl.NumberFormat {
  const key = [locale, currency, signDisplay, decimals].join()
  const known = currencies.get(key)
  if (known !== undefined) return known
  const style = { style: 'currency', currency, signDisplay } as const
  // Each currency has its own number of decimals, and an amount with more of them keeps them.
  const least = new Intl.NumberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? 2
  const format = new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: Math.max(least, decimals) })
  currencies.set(key, format)
  return format
}

const sizes = cached((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
const counts = cached((locale) => new Intl.NumberFormat(locale))
const percents = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))
const days = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const moments = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }))
const times = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
/** Without seconds, and with the time zone, because the customer may be in another one. */
const ends = cached(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
)
const spans = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const shortSpans = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }))
const presents = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))

/** Each creates a formatter that is slow to create, before it is needed. */
export const formatPreparations: readonly ((locale: string) => unknown)[] = [
  (locale) => moments(locale).format(0),
  (locale) => days(locale).format(0),
  (locale) => counts(locale).format(0),
  (locale) => spans(locale).format(0, 'day'),
]

/** What stands for a size without an amount, in the language of the locale. */
export interface SizeWords {
  readonly unlimited: string
  readonly notKnown: string
}

/** `1.5 GB`: at most two decimals, in a unit that people read, and otherwise with the unit as it came. */
export function formatSize(size: DataSize, locale: string, words: SizeWords): string {
  if (isUnlimited(size)) return words.unlimited
  if (!isKnown(size)) return words.notKnown
  const { value, unit } = readable(size)
  return `${sizes(locale).format(value)} ${unit}`
}

/** A number with at most two decimals, as in a size. */
export function formatNumber(value: number, locale: string): string {
  return sizes(locale).format(value)
}

export function formatCount(count: number, locale: string): string {
  return counts(locale).format(count)
}

/** `percent` is a whole number from 0 to 100. */
export function formatPercent(percent: number, locale: string): string {
  return percents(locale).format(percent / 100)
}

const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

function money({ amount, currency }: Money, locale: string, signDisplay: 'auto' | 'exceptZero'): string {
  if (!isNumeric(amount) || !/^[A-Z]{3}$/.test(currency))
    return `${signDisplay === 'auto' || amount.startsWith('-') ? '' : '+'}${amount} ${currency}`
  const decimals = trimEnd(amount.split('.')[1] ?? '', (digit) => digit === '0').length
  return currencyFormat(locale, currency, signDisplay, Math.min(decimals, 20)).format(amount)
}

/** `$4.50`. An unknown currency follows the amount. The amount is never converted to a float. */
export function formatMoney(amount: Money, locale: string): string {
  return money(amount, locale, 'auto')
}

/** `+$4.50` for credits that come back, `-$4.50` for credits that are spent. */
export function formatMoved(amount: Money, locale: string): string {
  return money(amount, locale, 'exceptZero')
}

/** Splits an ICCID into groups of four digits, as people read it aloud. A text with other characters stays whole. */
export function groupIccid(iccid: string): readonly string[] {
  return /^\d+$/.test(iccid) ? (iccid.match(/\d{1,4}/g) ?? []) : [iccid]
}

/** Returns epoch milliseconds, or `null` if the text is not an instant. */
export function readInstant(instant: string | null | undefined): number | null {
  const time = Date.parse(instant ?? '')
  return Number.isNaN(time) ? null : time
}

/** Formats date and time to the second, in the time zone of this machine. */
export function formatMoment(instant: string, locale: string): string {
  const time = readInstant(instant)
  return time === null ? instant : moments(locale).format(time)
}

/** Formats a time of today to the minute, given in epoch milliseconds. */
export function formatTime(time: number, locale: string): string {
  return times(locale).format(time)
}

/** Formats the end of a validity to the minute, with the time zone of this machine. */
export function formatEnd(instant: string, locale: string): string {
  const time = readInstant(instant)
  return time === null ? instant : ends(locale).format(time)
}

export function formatDay(instant: string, locale: string): string {
  const time = readInstant(instant)
  return time === null ? instant : days(locale).format(time)
}

const day = 24 * 3600
/**
 * The smallest number of seconds from which each unit is used, and its length in seconds. Days are used up to two
 * months, because they are more precise.
 */
const steps = [
  { unit: 'year', from: 365 * day, length: 365 * day },
  { unit: 'month', from: 61 * day, length: 30 * day },
  { unit: 'day', from: day, length: day },
  { unit: 'hour', from: 3600, length: 3600 },
  { unit: 'minute', from: 60, length: 60 },
] as const

/**
 * `in 12 days`, `3 hours ago`, or `now` below a minute. Both are rounded down: a future instant is the end of a
 * validity.
 */
export function formatRelative(
  instant: string,
  now: number,
  locale: string,
  { isShort = false }: { readonly isShort?: boolean } = {},
): string {
  const time = readInstant(instant)
  if (time === null) return instant
  const seconds = (time - now) / 1000
  const step = steps.find(({ from }) => Math.abs(seconds) >= from)
  if (step === undefined) return presents(locale)
  const span = (isShort ? shortSpans : spans)(locale)
  if (seconds < 0) return span.format(Math.trunc(seconds / step.length), step.unit)
  const [{ count, unit }] = remainingTime(time - now)
  return span.format(count, unit)
}

/** `20 seconds ago`, for an instant of the last minute. */
export const formatSecondsAgo = (instant: string, now: number, locale: string): string =>
  spans(locale).format(Math.min(-1, Math.trunc(((readInstant(instant) ?? now) - now) / 1000)), 'second')

/**
 * The length of a validity as the service gives it: `30 days`. `unlimited` is the locale's text for a validity without
 * an end.
 */
export function formatValidity(validity: Validity, locale: string, unlimited: string): string {
  if (validity.unlimited) return unlimited
  if (validity.value === null) return '–'
  return `${counts(locale).format(validity.value)} ${validity.unit ?? ''}`.trim()
}
