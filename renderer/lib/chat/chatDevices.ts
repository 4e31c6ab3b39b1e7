/**
 * The device of the customer of a chat: the longest name of the service's list that the chat has as whole words. A
 * model that is not on the list is offered if a known brand is before it, and so is one of several.
 */
import type { DeviceRow } from '#shared/model/customer/views.ts'
import { deviceName } from '../deviceName.ts'
import { tokensOf } from './chatTokens.ts'

export interface ChatDevices {
  readonly taken: string | null
  readonly offered: readonly string[]
}

const maxOffered = 3
/** Pieces of a name, such as the two of "S23". */
const maxPieces = 10

const setOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** What a brand or a series is called in Japanese, which has no blanks around it. */
const japanese: readonly (readonly [RegExp, string])[] = [
  [/ピクセル/g, ' Pixel '],
  [/アイフォー?ン/g, ' iPhone '],
  [/ギャラクシー/g, ' Galaxy '],
  [/エクスペリア/g, ' Xperia '],
  [/プロ(?!\p{L})/gu, ' Pro '],
]
/** The same in Arabic, folded. */
const arabic: ReadonlyMap<string, string> = new Map([
  ['ايفون', 'iphone'],
  ['الايفون', 'iphone'],
  ['بكسل', 'pixel'],
  ['بيكسل', 'pixel'],
  ['جالاكسي', 'galaxy'],
  ['غالاكسي', 'galaxy'],
  ['سامسونج', 'samsung'],
  ['شاومي', 'xiaomi'],
  ['برو', 'pro'],
  ['ماكس', 'max'],
  ['الترا', 'ultra'],
  ['بلس', 'plus'],
])

const brands = setOf(
  'apple iphone ipad google pixel samsung galaxy xiaomi redmi poco oppo oneplus motorola moto honor huawei sony xperia',
  'nokia fairphone vivo realme asus zenfone rakuten',
)
/** Series whose names are no other words, so that no digit is needed. */
const series = setOf('iphone ipad pixel galaxy xperia oneplus fairphone thinkphone surface thinkpad razr')
/** After a model, it is another model. */
const variants = setOf('pro max plus ultra mini xl fe lite se air fold flip neo note e')
/** It is not the device that the eSIM is on. */
const otherDevice = setOf(
  'old previous former instead friend wife husband son daughter laptop his her before had broke lost',
  'altes alten alte fruheres vorher freund freundin frau mann statt seine ihr hatte',
  'viejo vieja anterior antes amigo amiga esposa marido ancien ancienne avant ami femme mari',
  'vecchio vecchia prima moglie marito amico amica antigo velho antes amigo esposa القديم قديم صديقي زوجتي زوجي',
)
const otherJapanese = /前の|以前|古い|友達|友人|妻|夫/

interface Piece {
  readonly text: string
  readonly startsWord: boolean
  readonly endsWord: boolean
  readonly clause: number
  readonly start: number
  readonly end: number
}

function plain(text: string): string {
  const latin = japanese.reduce((so, [name, written]) => so.replaceAll(name, written), text)
  return latin.replaceAll('+', ' plus ').replaceAll(/\b(\d{1,2})(?:st|nd|rd|th) generation|第(\d)世代/gi, ' $1$2 ')
}

function piecesOf(line: string): readonly Piece[] {
  return tokensOf(line).flatMap(({ folded, start, end, clause }) => {
    const parts = (arabic.get(folded) ?? folded).match(/\p{N}+|[^\p{N}]+/gu) ?? []
    return parts.map((text, at) => ({
      text,
      clause,
      start,
      end,
      startsWord: at === 0,
      endsWord: at === parts.length - 1,
    }))
  })
}

const keyOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** The names under which a device is looked for, each as its pieces. Without its vendor it needs a distinctive name. */
function keysOf(row: DeviceRow): readonly string[] {
  const full = piecesOf(plain(`${row.vendor ?? ''} ${row.name}`))
  const own = piecesOf(plain(row.name))
  const [first] = own
  const isDistinctive =
    first !== undefined &&
    (series.has(first.text) ||
      (first.text.length > 2 && first.text !== 'phone' && own.some(({ text }) => /\d/.test(text))))
  // "Samsung S24" is what people call a Galaxy S24.
  const short = first?.text === 'galaxy' ? [keyOf(full).replace('galaxy', '')] : []
  return [keyOf(full), ...(isDistinctive ? [keyOf(own)] : []), ...short]
}

interface FoundDevice {
  readonly name: string
  readonly isListed: boolean
  readonly isOther: boolean
}

function listedAt(pieces: readonly Piece[], at: number, names: ReadonlyMap<string, string>) {
  for (let to = Math.min(pieces.length, at + maxPieces); to > at; to -= 1) {
    const last = pieces[to - 1]
    const next = pieces[to]
    const name = last?.endsWord === true ? names.get(keyOf(pieces.slice(at, to))) : undefined
    if (name === undefined) continue
    // "Pixel 8 Pro" is no Pixel 8, even if the list has the Pixel 8 alone.
    return next !== undefined && next.clause === last?.clause && variants.has(next.text) ? null : { name, to }
  }
  return null
}

/** A brand, at most one word, a word with a digit, and the name of a variant. */
function unlistedAt(pieces: readonly Piece[], at: number): number | null {
  const [first] = pieces.slice(at, at + 1)
  if (first === undefined || !brands.has(first.text)) return null
  const isSame = (to: number): boolean => pieces[to]?.clause === first.clause
  let to = at + 1
  while (isSame(to) && to < at + 4 && !/\d/.test(pieces[to]?.text ?? '')) to += 1
  if (!isSame(to) || !/\d/.test(pieces[to]?.text ?? '')) return null
  to += 1
  while (isSame(to) && (pieces[to]?.startsWord === false || variants.has(pieces[to]?.text ?? ''))) to += 1
  return to
}

function devicesIn(line: string, names: ReadonlyMap<string, string>): readonly FoundDevice[] {
  const text = plain(line)
  const pieces = piecesOf(text)
  const found: FoundDevice[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (piece?.startsWord !== true) continue
    const listed = listedAt(pieces, at, names)
    const to = listed?.to ?? unlistedAt(pieces, at)
    if (to === null) continue
    const around = pieces.slice(Math.max(0, at - 8), to + 8).filter(({ clause }) => clause === piece.clause)
    const isOther = around.some((one) => otherDevice.has(one.text) || otherJapanese.test(one.text))
    const written = text.slice(piece.start, pieces[to - 1]?.end)
    found.push({ name: listed?.name ?? written.replaceAll(/\s+/g, ' '), isListed: listed !== null, isOther })
    at = to - 1
  }
  return found
}

/** @param texts the customer's lines */
export function chatDevices(texts: readonly string[], rows: readonly DeviceRow[]): ChatDevices {
  const names = new Map(rows.flatMap((row) => keysOf(row).map((key) => [key, deviceName(row)] as const)))
  const found = texts.flatMap((text) => devicesIn(text, names))
  const own = new Set(found.filter(({ isListed, isOther }) => isListed && !isOther).map(({ name }) => name))
  const [first = null] = own
  const taken = own.size === 1 ? first : null
  const all = [...new Set(found.map(({ name }) => name))]
  return { taken, offered: all.filter((name) => name !== taken).slice(0, maxOffered) }
}
