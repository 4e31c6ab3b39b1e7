/** Writes for a customer where packages work. */
import type { SheetMessages } from './messages.ts'
import { plain, shortened } from './plain.ts'

/** A longer list of names would be hard to read. */
const maxNamed = 6
const maxNameLength = 40

/** A code that names no country is written as the service sent it. */
function nameOf(code: string, names: Intl.DisplayNames): string {
  const name = /^[a-z]{2}$/i.test(code) ? names.of(code.toUpperCase()) : undefined
  return name ?? shortened(plain(code), maxNameLength)
}

/** Empty if no country is known. */
export function countriesText(
  codes: readonly string[],
  { locale, byPackageList, someCountries }: Pick<SheetMessages, 'locale' | 'byPackageList' | 'someCountries'>,
): string {
  const known = new Intl.DisplayNames([locale], { type: 'region' })
  const names = [...new Set(codes.map((code) => nameOf(code, known)))].filter((name) => name !== '')
  if (names.length === 0) return ''
  const listed = names.sort(new Intl.Collator(locale).compare).slice(0, maxNamed)
  const list = new Intl.ListFormat(locale).format(listed)
  const count = new Intl.NumberFormat(locale).format(names.length)
  const countries =
    names.length > maxNamed ? someCountries.replace('{count}', () => count).replace('{countries}', () => list) : list
  return byPackageList.replace('{countries}', () => countries)
}
