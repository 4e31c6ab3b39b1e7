/** Mails with the installation of an eSIM: the server that sends them, and the outcome of each. */
import * as z from 'zod'
import { SheetLanguage } from '../sheet/language.ts'
import { MailAbout } from './letter.ts'
import { KeychainState } from './connection.ts'
import { CustomerUid, EsimIccid, EsimUid } from '../wire/ids.ts'
import { Instant } from './customer/views.ts'

const asciiDomain =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const ascii = /^[\x21-\x7e]*$/

const NormalUrl = z.url({ normalize: true })

/**
 * Returns the address as it is transmitted: a domain with other letters in their ASCII form (IDNA), which every server
 * knows. What is before the @ has no such form. A domain that has none either stays as it is.
 */
export function transmittedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (ascii.test(domain)) return address
  const [, host] = /^http:\/\/([^/]+)\/$/.exec(NormalUrl.safeParse(`http://${domain}`).data ?? '') ?? []
  return host === undefined ? address : `${address.slice(0, at)}@${host}`
}

/** Whether mail servers have to be able to transmit letters beyond ASCII before the @ (RFC 6531, SMTPUTF8). */
export const needsUtf8 = (address: string): boolean => !ascii.test(transmittedAddress(address))

/**
 * One address for a header and an envelope, with letters and digits of any script. It contains nothing that could begin
 * another header or another recipient.
 */
export const MailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}.-]+$/u)
  .refine((address) => asciiDomain.test(transmittedAddress(address).split('@')[1] ?? ''))

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/)

const comparedAddress = (address: string): string => transmittedAddress(address.trim().toLowerCase())

/**
 * Whether two texts are the same e-mail address, ignoring case, spaces around it, and how its domain is written. `null`
 * equals no address.
 */
export const isSameAddress = (one: string, other: string | null): boolean =>
  other !== null && comparedAddress(one) === comparedAddress(other)

const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]*$/u)

/** How access tokens are requested with a refresh token (RFC 6749, section 6). */
export const TokenRenewal = z.strictObject({
  /** The provider's token endpoint. Nothing in it is a secret. */
  address: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .regex(/^[^@?#\s]*$/),
  clientId: oneLine,
})
export type TokenRenewal = z.infer<typeof TokenRenewal>

export const MailServer = z.strictObject({
  host,
  port: z.number().int().min(1).max(65_535),
  /** Never without TLS: from the first byte, or with STARTTLS before anything else. */
  security: z.enum(['tls', 'starttls']),
  user: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .regex(/^[^\p{Cc}]*$/u),
  auth: z.enum(['password', 'token']),
  /** Where the secret is a refresh token. Without it, that of `token` is an access token. */
  renewal: TokenRenewal.optional(),
  from: MailAddress,
  /** Path of a file with additional certificate authorities (PEM), or `null`. */
  caFile: z.string().trim().min(1).max(1000).nullable().default(null),
})
export type MailServer = z.infer<typeof MailServer>

/** `null` if no server is set. `secret` is where the secret is stored. */
export const MailSettings = MailServer.extend({ secret: KeychainState }).nullable()
export type MailSettings = z.infer<typeof MailSettings>

const secret = z.string().min(1).max(8000)

/** The secret is present if it is new, and then with the client secret, if the provider gave one. */
export const MailChange = MailServer.extend({ secret: secret.optional(), clientSecret: secret.optional() }).nullable()
export type MailChange = z.infer<typeof MailChange>

/** `UNKNOWN`: the answer was lost while the mail was being sent. The desk never sends it again by itself. */
export const MailState = z.enum(['SENDING', 'SENT', 'REJECTED', 'UNKNOWN'])
export type MailState = z.infer<typeof MailState>

/** Problems that other settings of the mail server may solve. */
export const ServerProblem = z.enum([
  'unreachable',
  'no_greeting',
  'no_tls',
  'tls_kind',
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'login_refused',
  'login_not_allowed',
  'oauth_only',
  'token_refused',
  'sender_refused',
])

/** Problems that the next mail would have as well, whoever gets it. */
const EndingProblem = z.enum([
  ...ServerProblem.options,
  'turned_away',
  /** A limit for the sender, such as a number of mails in a day. */
  'sender_limit',
  /** The server has no room, or too much to do. */
  'server_limit',
  'try_later',
])

export const MailProblem = z.enum([
  ...EndingProblem.options,
  'recipient_refused',
  'recipient_later',
  'mailbox_full',
  'mailbox_disabled',
  'too_big',
  'content_blocked',
  'not_allowed',
  'no_utf8',
  'refused',
  'answer_lost',
])
export type MailProblem = z.infer<typeof MailProblem>

/** Whether the next mail would have the same problem. */
export const endsRun = (problem: MailProblem | null): boolean => EndingProblem.safeParse(problem).success

/** The problems after which the same mail may be taken later. */
export const passingProblems: readonly MailProblem[] = [...EndingProblem.options, 'recipient_later']

export const MailRow = z.strictObject({
  id: z.string(),
  state: MailState,
  problem: MailProblem.nullable(),
  customerUid: CustomerUid,
  /** The eSIM that it is about, or one of the customer's. */
  esimUid: EsimUid,
  iccid: EsimIccid,
  about: MailAbout,
  /** `null` if it is no longer stored. */
  to: z.string().nullable(),
  /** Whether it was the customer's own address. */
  own: z.boolean(),
  language: SheetLanguage,
  agent: z.string(),
  createdAt: Instant,
})
export type MailRow = z.infer<typeof MailRow>

/** Whether a mail may have gone to this address. One whose recipient is no longer stored may have. */
export const mayHaveReached = ({ to }: Pick<MailRow, 'to'>, email: string | null): boolean =>
  to === null || isSameAddress(to, email)

/**
 * Whether a mail went to the customer, as far as is known: to the present address, or to any where none is on record.
 * Where the recipient is no longer stored, it counts whether the address was the customer's own then.
 */
export const wentToCustomer = ({ to, own }: Pick<MailRow, 'to' | 'own'>, email: string | null): boolean =>
  to === null ? own : email === null || isSameAddress(to, email)

export const MailRequest = z.strictObject({
  customerUid: CustomerUid,
  esimUid: EsimUid,
  to: MailAddress,
  language: SheetLanguage,
  pageSize: z.enum(['A4', 'Letter']),
  /** Whether the sender's own address gets a copy. */
  copy: z.boolean(),
  note: z.string().trim().max(1000),
  /** The agent was warned that this isn't the customer's address, and confirmed it. */
  otherAddress: z.boolean(),
  /**
   * Nothing is sent unless the eSIM can be installed as the service and the events show it at that time, nor if it was
   * mailed lately.
   */
  onlyIfNeeded: z.boolean().optional(),
})
export type MailRequest = z.infer<typeof MailRequest>
