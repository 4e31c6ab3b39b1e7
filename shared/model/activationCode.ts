/**
 * Activation codes by GSMA's form, `LPA:1$address$matching id[$OID[$flag]]` (interface 2.8), and the links made of them.
 * Nothing is repaired: a code that a phone would refuse is said to be malformed, and neither QR code nor link is made of it.
 */
import * as z from 'zod'

export const CodeProblem = z.enum(['missing', 'prefix', 'parts', 'address', 'matching_id', 'oid', 'flag', 'too_long'])
export type CodeProblem = z.infer<typeof CodeProblem>

export const ActivationCode = z.strictObject({
  /** Exactly as the service sent it. */
  text: z.string(),
  /** SM-DP+ address. */
  address: z.string(),
  /** What devices call the activation code where it is typed by hand. */
  matchingId: z.string(),
  oid: z.string().nullable(),
  /** The device will ask for a confirmation code, which the customer gets by another way. */
  needsConfirmation: z.boolean(),
})
export type ActivationCode = z.infer<typeof ActivationCode>

export type ParsedCode =
  { readonly ok: true; readonly code: ActivationCode } | { readonly ok: false; readonly problem: CodeProblem }

/** GSMA SGP.22, 4.1: characters of a whole code. */
const longest = 255
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const addressForm = new RegExp(`^(?:${label}\\.)+${label}$`)
/** Capitals, digits and dashes by GSMA; services are seen to use small letters too. */
const matchingIdForm = /^[A-Za-z0-9._-]+$/
const oidForm = /^[0-2](?:\.(?:0|[1-9]\d*))+$/

export function parseActivationCode(sent: string | null | undefined): ParsedCode {
  const text = sent ?? ''
  if (text === '') return { ok: false, problem: 'missing' }
  if (text.length > longest) return { ok: false, problem: 'too_long' }
  const [prefix, address = '', matchingId = '', oid = '', flag, ...more] = text.split('$')
  if (prefix !== 'LPA:1') return { ok: false, problem: 'prefix' }
  const parts = text.split('$').length
  const endsEmpty = (parts === 4 && oid === '') || flag === ''
  if (parts < 3 || more.length > 0 || endsEmpty) return { ok: false, problem: 'parts' }
  if (!addressForm.test(address)) return { ok: false, problem: 'address' }
  if (!matchingIdForm.test(matchingId)) return { ok: false, problem: 'matching_id' }
  if (oid !== '' && !oidForm.test(oid)) return { ok: false, problem: 'oid' }
  if (flag !== undefined && flag !== '1') return { ok: false, problem: 'flag' }
  return {
    ok: true,
    code: { text, address, matchingId, oid: oid === '' ? null : oid, needsConfirmation: flag === '1' },
  }
}

/** One host name as it stands in a link, in lower case. */
export const LinkHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^(?:${label}\\.)+${label}$`))

export const defaultLinkHost = 'esimsetup.android.com'

/** By the interface's template (2.8): the base in lower case, the code exactly as provided. */
export const universalLink = (host: string, { text }: ActivationCode): string =>
  `https://${host.toLowerCase()}/esim_qrcode_provisioning?carddata=${text}`

/** Code units of a link that is handed over. A longer one may have been cut when it was read. */
const maxLinkLength = 4000
const https = new RegExp(`^https://(?:${label}\\.)+${label}(?::\\d{1,5})?(?:[/?#][^\\s\\p{Cc}<>"'\`\\\\]*)?$`, 'iu')

/** A link as the service sent it, if it is one that can be handed to a customer: https, a host by its name, no credentials, no blanks. */
export function handableLink(sent: string | null | undefined): string | null {
  if (sent === null || sent === undefined || sent.length > maxLinkLength) return null
  return https.test(sent) ? sent : null
}
