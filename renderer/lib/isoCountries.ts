/** The countries in which a customer can live. */
import { countryName } from './countryNames.ts'

export interface CountryChoice {
  readonly code: string
  readonly name: string
}

/**
 * The ISO 3166-1 codes of every country in which a customer can live, and Kosovo's, which is in use without being part
 * of it.
 */
const letters = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW XK
`

export const isoCountries: readonly string[] = letters.trim().split(/\s+/)

const sorted = new Map<string, readonly CountryChoice[]>()

/**
 * All countries by their names in a language. Each language is sorted once: that takes a tenth of the time in which a
 * customer's page is rendered.
 */
export function countriesByName(locale: string): readonly CountryChoice[] {
  const known = sorted.get(locale)
  if (known !== undefined) return known
  const { compare } = new Intl.Collator(locale)
  const countries = isoCountries
    .map((code) => ({ code, name: countryName(code, locale) }))
    .toSorted((one, other) => compare(one.name, other.name))
  sorted.set(locale, countries)
  return countries
}
