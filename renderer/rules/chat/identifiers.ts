/**
 * What in a chat names a customer: whole identifiers, the last digits of an ICCID or IMSI that are introduced as such,
 * and references. Numbers that nobody calls one of these, such as those of phones, name nobody, and neither does what
 * the agent has written.
 */
import { findActivationCode, fold } from '#shared/model/search/identifier.ts'
import { trimEnd } from '#shared/model/trimEnd.ts'
import type { ChatLine } from './transcript.ts'

export interface ChatIdentifier {
  readonly kind: 'email' | 'iccid' | 'imsi' | 'uid' | 'activationCode' | 'ending' | 'reference'
  /** The form in which it is searched. */
  readonly value: string
}

/** As people write it. */
export const shownOf = ({ kind, value }: ChatIdentifier): string => (kind === 'ending' ? `…${value}` : value)

/** Each one is a search of its own. */
const maxIdentifiers = 6

/** Domains at which customers have their addresses as well as resellers. */
const publicDomains: ReadonlySet<string> = new Set(
  [
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.jp icloud.com me.com aol.com',
    'gmx.de gmx.net web.de t-online.de orange.fr free.fr laposte.net libero.it uol.com.br proton.me protonmail.com',
    'mail.com yandex.com qq.com docomo.ne.jp',
  ].flatMap((line) => line.split(' ')),
)

const notInAddress = /[^\p{L}\p{N}._%+'@-]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Arabic}]+/u
const addressForm = /^[^@]+@[^@.]+(?:\.[^@.]+)*\.[^@.]{2,}$/
const isEdge = (character: string): boolean => ".'-".includes(character)

function addressesIn(text: string): readonly string[] {
  if (!text.includes('@')) return []
  return text
    .split(notInAddress)
    .map((word) => trimEnd(fold(word).replace(/^[.'-]+/, ''), isEdge))
    .filter((word) => addressForm.test(word))
}

/** The addresses of the reseller, and the domains at which every address is one. */
interface OwnAddresses {
  readonly addresses: ReadonlySet<string>
  readonly domains: ReadonlySet<string>
}

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1)

/** @param texts those that the reseller writes about itself, such as the address of its mails */
export function ownAddressesOf(texts: readonly string[]): OwnAddresses {
  const addresses = texts.flatMap(addressesIn)
  return {
    addresses: new Set(addresses),
    domains: new Set(addresses.map(domainOf).filter((domain) => !publicDomains.has(domain))),
  }
}

/** Words that introduce digits as the last ones of a number. */
const endWords =
  /\b(?:ends?|ending|endet|enden|endend|termina[nr]?|terminad[oa]|acaba[nr]?|finit|finissent|finissant|termine|terminent|finisce|finiscono)\b|末尾|終わ|下\d?桁|تنتهي|ينتهي|نهايته|نهايتها/
/** They may be about time as well, and so need a word for a number beside them. */
const lastWords = /\b(?:last|final|letzten?|ultim[oa]s?|ultim[ie]|derni[eè]re?s?)\b|最後|اخر/
const numberWords =
  /\b(?:e?-?sims?|iccids?|imsi|digits?|numbers?|ziffern?|endziffern|nummern?|cifras?|digitos?|numeros?|chiffres?|cifre|numer[oi])\b|番号|桁|数字|رقم|ارقام|الرقم|شريحة|الشريحة/
const simWords = /sim\b|sims\b|iccid|imsi|シム|شريحة/
/** What else has a number with last digits. */
const otherThings =
  /phone|\btel|handy|mobile|movil|celular|portable|cellulare|whats|visa|\bcard|karte|tarjeta|carte|carta|cartao|credit|kredit|\bpin\b|account|konto|電話|携帯|カード|هاتف|جوال|بطاقه|بطاقة/
const units = /^\s?(?:[kmgt]i?b\b|%|€|\$|£|¥|円|usd\b|eur\b|days?\b|tage?\b)/i
const leftOut = /(?:\u2026|\.\.|[*\u2022#]{2}|xx)\s?$/i
const endingDigits = /(?<![\d.,:/@+\w-])\d{2,12}(?: \d{2,6}){0,4}(?![\d:/@\w-]|[.,]\d)/g
/** How far from the digits their introduction may be, in characters. */
const nearby = 60

const plainOf = (text: string): string => fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
const clauseEnd = /[.!?;\u3002\uff01\uff1f]\s|\u3002/

const lastClause = (text: string): string => text.split(clauseEnd).at(-1) ?? ''
const firstClause = (text: string): string => text.split(clauseEnd)[0] ?? ''

function introduces(around: string): boolean {
  const text = plainOf(around)
  if (otherThings.test(text) && !simWords.test(text)) return false
  return (endWords.test(text) || lastWords.test(text)) && numberWords.test(text)
}

const phoneBefore = /\+\d[\d\s()-]{0,20}$/

/** @param agentText the agent's last text before the line */
function endingsIn(text: string, agentText: string): readonly string[] {
  const isAnswer = text.length < nearby && introduces(agentText.slice(-3 * nearby))
  return [...text.matchAll(endingDigits)].flatMap(({ 0: digits, index }) => {
    const value = digits.replaceAll(' ', '')
    const before = text.slice(Math.max(0, index - nearby), index)
    const after = text.slice(index + digits.length, index + digits.length + nearby)
    if (value.length < 4 || value.length > 17 || units.test(after) || phoneBefore.test(before)) return []
    const around = `${lastClause(before)} ${firstClause(after)}`
    const isShortened = leftOut.test(before) && (simWords.test(plainOf(around)) || !otherThings.test(plainOf(around)))
    const isIdentifier = isShortened || introduces(around) || (isAnswer && !/\p{L}{4}/u.test(text))
    return isIdentifier ? [value] : []
  })
}

const numberWithin = /\d(?:[\s-]{0,2}\d)*/g
const iccidForm = /^89\d{16,18}$/

/** An ICCID is printed in one piece or in groups. A number beside one in one piece does not belong to it. */
function iccidsIn(text: string): readonly string[] {
  return [...text.matchAll(numberWithin)].flatMap(([number]) => {
    const pieces = number.split(/[\s-]+/).filter((piece) => iccidForm.test(piece))
    if (pieces.length > 0) return pieces
    const joined = number.replaceAll(/[\s-]/g, '')
    return iccidForm.test(joined) ? [joined] : []
  })
}

const imsiWithin = /\bimsi\b[^\d]{0,20}(\d{14,15})(?!\d)/gi
const uuidWithin = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/gi

const referenceWords =
  /^(?:order|booking|reference|ref|bestellung|bestellnummer|buchung|buchungsnummer|auftrag|auftragsnummer|referenz|pedido|referencia|reserva|commande|ordine|prenotazione|riferimento|encomenda|الطلب|طلب|طلبي)$/
const betweenReference =
  /^(?:number|no|nr|nummer|id|is|ist|lautet|code|my|numero|num|n|nº|n°|º|es|est|e|o|de|رقم|هو|#|:)$/
const referenceForm = /^(?=.*\d)[a-z0-9][a-z0-9_-]{4,39}$/i
const japaneseReference = /注文(?:番号)?(?:は|:|：|\s|#){0,3}([A-Za-z0-9][A-Za-z0-9_-]{4,39})/g

function referencesIn(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*/gu) ?? []
  const found = words.flatMap((word, at) => {
    if (!referenceWords.test(plainOf(word))) return []
    const value = words.slice(at + 1, at + 5).find((next) => !betweenReference.test(plainOf(next)))
    return value !== undefined && referenceForm.test(value) ? [value] : []
  })
  return [...found, ...[...text.matchAll(japaneseReference)].flatMap(([, value]) => value ?? [])].filter(
    (value) => /\d/.test(value) && !iccidForm.test(value),
  )
}

function identifiersIn(text: string, agentText: string, own: OwnAddresses): readonly ChatIdentifier[] {
  const code = findActivationCode(text)
  // What is in the code is nothing else as well.
  if (code !== null) return [{ kind: 'activationCode', value: code }]
  const emails = addressesIn(text).filter(
    (address) => !own.addresses.has(address) && !own.domains.has(domainOf(address)),
  )
  const iccids = iccidsIn(text)
  const of = (kind: ChatIdentifier['kind'], values: readonly string[]): readonly ChatIdentifier[] =>
    values.map((value) => ({ kind, value }))
  return [
    ...of('iccid', iccids),
    ...of('email', emails),
    ...of(
      'uid',
      [...text.matchAll(uuidWithin)].map(([value]) => value.toLowerCase()),
    ),
    ...of(
      'imsi',
      [...text.matchAll(imsiWithin)].flatMap(([, value]) => value ?? []),
    ),
    ...of('ending', iccids.length > 0 ? [] : endingsIn(text, agentText)),
    ...of('reference', referencesIn(text)),
  ]
}

/** The identifiers in the customer's lines, each once. */
export function chatIdentifiers(lines: readonly ChatLine[], own: OwnAddresses): readonly ChatIdentifier[] {
  const found = new Map<string, ChatIdentifier>()
  let agentText = ''
  for (const { text, isAgent } of lines) {
    if (isAgent) agentText = text
    for (const one of isAgent ? [] : identifiersIn(text, agentText, own)) {
      // The last digits of a number that is there as a whole are the same.
      const isThere =
        one.kind === 'ending'
          ? [...found.values()].some(({ value }) => value.endsWith(one.value))
          : found.has(one.value)
      if (!isThere) found.set(one.value, one)
      if (found.size >= maxIdentifiers) return [...found.values()]
    }
  }
  return [...found.values()]
}
