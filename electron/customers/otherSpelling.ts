/** Another spelling of an identifier, under which the same customer may be known if nobody has the given one. */
import { domainToASCII, domainToUnicode } from 'node:url'
import { withoutAddedDigit } from '#shared/model/esim/iccid.ts'
import type { WholeIdentifier } from '#shared/model/search/identifier.ts'

export function otherSpelling(whole: WholeIdentifier | null): string | null {
  if (whole?.kind === 'iccid') return withoutAddedDigit(whole.value)
  if (whole?.kind !== 'email') return null
  const at = whole.value.lastIndexOf('@') + 1
  const domain = whole.value.slice(at)
  const [inAscii, inUnicode] = [domainToASCII(domain), domainToUnicode(domain)]
  const other = inAscii === domain ? inUnicode : inAscii
  return other === '' || other === domain ? null : whole.value.slice(0, at) + other
}
