/**
 * What the JSON of an answer to a money request says of success and of denial. No form of it is documented (interface
 * 4.12, 4.13), so every sign that is in use counts, in envelopes to a depth of three. No words are searched inside of an
 * item, a customer or an eSIM, because their fields are data.
 */
import type { MoneyKind } from '../../service/index.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'

/** What an operation is about. `null`: the operation creates it. */
export interface AnswerTarget {
  readonly kind: MoneyKind
  readonly itemUid: ItemUid | null
  readonly customerUid: CustomerUid | null
}

/**
 * `shown`: a sign says that it happened, or the item itself does. `echoed`: the item or the customer was sent back.
 * `contrary`: the item shows that it did not happen, or the answer is about another one. `vague`: words or a status
 * whose meaning isn't known.
 */
export type Sign = 'success' | 'shown' | 'echoed' | 'contrary' | 'denial' | 'pending' | 'vague'

const maxDepth = 3
/** Members and elements that are looked at of one answer. */
const maxNodes = 500

const successWords: ReadonlySet<string> = new Set(
  'success successful successfully succeeded ok okay done complete completed confirmed true 200 201 204'.split(' '),
)
const denialWords: ReadonlySet<string> = new Set(
  'fail failed failure error rejected refused denied declined unsuccessful ko false'.split(' '),
)
const pendingWords: ReadonlySet<string> = new Set(
  'pending processing queued in_progress inprogress accepted received submitted scheduled'.split(' '),
)
const noErrorWords: ReadonlySet<string> = new Set(['', '0', 'false', 'none'])
const ownWords: Readonly<Partial<Record<MoneyKind, string>>> = { refund: 'refunded', activate: 'activated' }

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: object, name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : null)

/** A word as it is compared: in lower case and without the blanks around it. A code of zeros alone is 0. */
function wordOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  const word = String(value).trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  return /^0+$/.test(word) ? '0' : word
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

function statusSign(value: unknown, kind: MoneyKind): Sign | null {
  const word = wordOf(value)
  if (word === null || word === '') return null
  if (successWords.has(word) || word === ownWords[kind]) return 'success'
  if (denialWords.has(word) || (typeof value === 'number' && value >= 400)) return 'denial'
  return pendingWords.has(word) ? 'pending' : 'vague'
}

/** A flag as a boolean, a number or a word. */
function flagSign(value: unknown, kind: MoneyKind): Sign | null {
  const word = wordOf(value) ?? ''
  if (word === '1' || word === 'yes') return 'success'
  return word === '0' || word === 'no' ? 'denial' : statusSign(value, kind)
}

/** A code that is no word of success is one of an error, unless it is one of a country or a currency. */
function codeSign(value: unknown): Sign | null {
  const word = wordOf(value)
  if (word === null || word === '') return null
  if (word === '0' || successWords.has(word)) return 'success'
  return /^[a-z]{2,3}$/.test(word) && !denialWords.has(word) ? null : 'denial'
}

/** What one member says, or `null` if its name isn't one of those that say something. */
function memberSign(name: string, value: unknown, kind: MoneyKind): Sign | null {
  switch (name.toLowerCase()) {
    case 'success':
    case 'ok':
      return flagSign(value, kind)
    case 'refunded':
    case 'activated':
      return typeof value === 'boolean' ? (value ? 'success' : 'denial') : null
    case 'status':
    case 'result':
      return statusSign(value, kind)
    case 'returncode':
      return wordOf(value) === '0' ? 'success' : statusSign(value, kind)
    case 'code':
    case 'errorcode':
    case 'statuscode':
    case 'resultcode':
      return codeSign(value)
    case 'error':
    case 'errors': {
      if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? null : 'denial'
      const word = wordOf(value) ?? ''
      return noErrorWords.has(word) || successWords.has(word) ? null : 'denial'
    }
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

/** Whether the item itself shows that the operation happened. `null`: it shows neither. */
function showsChange(item: object, kind: MoneyKind): boolean | null {
  const status = wordOf(member(item, 'status')) ?? ''
  if (kind === 'refund') {
    if (status === 'refunded') return true
    return status === 'purchased' || status === 'activated' ? false : null
  }
  const balance = member(item, 'balance')
  return isObject(balance) ? !isBlank(member(balance, 'activatedAt')) : null
}

function itemSign(item: object, { kind, itemUid }: AnswerTarget): Sign {
  if (member(item, 'uid') !== itemUid) return 'contrary'
  const shown = showsChange(item, kind)
  if (shown === null) return 'echoed'
  return shown ? 'shown' : 'contrary'
}

/** What a thing of the service says, or `null` if the object is none. */
function thingSigns(value: object, target: AnswerTarget): readonly Sign[] | null {
  const items = member(value, 'activatedItems')
  if (Array.isArray(items)) {
    const own = items.find((item) => isObject(item) && member(item, 'uid') === target.itemUid)
    return isObject(own) ? [itemSign(own, target)] : []
  }
  const uid = member(value, 'uid')
  if (typeof uid !== 'string' && typeof uid !== 'number') return null
  if (uid === target.itemUid || isObject(member(value, 'balance'))) return [itemSign(value, target)]
  if (Object.hasOwn(value, 'iccid') || Object.hasOwn(value, 'activationCode')) return []
  if (uid === target.customerUid) return ['echoed']
  return Object.hasOwn(value, 'email') || Object.hasOwn(value, 'profileUrl') ? ['contrary'] : null
}

/**
 * Returns the signs of an answer to an operation on an item; none if the answer says nothing, for example `{}`. `vague`
 * also stands for content of which nothing is known.
 */
export function signsOf(json: unknown, target: AnswerTarget): ReadonlySet<Sign> {
  const signs = new Set<Sign>()
  let nodes = 0
  let hasOther = Array.isArray(json)
  const lookAt = (name: string, content: unknown, depth: number): void => {
    const sign = memberSign(name, content, target.kind)
    if (sign !== null) signs.add(sign)
    else if (typeof content === 'object') look(content, depth + 1)
    else if (!/^errors?$/i.test(name) && !isBlank(content)) hasOther = true
  }
  const look = (value: unknown, depth: number): void => {
    nodes += 1
    if (isBlank(value)) return
    if (depth > maxDepth || nodes > maxNodes) hasOther = true
    else if (Array.isArray(value)) for (const one of value.slice(0, maxNodes)) look(one, depth + 1)
    else if (isObject(value)) {
      const thing = thingSigns(value, target)
      for (const sign of thing ?? []) signs.add(sign)
      if (thing === null)
        for (const [name, content] of Object.entries(value).slice(0, maxNodes)) lookAt(name, content, depth)
    } else hasOther = true
  }
  if (typeof json === 'object') look(json, 0)
  else signs.add(statusSign(json, target.kind) ?? 'vague')
  if (signs.size === 0 && hasOther) signs.add('vague')
  return signs
}

/** Returns the first object, in envelopes to a depth of three, that this test accepts, or `null`. */
export function findObject<T>(json: unknown, test: (value: object) => T | null, depth = 0): T | null {
  if (typeof json !== 'object' || json === null || depth > maxDepth) return null
  const found = Array.isArray(json) ? null : test(json)
  if (found !== null) return found
  for (const content of Object.values(json).slice(0, maxNodes)) {
    const inside: T | null = findObject(content, test, depth + 1)
    if (inside !== null) return inside
  }
  return null
}
