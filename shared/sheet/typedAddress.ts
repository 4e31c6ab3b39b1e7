/** Writes an address for paper, where it has to be typed. */
import type { ActivationCode } from '../model/esim/activationCode.ts'

/** A longer address is too long to be typed. */
const maxLength = 40

/**
 * Returns the address without its protocol, which browsers add, or `null` if it is long, has signs that are hard to
 * find on a phone, or contains the activation code, which is easier to scan.
 */
export function typedAddress(address: string, code: ActivationCode | null): string | null {
  const typed = address.replace(/^https:\/\//, '').replace(/\/$/, '')
  const hasCode = code !== null && code.matchingId !== '' && typed.includes(code.matchingId)
  return typed.length <= maxLength && /^[\w./-]+$/.test(typed) && !hasCode ? typed : null
}
