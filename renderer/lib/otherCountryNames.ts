/**
 * The names of countries in the languages of the window and in their own: "Deutschland", "España", "Suomi". They are
 * read when a typed text needs them, because nobody waits for them at the start.
 */
import { DeskLanguage } from '#shared/language.ts'
import { countryAliases } from './countryAliases.ts'
import { countryName } from './countryNames.ts'
import { foldName } from './foldText.ts'
import { isoCountries } from './isoCountries.ts'

export interface OtherCountryNames {
  /** The folded names of each country, by its code. */
  readonly byCode: ReadonlyMap<string, readonly string[]>
  /** The codes of the countries by those names that mean nothing else. */
  readonly decisive: ReadonlyMap<string, string>
}

/** A further language of a country, or a further script: each of these countries has several. */
const further: Readonly<Record<string, string>> = { CH: 'it', IE: 'ga', LU: 'lb', ME: 'sr-Latn', RS: 'sr-Latn' }

const ownNamesByLanguage = new Map<string, Intl.DisplayNames | null>()

/** `null` where the platform does not know the language. */
function namesIn(language: string): Intl.DisplayNames | null {
  const known = ownNamesByLanguage.get(language)
  if (known !== undefined) return known
  const isKnown = Intl.DisplayNames.supportedLocalesOf(language).length > 0
  const names = isKnown ? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }) : null
  ownNamesByLanguage.set(language, names)
  return names
}

/** What its people call a country, in the language that most of them speak. */
function ownNames(code: string): readonly string[] {
  const { language, script } = new Intl.Locale(`und-${code}`).maximize()
  const languages = [[language, script].filter((part) => part !== undefined).join('-'), further[code]]
  return languages.flatMap((one) => (one === undefined ? [] : (namesIn(one)?.of(code) ?? [])))
}

function read(): OtherCountryNames {
  const byCode = new Map(
    isoCountries.map((code) => {
      const names = [...DeskLanguage.options.map((language) => countryName(code, language)), ...ownNames(code)]
      return [code, [...new Set(names.map(foldName))]] as const
    }),
  )
  const all = [...byCode].flatMap(([code, names]) =>
    [...names, ...(countryAliases.get(code) ?? [])].map((name) => ({ code, name: ` ${name}` })),
  )
  const isPartOfAnother = (text: string, own: string): boolean =>
    all.some(({ code, name }) => code !== own && name.includes(` ${text}`))
  // "Island" is Iceland in German and a word of many names in English. A whole English name is known everywhere.
  const decisive = new Map(
    [...byCode].flatMap(([code, names]) => {
      const english = foldName(countryName(code, 'en'))
      return names.filter((name) => name === english || !isPartOfAnother(name, code)).map((name) => [name, code])
    }),
  )
  return { byCode, decisive }
}

let known: OtherCountryNames | undefined
export const otherCountryNames = (): OtherCountryNames => (known ??= read())
