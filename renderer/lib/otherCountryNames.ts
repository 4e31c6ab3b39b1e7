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

/** The ends of the names, each from one of its words on. */
const endingsOf = (all: readonly Named[]): Named[] =>
  all.flatMap(({ code, name }) => {
    const words = name.split(' ')
    return words.map((_, at) => ({ code, name: words.slice(at).join(' ') }))
  })

const byText = (one: Named, other: Named): number => (one.name < other.name ? -1 : Number(one.name > other.name))

/** Whether words of a name of another country begin with the text, which is found among the sorted ends of names. */
function isPartOfAnother(endings: readonly Named[], text: string, own: string): boolean {
  let [low, high] = [0, endings.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((endings[middle]?.name ?? '') < text) low = middle + 1
    else high = middle
  }
  for (let at = low; endings[at]?.name.startsWith(text) === true; at += 1) if (endings[at]?.code !== own) return true
  return false
}

/** So many countries take a few milliseconds. */
const countriesAtOnce = 25

function* inParts<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let start = 0; start < all.length; start += countriesAtOnce) yield all.slice(start, start + countriesAtOnce)
}

/** Reads the names in short parts. */
function* read(): Generator<undefined, OtherCountryNames> {
  for (const language of DeskLanguage.options) {
    countryName('DE', language)
    yield
  }
  const byCode = new Map<string, readonly string[]>()
  for (const codes of inParts(isoCountries)) {
    for (const code of codes) {
      const names = [...DeskLanguage.options.map((language) => countryName(code, language)), ...ownNames(code)]
      byCode.set(code, [...new Set(names.map(foldName))])
    }
    yield
  }
  const endings = endingsOf(
    [...byCode].flatMap(([code, names]) =>
      [...names, ...(countryAliases.get(code) ?? [])].map((name) => ({ code, name })),
    ),
  )
  yield
  endings.sort(byText)
  yield
  // "Island" is Iceland in German and a word of many names in English. A whole English name is known everywhere.
  const decisive = new Map<string, string>()
  for (const some of inParts([...byCode])) {
    for (const [code, names] of some) {
      const english = foldName(countryName(code, 'en'))
      for (const name of names) if (name === english || !isPartOfAnother(endings, name, code)) decisive.set(name, code)
    }
    yield
  }
  return { byCode, decisive }
}

const reading = read()
let known: OtherCountryNames | undefined

/**
 * Reads some more, in a moment in which nothing else is going on. Returns whether something is left. Once nothing is, a
 * typed text waits for nothing.
 */
export function prepareSome(): boolean {
  if (known !== undefined) return false
  const step = reading.next()
  if (step.done === true) known = step.value
  return step.done !== true
}

export function otherCountryNames(): OtherCountryNames {
  while (prepareSome());
  if (known === undefined) throw new Error('The names are read to their end')
  return known
}
