/**
 * The country where the customer of a chat is: by the name of a country or of a well-known place, in the languages of
 * the sheet, in a sentence that says that somebody is there now. Any other country is offered and not taken.
 */
import { sheetLanguages } from '#shared/sheet/language.ts'
import { countryAliases } from '../countryAliases.ts'
import { countryName } from '../countryNames.ts'
import { isoCountries } from '../isoCountries.ts'
import { isEastAsian, tokensOf, type Token } from './chatTokens.ts'
import { knownPlaces } from './cities.ts'
import {
  ambiguousNames,
  arrivalWords,
  articles,
  elsewhereJapanese,
  elsewhereWords,
  fillers,
  insideJapanese,
  insideWords,
  negations,
  originWords,
  sinceWords,
  stayWords,
  towardsWords,
  yesterdayWords,
} from './presence.ts'

export interface ChatPlace {
  /** ISO2 code. */
  readonly code: string
  /** The place in the country, in Latin letters, or `null` if the country itself is named. */
  readonly city: string | null
}

export interface ChatPlaces {
  readonly taken: ChatPlace | null
  readonly offered: readonly ChatPlace[]
}

/** More would be a list of countries and no help. */
const maxOffered = 3

interface Name {
  readonly code: string
  /** In letters that everybody can read. */
  readonly city: string | null
}

interface Names {
  /** By the folded words of a name, with blanks between them. */
  readonly words: ReadonlyMap<string, Name>
  readonly eastAsian: ReadonlyMap<string, Name>
  readonly eastAsianStarts: ReadonlySet<string>
}

/** Abbreviations, which count in capitals alone. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ['US', 'US'],
  ['UK', 'GB'],
  ['UAE', 'AE'],
  ['EUA', 'US'],
  ['VAE', 'AE'],
])
/** Names of countries that `Intl` has in another form. */
const spoken: readonly (readonly [code: string, names: string])[] = [
  ['US', 'アメリカ 米国 أمريكا'],
  ['GB', '英国 بريطانيا إنجلترا Inghilterra'],
  ['AE', 'Emirates Emirate Emiratos Emirati Emirados الإمارات'],
  ['TR', 'Turchia Turquia'],
]
const minLatin = 4
const maxWords = 6
const maxEastAsian = 16

/** The names of all countries in each language, and those of places. */
function allNames(): Names {
  const words = new Map<string, Name>()
  const east = new Map<string, Name>()
  const add = (text: string, name: Name): void => {
    if (isEastAsian(text)) {
      if (text.length > 1) east.set(text.normalize('NFKC'), name)
      return
    }
    const key = tokensOf(text)
      .map(({ folded }) => folded)
      .join(' ')
    const isShort = key.length < minLatin && key !== 'usa' && !ambiguousNames.has(key) && /^[a-z]*$/.test(key)
    if (!isShort && !words.has(key)) words.set(key, name)
  }
  for (const code of isoCountries)
    for (const language of sheetLanguages) add(countryName(code, language), { code, city: null })
  for (const [code, aliases] of countryAliases) for (const alias of aliases) add(alias, { code, city: null })
  for (const [code, names] of spoken) for (const name of names.split(' ')) add(name, { code, city: null })
  for (const { code, name, spellings } of knownPlaces) for (const one of spellings) add(one, { code, city: name })
  return { words, eastAsian: east, eastAsianStarts: new Set([...east.keys()].map((name) => name.slice(0, 1))) }
}
const names = allNames()

interface Found extends Name {
  readonly from: number
  readonly to: number
  readonly written: string
  /** What follows it in its own token. */
  readonly rest: string
  /** It is written in one word with a preposition, as in Arabic. */
  readonly isInside: boolean
}

/** Arabic writes "in", "to" and "and" in one word with what follows. */
function arabicForms(word: string): readonly (readonly [text: string, isInside: boolean])[] {
  const [first = '', second = ''] = word
  if (first === 'ب') return [[word.slice(1), true]]
  if (first === 'ل' && second === 'ل') return [[`ا${word.slice(1)}`, false]]
  return first === 'و' || first === 'ل' ? [[word.slice(1), false]] : []
}

function wordsAt(all: readonly Token[], from: number): Found | null {
  const first = all[from]
  if (first === undefined) return null
  const abbreviated = abbreviations.get(first.written)
  if (abbreviated !== undefined)
    return { code: abbreviated, city: null, from, to: from + 1, written: first.written, rest: '', isInside: false }
  for (let to = Math.min(all.length, from + maxWords); to > from; to -= 1) {
    const parts = all.slice(from, to)
    const [, ...others] = parts.map(({ folded }) => folded)
    const starts = [[first.folded, false] as const, ...arabicForms(first.folded)]
    for (const [start, isInside] of starts) {
      const name = names.words.get([start, ...others].join(' '))
      if (name !== undefined)
        return { ...name, from, to, written: parts.map(({ written }) => written).join(' '), rest: '', isInside }
    }
  }
  return null
}

function eastAsianIn(token: Token, from: number): readonly Found[] {
  const text = token.written.normalize('NFKC')
  const found: Found[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (!names.eastAsianStarts.has(text.charAt(at))) continue
    for (let length = Math.min(maxEastAsian, text.length - at); length > 1; length -= 1) {
      const written = text.slice(at, at + length)
      const name = names.eastAsian.get(written)
      if (name === undefined) continue
      const rest = text.slice(at + length)
      found.push({ ...name, from, to: from + 1, written, rest, isInside: false })
      at += length - 1
      break
    }
  }
  return found
}

function namesIn(all: readonly Token[]): readonly Found[] {
  const found: Found[] = []
  for (let at = 0; at < all.length; at += 1) {
    const token = all[at]
    if (token === undefined) break
    if (isEastAsian(token.written)) {
      found.push(...eastAsianIn(token, at))
      continue
    }
    const one = wordsAt(all, at)
    if (one === null) continue
    found.push(one)
    at = one.to - 1
  }
  return found
}

/** `here`: the sentence says that somebody is there. `alone`: it has nothing else. `named`: anything else. */
type Role = 'here' | 'alone' | 'named'

interface Sentence {
  readonly text: string
  readonly all: readonly Token[]
}

/** Words on each side that decide, at most. A clause is short where somebody writes one. */
const reach = 12

function clauseAround(all: readonly Token[], { from, to }: Found): readonly Token[] {
  const clause = all[from]?.clause
  const near = all.slice(Math.max(0, from - reach), to + reach)
  return near.filter(
    (token) =>
      token.clause === clause && (token.start < (all[from]?.start ?? 0) || token.start >= (all[to - 1]?.end ?? 0)),
  )
}

function isQuestion(text: string, end: number): boolean {
  const next = /[.!?\u3002\uff01\uff1f\u061f\n]/.exec(text.slice(end, end + 200))?.[0] ?? ''
  return '?\uff1f\u061f'.includes(next) && next !== ''
}

function eastAsianRole({ text, all }: Sentence, { from, rest }: Found): Role {
  const token = all[from]
  if (token === undefined) return 'named'
  const [clause = ''] = text.slice(token.start, token.start + 200).split(/[。！？.!?\n]/)
  if (elsewhereJapanese.test(clause) || isQuestion(text, token.end)) return 'named'
  const after = rest === '' ? text.slice(token.end, token.end + 4).trimStart() : rest
  if (insideJapanese.test(after)) return 'here'
  return after === '' || after === 'です' || /^[、。!！]/.test(after) ? 'alone' : 'named'
}

/** The last word before a place that is no article, and the one before it. */
function wordsBefore(all: readonly Token[], { from }: Found): readonly [word: string, before: string] {
  const clause = all[from]?.clause
  const before = all
    .slice(Math.max(0, from - reach), from)
    .filter((token) => token.clause === clause)
    .map(({ folded }) => folded)
    .reverse()
  const isArticle = (word: string): boolean => articles.has(word) && !insideWords.has(word) && !originWords.has(word)
  const at = before.findIndex((word) => !isArticle(word))
  return [before[at] ?? '', before[at + 1] ?? '']
}

function roleOf(sentence: Sentence, found: Found): Role {
  const { text, all } = sentence
  const first = all[found.from]
  const end = all[found.to - 1]?.end ?? 0
  if (first === undefined) return 'named'
  if (isEastAsian(first.written)) return eastAsianRole(sentence, found)
  const clause = clauseAround(all, found)
  const [word, before] = wordsBefore(all, found)
  const isAmbiguous = ambiguousNames.has(first.folded)
  // Somebody who has been in a place since yesterday is there now.
  const counted = clause.filter((_, at) => !sinceWords.has(clause[at - 1]?.folded ?? ''))
  const says = (words: ReadonlySet<string>): boolean => counted.some(({ folded }) => words.has(folded))
  const isPast = says(elsewhereWords) || (says(yesterdayWords) && !says(arrivalWords))
  if (isQuestion(text, end) || originWords.has(word) || isPast) return 'named'
  if (negations.has(before) || (before === 'no' && insideWords.has(word))) return 'named'
  const leadsThere = towardsWords.has(word) && (says(stayWords) || says(arrivalWords))
  const isThere = found.isInside || insideWords.has(word) || leadsThere
  if (isThere) return isAmbiguous && first.written === first.folded ? 'named' : 'here'
  return !isAmbiguous && clause.every(({ folded }) => fillers.has(folded)) ? 'alone' : 'named'
}

const placeOf = ({ code, city, written }: Found): ChatPlace => ({
  code,
  city: city !== null && /\p{sc=Latin}/u.test(written) ? written : city,
})

/** One for each country, with a place in it if the chat names one. */
function joined(found: readonly Found[]): readonly ChatPlace[] {
  const byCode = new Map<string, ChatPlace>()
  for (const one of found) if (byCode.get(one.code)?.city == null) byCode.set(one.code, placeOf(one))
  return [...byCode.values()]
}

/** @param texts the customer's lines */
export function chatPlaces(texts: readonly string[]): ChatPlaces {
  const all = texts.flatMap((text) => {
    const sentence = { text, all: tokensOf(text) }
    return namesIn(sentence.all).map((found) => ({ found, role: roleOf(sentence, found) }))
  })
  const inRole = (role: Role): readonly ChatPlace[] =>
    joined(all.filter((one) => one.role === role).map(({ found }) => found))
  const every = joined(all.map(({ found }) => found))
  const here = inRole('here')
  const only = here.length === 0 && every.length === 1 ? inRole('alone')[0] : here.length === 1 ? here[0] : undefined
  const known = every.find(({ code }) => code === only?.code) ?? null
  return { taken: known, offered: every.filter(({ code }) => code !== known?.code).slice(0, maxOffered) }
}
