/**
 * Finds signs of success and of denial in the JSON of an answer to a money request. No form of it is documented
 * (interface 4.12, 4.13), so every sign that is in use counts, in envelopes to a depth of three. In an item, a customer
 * or an eSIM of the service only flags and errors count, because its other members are data.
 */
import { hasInstant } from '#shared/model/instant.ts'
import { isObject, memberOf } from '#shared/wire/lenient.ts'
import type { MoneyKind } from '../../service/index.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'

/** What an operation is about. `null`: the operation creates it. */
export interface AnswerTarget {
  readonly kind: MoneyKind
  readonly itemUid: ItemUid | null
  readonly customerUid: CustomerUid | null
}

/**
 * `shown`: the item itself shows that it happened. `echoed`: the item or the customer was sent back. `contrary`: the
 * item shows that it did not happen, or the answer is about another one. `vague`: words or a status whose meaning isn't
 * known. `unknown`: content of which nothing is known.
 */
type Sign = 'success' | 'shown' | 'echoed' | 'contrary' | 'denial' | 'pending' | 'vague' | 'unknown'

const maxDepth = 3
/** The most objects, lists and members that are read of one answer. */
const maxNodes = 500

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const successWords = words(
  'success successful successfully succeeded ok okay done complete completed confirmed true 200 201 204',
)
const denialWords = words('fail failed failure error rejected refused denied declined unsuccessful ko false')
const pendingWords = words('pending processing queued in_progress inprogress accepted received submitted scheduled 202')
const noErrorWords = words(' 0 false none')
const ownWords: Readonly<Partial<Record<MoneyKind, string>>> = { refund: 'refunded', activate: 'activated' }

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A word as it is compared: in lower case and without the blanks around it. A code of zeros alone is 0. */
function wordOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  const word = String(value).trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  return /^0+$/.test(word) ? '0' : word
}

/** The meaning of a known word, or `null`. */
function knownWord(word: string, kind: MoneyKind): Sign | null {
  if (successWords.has(word) || word === ownWords[kind] || /_(?:success|ok|successful)$/.test(word)) return 'success'
  if (denialWords.has(word)) return 'denial'
  return pendingWords.has(word) ? 'pending' : null
}

function statusSign(value: unknown, kind: MoneyKind): Sign | null {
  const word = wordOf(value)
  if (word === null || word === '') return null
  if (typeof value === 'number' && value >= 400) return 'denial'
  return knownWord(word, kind) ?? 'vague'
}

/** A flag as a boolean, a number or a word. */
function flagSign(value: unknown, kind: MoneyKind): Sign | null {
  const word = wordOf(value) ?? ''
  if (word === '1' || word === 'yes') return 'success'
  return word === '0' || word === 'no' ? 'denial' : statusSign(value, kind)
}

/** A code that is a number, or has one in it, is that of an error, unless it is known. */
function codeSign(value: unknown, kind: MoneyKind, isError: boolean): Sign | null {
  const word = wordOf(value)
  if (word === null || word === '') return null
  if (word === '0') return 'success'
  const known = knownWord(word, kind)
  if (known !== null) return known
  if (isError || /\d|fail|error|reject|refus|den(?:y|ied)|invalid|not_/.test(word)) return 'denial'
  // The code of a country or a currency is no sign.
  return /^[a-z]{2,3}$/.test(word) ? null : 'vague'
}

function errorSign(value: unknown): Sign | null {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? null : 'denial'
  const word = wordOf(value) ?? ''
  return noErrorWords.has(word) || successWords.has(word) ? null : 'denial'
}

/** The sign of a flag or an error, also in an object of the service; `undefined` if the member is neither. */
function flagOrError(name: string, value: unknown, kind: MoneyKind): Sign | null | undefined {
  switch (name.toLowerCase()) {
    case 'success':
    case 'ok':
      return flagSign(value, kind)
    case 'refunded':
    case 'activated':
      return typeof value === 'boolean' ? (value ? 'success' : 'denial') : null
    case 'errorcode':
      return codeSign(value, kind, true)
    case 'returncode':
      return wordOf(value) === '0' ? 'success' : statusSign(value, kind)
    case 'error':
    case 'errors':
      return errorSign(value)
    default:
      return undefined
  }
}

/** The sign of one member, or `null` if its name isn't one of those that carry a sign. */
function memberSign(name: string, value: unknown, kind: MoneyKind): Sign | null {
  const found = flagOrError(name, value, kind)
  if (found !== undefined) return found
  switch (name.toLowerCase()) {
    case 'status':
    case 'result':
      return statusSign(value, kind)
    case 'code':
    case 'statuscode':
    case 'resultcode':
      return codeSign(value, kind, false)
    case 'message':
    case 'errormsg':
    case 'errormessage':
    case 'returnmessage':
    case 'reason':
    case 'detail':
    case 'title':
      return isBlank(value) ? null : 'vague'
    default:
      return null
  }
}

/** What the item of the operation shows of it. */
function itemSigns(item: object, kind: MoneyKind): readonly Sign[] {
  const status = wordOf(memberOf(item, 'status')) ?? ''
  const meaning = status === '' ? null : knownWord(status, kind)
  const isDoubtful = meaning === 'denial' || meaning === 'pending'
  if (kind === 'refund') {
    if (status === 'refunded') return ['shown']
    if (status === 'purchased' || status === 'activated') return ['contrary']
    return isDoubtful ? [meaning] : ['echoed']
  }
  const balance = memberOf(item, 'balance')
  const activatedAt = memberOf(balance, 'activatedAt')
  const isText = typeof activatedAt === 'string' || typeof activatedAt === 'number'
  const hasStarted = isText && hasInstant(String(activatedAt))
  return [hasStarted ? 'shown' : 'contrary', ...(isDoubtful ? [meaning] : [])]
}

/** The signs of an object of the service, with all of its data, or `null` if it is none. */
function thingSigns(value: object, { kind, itemUid, customerUid }: AnswerTarget): readonly Sign[] | null {
  const uid = memberOf(value, 'uid')
  const items = memberOf(value, 'activatedItems')
  if (Array.isArray(items)) {
    const customer = memberOf(memberOf(value, 'customer'), 'uid') ?? uid
    if (!isBlank(customer) && customer !== customerUid) return ['contrary']
    const own: unknown = items.find((item: unknown) => isObject(item) && memberOf(item, 'uid') === itemUid)
    if (isObject(own)) return itemSigns(own, kind)
    // A refunded item may be gone. One that was activated is not.
    return kind === 'refund' ? [] : ['contrary']
  }
  if (isObject(memberOf(value, 'balance'))) return uid === itemUid ? itemSigns(value, kind) : ['contrary']
  if (Object.hasOwn(value, 'iccid') || Object.hasOwn(value, 'activationCode')) return []
  if (isBlank(uid) || !(Object.hasOwn(value, 'email') || Object.hasOwn(value, 'profileUrl'))) return null
  return [uid === customerUid ? 'echoed' : 'contrary']
}

/** The signs of an incomplete object by the uid in it. The status of an item is among its other members. */
function uidSign(value: object, { itemUid, customerUid }: AnswerTarget): Sign | null {
  const uid = memberOf(value, 'uid')
  if (isBlank(uid)) return null
  return uid === itemUid || uid === customerUid ? 'echoed' : 'contrary'
}

/** The parts of the answer to a purchase, which are signs of its success only by their presence. */
const purchaseParts: ReadonlySet<string> = new Set(['activatedItem', 'customer', 'esimProfile'])

/** Returns the signs of an answer; none if it has none, for example `{}`. */
export function signsOf(json: unknown, target: AnswerTarget): ReadonlySet<Sign> {
  const { kind, itemUid } = target
  const signs = new Set<Sign>()
  const add = (sign: Sign | null | undefined): void => {
    if (sign !== null && sign !== undefined) signs.add(sign)
  }
  let nodes = 0
  const visit = (value: unknown, depth: number): void => {
    nodes += 1
    if (isBlank(value)) return
    if (depth > maxDepth || nodes > maxNodes) add('unknown')
    else if (Array.isArray(value)) for (const one of value.slice(0, maxNodes)) visit(one, depth + 1)
    else if (isObject(value)) lookAtObject(value, depth)
    else add('unknown')
  }
  const lookAtObject = (value: object, depth: number): void => {
    const thing = thingSigns(value, target)
    for (const sign of thing ?? []) add(sign)
    if (thing === null) add(uidSign(value, target))
    for (const [name, content] of Object.entries(value).slice(0, maxNodes)) {
      if (thing !== null) add(flagOrError(name, content, kind))
      else if (name !== 'uid' && !(itemUid === null && purchaseParts.has(name))) lookAtMember(name, content, depth)
    }
  }
  const lookAtMember = (name: string, content: unknown, depth: number): void => {
    const sign = memberSign(name, content, kind)
    if (sign !== null) add(sign)
    else if (typeof content === 'object') visit(content, depth + 1)
    else if (!/^errors?$/i.test(name) && !isBlank(content)) add('unknown')
  }
  if (typeof json === 'object') visit(json, 0)
  else add(statusSign(json, kind) ?? 'unknown')
  if (signs.size === 0 && Array.isArray(json)) add('unknown')
  return signs
}

/** Returns the first object, in envelopes to a depth of three, that this test accepts, or `null`. */
export function findObject<T>(json: unknown, test: (value: object) => T | null): T | null {
  let nodes = 0
  const find = (value: unknown, depth: number): T | null => {
    nodes += 1
    if (typeof value !== 'object' || value === null || depth > maxDepth || nodes > maxNodes) return null
    const found = Array.isArray(value) ? null : test(value)
    if (found !== null) return found
    for (const content of Object.values(value).slice(0, maxNodes)) {
      const inside = find(content, depth + 1)
      if (inside !== null) return inside
    }
    return null
  }
  return find(json, 0)
}
