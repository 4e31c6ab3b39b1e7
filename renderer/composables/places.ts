/** Names of countries and country sets in words (interface 2.2: `WWW` is worldwide, two letters are one country). */
const displayNames = new Map<string, Intl.DisplayNames>()

function regionNames(locale: string): Intl.DisplayNames {
  const known = displayNames.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' })
  displayNames.set(locale, known)
  return known
}

const twoLetters = /^[A-Z]{2}$/

export function isCountryCode(code: string): boolean {
  return twoLetters.test(code)
}

/** A country's name; the code as it came where the platform knows none. */
export function countryName(code: string, locale: string): string {
  return isCountryCode(code) ? (regionNames(locale).of(code) ?? code) : code
}

const acronyms: ReadonlySet<string> = new Set(['APAC', 'ASEAN', 'CIS', 'EEA', 'EMEA', 'EU', 'GCC', 'LATAM', 'MENA', 'UK', 'USA'])

/** `EUROPE_PLUS` reads "Europe plus"; what is already written in mixed case stays as it came. */
function asWords(id: string): string {
  if (id !== id.toUpperCase() || acronyms.has(id)) return id
  const words = id.replace(/[_-]+/g, ' ').trim().toLowerCase()
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1)
}

/** A country set's name; `worldwide` is the locale's word for `WWW`. */
export function countrySetName(id: string, locale: string, worldwide: string): string {
  if (id === 'WWW') return worldwide
  return isCountryCode(id) ? countryName(id, locale) : asWords(id)
}

/** The address of a country's flag on the desk's own origin. */
export function flagAddress(code: string): string {
  return `/flags/${encodeURIComponent(code)}.png`
}
