/** Names of countries, and what country sets are known by (interface 2.2: `WWW` is worldwide, two letters are one country). */
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

/** Ways in which ids of regions are seen to be written, each with the one that has words (places.json). */
const spellings: Readonly<Record<string, string>> = {
  ASIAPACIFIC: 'APAC',
  BALKAN: 'BALKANS',
  BALTIC: 'BALTICS',
  CARIBBEAN: 'CARIB',
  CENTRALAMERICA: 'CENTRALAM',
  EUROPEANUNION: 'EU',
  GLOBAL: 'WWW',
  GULF: 'GCC',
  LATINAMERICA: 'LATAM',
  NORDIC: 'NORDICS',
  NORTHAMERICA: 'NORTHAM',
  SOUTHAMERICA: 'SOUTHAM',
  WORLD: 'WWW',
  WORLDWIDE: 'WWW',
}

/** What a region's id is known by in `places.json`: `north-america` and `NORTHAM` are one. */
export function regionKey(id: string): string {
  const plain = id.toUpperCase().replace(/[\s_-]+/g, '')
  return Object.hasOwn(spellings, plain) ? (spellings[plain] ?? plain) : plain
}

/** The address of a country's flag on the desk's own origin. */
export function flagAddress(code: string): string {
  return `/flags/${encodeURIComponent(code)}.png`
}
