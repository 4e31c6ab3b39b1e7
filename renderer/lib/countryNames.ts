/** Names of countries and keys of country sets (interface 2.2: `WWW` is worldwide, two letters are one country). */
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

/** The name of a country, or the code as it came if the platform knows no name. */
export function countryName(code: string, locale: string): string {
  return isCountryCode(code) ? (regionNames(locale).of(code) ?? code) : code
}

/** The known spellings of region ids, each with the key that has a name in places.json. */
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

/** The key of a region in `places.json`: `north-america` and `NORTHAM` have the same one. */
export function regionKey(id: string): string {
  const plain = id.toUpperCase().replace(/[\s_-]+/g, '')
  return Object.hasOwn(spellings, plain) ? (spellings[plain] ?? plain) : plain
}

/** The address of a country's flag on the desk's own origin. */
export function flagAddress(code: string): string {
  return `/flags/${encodeURIComponent(code)}.png`
}
