/** Serializes times, sizes and prices, and adds the hostile texts of a variant. */
import type { z } from 'zod'
import type { WirePrice } from '#shared/wire/values.ts'
import { twoDigits } from '../prng.ts'
import type { Currency } from '../store/inventory.ts'
import type { Item } from '../store/records.ts'

type Price = z.input<typeof WirePrice>

const dayLength = 86_400_000
const dayTexts = new Map<number, string>()

/** Returns a day as `2026-03-04T`, from a cache: a million customers have millions of times, but few days. */
function dayText(dayNumber: number): string {
  const cached = dayTexts.get(dayNumber)
  if (cached !== undefined) return cached
  const text = new Date(dayNumber * dayLength).toISOString().slice(0, 11)
  if (dayTexts.size > 20_000) dayTexts.clear()
  dayTexts.set(dayNumber, text)
  return text
}

/**
 * Formats a time as ISO 8601 in UTC with 0, 3 or 5 fractional digits, as services do. `salt` selects the number of
 * digits, so that it is the same in every response.
 */
export function instant(time: number, salt: number): string {
  const dayNumber = Math.floor(time / dayLength)
  const rest = Math.floor(time - dayNumber * dayLength)
  const seconds = Math.floor(rest / 1000)
  const clock =
    `${dayText(dayNumber)}${twoDigits(Math.floor(seconds / 3600))}` +
    `:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  const digits = salt % 3
  if (digits === 0) return `${clock}Z`
  const thousandths = rest % 1000
  const fraction = `${Math.floor(thousandths / 100)}${twoDigits(thousandths % 100)}`
  return digits === 1 ? `${clock}.${fraction}Z` : `${clock}.${fraction}${twoDigits(10 + (salt % 90))}Z`
}

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2

/** Formats a number of hundredths as a JSON number: 5, 0.5, 0.05. */
function hundredths(count: number): string {
  const rest = count % 100
  const whole = (count - rest) / 100
  if (rest === 0) return String(whole)
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${twoDigits(rest)}`
}

/** Serializes a size, rounded to two decimals: 50 MB can become 0.05 GB. */
export function sizeText(bytes: number, unit: 'MB' | 'GB' | 'TB'): string {
  const divisor = unit === 'MB' ? megabyte : unit === 'GB' ? gigabyte : gigabyte * 1024
  return `{"sizeValue":${hundredths(Math.round((bytes / divisor) * 100))},"sizeUnit":"${unit}"}`
}

export function priceText(cents: number, currency: Currency = 'USD'): string {
  return `{"sortIndex":0,"priceValue":${hundredths(cents)},"currencyCode":"${currency}"}`
}

/** Returns the unit of an item's remaining data, which usually is GB, whatever the unit of its size. */
export function balanceUnit(item: Item): 'MB' | 'GB' | 'TB' {
  const kind = item.salt % 8
  if (kind === 0 && item.pack.sizeUnit === 'TB') return 'TB'
  return kind < 2 && item.pack.sizeUnit === 'MB' ? 'MB' : 'GB'
}

export function price(cents: number, currencyCode: Currency = 'USD', sortIndex = 0): Price {
  return { sortIndex, priceValue: cents / 100, currencyCode }
}

const hostileTexts = [
  '<img src=x onerror="document.title=\'owned\'">',
  '=HYPERLINK("http://127.0.0.1:9/","x")',
  '"><script>document.title="owned"</script>',
  '{{constructor.constructor("document.title=1")()}}',
  "'; DROP TABLE customers; --",
  '\u202Egnp.exe\u202C',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  'a\u0000b\r\nSet-Cookie: x=1',
  'javascript:document.title="owned"',
  'W'.repeat(400),
  '%s%n${7*7}',
  '\u{1F9D1}\u200D\u{1F680}\u{1F1E9}\u{1F1EA}z\u0351\u036B\u0343',
] as const

/** Returns the text unchanged, or under the variant `text: hostile` with a prefix that a client must not interpret. */
export function displayText(text: string, hostile: boolean, salt: number): string {
  return hostile ? `${hostileTexts[salt % hostileTexts.length] ?? hostileTexts[0]} ${text}` : text
}

/** Returns the same JSON with numbers as texts and texts as numbers. */
export function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.length
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return []
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withWrongTypes(part)]))
}
