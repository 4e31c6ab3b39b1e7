/** Writes an address for paper, where nobody can tap it. */
import type { ActivationCode } from '../model/esim/activationCode.ts'

/** Nobody types a longer one. */
const maxLength = 40

/**
 * Returns the address without its protocol, which browsers add, or `null` if it is long, has signs that are hard to
 * find on a phone, or has the activation code in it, which is rather scanned.
 */
export function typedAddress(address: string, code: ActivationCode | null): string | null {
  const typed = address.replace(/^https:\/\//, '').replace(/\/$/, '')
  const hasCode = code !== null && code.matchingId !== '' && typed.includes(code.matchingId)
  return typed.length <= maxLength && /^[\w./-]+$/.test(typed) && !hasCode ? typed : null
}
