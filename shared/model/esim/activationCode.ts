/**
 * Activation codes in the GSMA format `LPA:1$address$matching id[$OID[$flag]]` (interface 2.8), and the links derived
 * from them. Nothing is repaired but blanks around a code: one that a phone would refuse is reported as malformed and
 * gets neither a QR code nor a link.
 */
import * as z from 'zod'

export const CodeProblem = z.enum(['missing', 'prefix', 'parts', 'address', 'matching_id', 'oid', 'flag', 'too_long'])
export type CodeProblem = z.infer<typeof CodeProblem>

/** Whether a code can be handed out, or why it can't. */
export const CodeState = z.enum(['usable', ...CodeProblem.options])
export type CodeState = z.infer<typeof CodeState>

export const ActivationCode = z.strictObject({
  /** As the service sent it, without blanks around it. */
  text: z.string(),
  /** Address of the SM-DP+. */
  address: z.string(),
  /**
   * The value that devices call the activation code when it is typed by hand. Empty where the SM-DP+ identifies the
   * profile by the device alone (GSMA SGP.22, section 4.1).
   */
  matchingId: z.string(),
  oid: z.string().nullable(),
  /** The device will ask for a confirmation code, which the customer receives separately. */
  needsConfirmation: z.boolean(),
})
export type ActivationCode = z.infer<typeof ActivationCode>

type ParsedCode =
  | { readonly ok: true; readonly code: ActivationCode }
  | { readonly ok: false; readonly problem: CodeProblem }

/** The maximum length of a whole code (GSMA SGP.22, section 4.1). */
const maxCodeLength = 255
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const addressForm = new RegExp(`^(?:${label}\\.)+${label}$`)
/** GSMA allows capitals, digits and dashes. Services also use lower case letters. */
const matchingIdForm = /^[A-Za-z0-9._-]*$/
const oidForm = /^[0-2](?:\.(?:0|[1-9]\d*))+$/

export function parseActivationCode(sent: string | null | undefined): ParsedCode {
  const text = (sent ?? '').trim()
  if (text === '') return { ok: false, problem: 'missing' }
  if (text.length > maxCodeLength) return { ok: false, problem: 'too_long' }
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

export function codeState(sent: string | null | undefined): CodeState {
  const parsed = parseActivationCode(sent)
  return parsed.ok ? 'usable' : parsed.problem
}

/** One host name in lower case, as it appears in a link. */
export const LinkHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^(?:${label}\\.)+${label}$`))

export const defaultLinkHost = 'esimsetup.android.com'

/** The link by the interface's template (section 2.8): the base in lower case, the code exactly as provided. */
export const universalLink = (host: string, { text }: ActivationCode): string =>
  `https://${host.toLowerCase()}/esim_qrcode_provisioning?carddata=${text}`

/** Maximum code units of a link that is handed over. A longer one may have been truncated when it was read. */
const maxLinkLength = 4000
const https = new RegExp(`^https://(?:${label}\\.)+${label}(?::\\d{1,5})?(?:[/?#][^\\s\\p{Cc}<>"'\`\\\\]*)?$`, 'iu')

/**
 * Returns the service's link if it can be handed to a customer: https, a host name, no credentials and no blanks.
 * Otherwise `null`.
 */
export function handableLink(sent: string | null | undefined): string | null {
  if (sent === null || sent === undefined || sent.length > maxLinkLength) return null
  return https.test(sent) ? sent : null
}
