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

interface Named {
  readonly code: string
  readonly name: string
}

/** Returns whether words of a name of another country begin with a text. Each text is found in the sorted ones. */
function createParts(all: readonly Named[]): (text: string, own: string) => boolean {
  const endings = all
    .flatMap(({ code, name }) => {
      const words = name.split(' ')
      return words.map((_, at) => ({ code, text: words.slice(at).join(' ') }))
    })
    .toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
  function firstFrom(text: string): number {
    let [low, high] = [0, endings.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((endings[middle]?.text ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }
  return (text, own) => {
    for (let at = firstFrom(text); endings[at]?.text.startsWith(text) === true; at += 1)
      if (endings[at]?.code !== own) return true
    return false
  }
}

function read(): OtherCountryNames {
  const byCode = new Map(
    isoCountries.map((code) => {
      const names = [...DeskLanguage.options.map((language) => countryName(code, language)), ...ownNames(code)]
      return [code, [...new Set(names.map(foldName))]] as const
    }),
  )
  const isPartOfAnother = createParts(
    [...byCode].flatMap(([code, names]) =>
      [...names, ...(countryAliases.get(code) ?? [])].map((name) => ({ code, name })),
    ),
  )
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

/**
 * The same in parts, each for a moment in which nothing else is going on. Once they are done, a typed text waits for
 * nothing.
 */
export const preparations: readonly (() => void)[] = [
  ...DeskLanguage.options.map((language) => () => isoCountries.forEach((code) => countryName(code, language))),
  otherCountryNames,
]
