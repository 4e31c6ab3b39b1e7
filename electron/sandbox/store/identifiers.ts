/**
 * Identifiers that encode what they name. The uid of a customer, an item or an eSIM profile, and an ICCID, contain the
 * customer's index (and the number of the part) in a scrambled form, so that a look-up among a million needs no search.
 * An identifier is valid only if it equals, in full, the one that its index produces.
 */
import { mix, tenDigits } from '../prng.ts'

type UidKind = 'customer' | 'item' | 'esim'
type Locator = { readonly index: number; readonly sub: number }

const odd1 = 0x9e3779b1
const odd2 = 0x85ebca6b
const hexPairs = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))
const hex2 = (value: number): string => hexPairs[value] ?? ''

/** Returns the inverse of an odd number modulo 2^32 (Newton's method). */
function inverse(odd: number): number {
  let found = odd
  for (let round = 0; round < 5; round++) found = Math.imul(found, 2 - Math.imul(odd, found))
  return found
}
const inverse1 = inverse(odd1)
const inverse2 = inverse(odd2)

function hex4(value: number): string {
  return `${hex2((value >>> 8) & 255)}${hex2(value & 255)}`
}

const serialSpace = 10_000_000_000
const stride = 7_654_321
const maxParts = 256
/** The digits after the leading `89`. Six digits lead to an ICCID of 19 digits, seven to one of 20. */
const issuers = ['370025', '3530187', '447715', '4210034', '310410', '8210023'] as const
const networks = ['24007', '27205', '23433', '29341', '20404', '26203'] as const

function luhnDigit(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, double = true; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (10 - (sum % 10)) % 10
}

export class Identifiers {
  readonly #keys: Readonly<Record<UidKind, number>>
  readonly #offset: number
  readonly #inverseStride: bigint

  constructor(seed: number) {
    this.#keys = { customer: mix(seed, 11), item: mix(seed, 12), esim: mix(seed, 13) }
    this.#offset = mix(seed, 14)
    this.#inverseStride = inverseModulo(BigInt(stride), BigInt(serialSpace))
  }

  /** Returns a uid in the form of a UUID. */
  uid(kind: UidKind, index: number, sub = 0): string {
    const key = this.#keys[kind]
    let x = Math.imul(index ^ key, odd1)
    x ^= x >>> 16
    const head = Math.imul(x, odd2) >>> 0
    const tail1 = mix(head, key + sub)
    const tail2 = mix(tail1, key)
    const part = (sub ^ (mix(key, head) & 0xffff)) & 0xffff
    return (
      `${hex4(head >>> 16)}${hex4(head)}-${hex4(part)}-4${hex2(tail1 & 255)}${((tail1 >>> 8) & 15).toString(16)}` +
      `-${'89ab'.charAt((tail1 >>> 12) & 3)}${hex2((tail1 >>> 14) & 255)}` +
      `${((tail1 >>> 22) & 15).toString(16)}-${hex4(tail2 >>> 16)}${hex4(tail2)}${hex4(tail1 >>> 16)}`
    )
  }

  /** Decodes a uid; returns undefined if it does not belong to this sandbox. */
  locator(kind: UidKind, uid: string): Locator | undefined {
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(uid)) return undefined
    const key = this.#keys[kind]
    const head = Number.parseInt(uid.slice(0, 8), 16)
    let x = Math.imul(head, inverse2)
    x ^= x >>> 16
    const index = (Math.imul(x, inverse1) ^ key) >>> 0
    const sub = (Number.parseInt(uid.slice(9, 13), 16) ^ mix(key, head >>> 0)) & 0xffff
    return this.uid(kind, index, sub) === uid ? { index, sub } : undefined
  }

  iccid(index: number, sub: number): string {
    const serial = this.#serial(index, sub)
    const body = `89${issuers[serial % issuers.length] ?? issuers[0]}${tenDigits(serial)}`
    return body + luhnDigit(body)
  }

  imsi(index: number, sub: number): string {
    const serial = this.#serial(index, sub)
    return `${networks[serial % networks.length] ?? networks[0]}${tenDigits(serial)}`
  }

  locateIccid(iccid: string): Locator | undefined {
    if (!/^89\d{17,18}$/.test(iccid)) return undefined
    const serial = BigInt(iccid.slice(-11, -1)) - BigInt(this.#offset) + BigInt(serialSpace)
    const number = Number((serial * this.#inverseStride) % BigInt(serialSpace))
    const position = { index: Math.floor(number / maxParts), sub: number % maxParts }
    if (number > Number.MAX_SAFE_INTEGER / stride) return undefined
    return this.iccid(position.index, position.sub) === iccid ? position : undefined
  }

  #serial(index: number, sub: number): number {
    return ((index * maxParts + sub) * stride + this.#offset) % serialSpace
  }
}

function inverseModulo(value: bigint, modulus: bigint): bigint {
  let [r0, r1, s0, s1] = [modulus, value % modulus, 0n, 1n]
  while (r1 !== 0n) {
    const quotient = r0 / r1
    ;[r0, r1] = [r1, r0 - quotient * r1]
    ;[s0, s1] = [s1, s0 - quotient * s1]
  }
  return ((s0 % modulus) + modulus) % modulus
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Returns the last part of an activation code: four groups of five capitals and digits. */
export function matchingId(index: number, sub: number, salt: number): string {
  let text = ''
  for (let group = 0; group < 4; group++) {
    let bits = mix(mix(index, salt), sub * 4 + group)
    if (group > 0) text += '-'
    for (let at = 0; at < 5; at++, bits >>>= 5) text += letters.charAt(bits & 31)
  }
  return text
}
