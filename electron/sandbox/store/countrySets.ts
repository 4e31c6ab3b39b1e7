/**
 * The sandbox's country sets: worldwide (`WWW`), regions, and single countries named by their ISO2 code (interface
 * 2.2).
 */

export type CountrySet = {
  readonly id: string
  readonly name: string
  readonly kind: 'worldwide' | 'region' | 'country'
  readonly countries: readonly string[]
  /** The price of a gigabyte relative to the global average, which makes prices realistic. */
  readonly cost: number
}

const regions: readonly [id: string, name: string, cost: number, countries: string][] = [
  [
    'EUROPE',
    'Europe',
    0.9,
    'AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MK MT NL NO PL PT RO RS SE SI SK TR UA',
  ],
  ['APAC', 'Asia-Pacific', 1.3, 'AU CN HK ID IN JP KH KR LK MO MY NZ PH SG TH TW VN'],
  ['NORTHAM', 'North America', 1.4, 'CA MX US'],
  ['LATAM', 'Latin America', 1.9, 'AR BO BR CL CO CR DO EC GT HN MX NI PA PE PY SV UY'],
  ['MENA', 'Middle East & North Africa', 1.8, 'AE BH EG IL JO KW MA OM QA SA TN TR'],
  ['AFRICA', 'Africa', 2.6, 'BW CI CM EG GH KE MG MU NG RW SN TN TZ UG ZA ZM'],
  ['BALKANS', 'Balkans', 1, 'AL BA BG GR HR ME MK RO RS SI XK'],
  ['CARIB', 'Caribbean', 2.9, 'AG AI AW BB BM BS CW DM DO GD GP JM KN KY LC MQ PR TC TT VC VG'],
]

const single: readonly [code: string, name: string, cost: number][] = [
  ['DE', 'Germany', 0.8],
  ['FR', 'France', 0.8],
  ['ES', 'Spain', 0.8],
  ['IT', 'Italy', 0.7],
  ['GB', 'United Kingdom', 0.8],
  ['PT', 'Portugal', 0.8],
  ['GR', 'Greece', 0.9],
  ['CH', 'Switzerland', 1.1],
  ['TR', 'Türkiye', 0.9],
  ['US', 'United States', 1.2],
  ['CA', 'Canada', 1.7],
  ['MX', 'Mexico', 1.5],
  ['BR', 'Brazil', 1.7],
  ['JP', 'Japan', 0.9],
  ['KR', 'South Korea', 1],
  ['TH', 'Thailand', 0.7],
  ['SG', 'Singapore', 0.8],
  ['ID', 'Indonesia', 0.9],
  ['VN', 'Vietnam', 0.8],
  ['IN', 'India', 1.1],
  ['AU', 'Australia', 1],
  ['NZ', 'New Zealand', 1.1],
  ['AE', 'United Arab Emirates', 1.9],
  ['EG', 'Egypt', 1.6],
  ['MA', 'Morocco', 1.5],
  ['ZA', 'South Africa', 1.6],
]

const elsewhere = 'AD AF AM AZ BD BY GE GI GG GF IM IQ JE KG KZ LA MC MD ME MN MV NP PK RE RU SM TJ UZ VA VE'

const regional: CountrySet[] = regions.map(([id, name, cost, countries]) => ({
  id,
  name,
  cost,
  kind: 'region',
  countries: countries.split(' '),
}))
const worldwide: CountrySet = {
  id: 'WWW',
  name: 'Worldwide',
  kind: 'worldwide',
  cost: 2.2,
  countries: [
    ...new Set([...regional.flatMap((set) => set.countries), ...single.map(([code]) => code), ...elsewhere.split(' ')]),
  ].sort(),
}

export const countrySets: readonly CountrySet[] = [
  worldwide,
  ...regional,
  ...single.map(([id, name, cost]): CountrySet => ({ id, name, cost, kind: 'country', countries: [id] })),
]

const byId = new Map(countrySets.map((set) => [set.id, set]))

export function countrySet(id: string): CountrySet | undefined {
  return byId.get(id)
}

/** Whether the set is worldwide or a region. ON_DEMAND exists for these sets only (interface 8). */
export function isWide(set: CountrySet): boolean {
  return set.kind !== 'country'
}

/** Parses a list like `de-DE,de;q=0.9`. Returns its valid languages, those with the greatest weight first. */
function languagesOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ name, weight }) => weight > 0 && isLanguage(name))
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ name }) => name)
}

function isLanguage(name: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the name of a country in the first known language of an Accept-Language list, or else in English, or the code
 * itself if there is no name.
 */
export function countryName(code: string, locale = 'en'): string {
  return namesIn(locale).of(code) ?? code
}

const namesByLocale = new Map<string, Intl.DisplayNames>()

/**
 * Caches one instance for each list of languages, because creating one takes longer than formatting a whole list of
 * names.
 */
function namesIn(locale: string): Intl.DisplayNames {
  const cached = namesByLocale.get(locale)
  if (cached !== undefined) return cached
  const names = new Intl.DisplayNames([...languagesOf(locale), 'en'], { type: 'region' })
  if (namesByLocale.size >= 100) namesByLocale.clear()
  namesByLocale.set(locale, names)
  return names
}

export const everyCountry: ReadonlySet<string> = new Set(worldwide.countries)
