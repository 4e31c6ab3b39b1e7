/** Mails with an eSIM's installation: the server that takes them, and what became of each. */
import * as z from 'zod'
import { SheetLanguage } from '../sheet/language.ts'
import { CustomerUid, EsimUid, Iccid } from '../wire/ids.ts'
import { Instant } from './views.ts'

/** One address as it stands in a header and in an envelope: nothing that could begin another header or another recipient. */
export const MailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
  )

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/)

/** Whether two texts are the same e-mail address as people write it. Null is none. */
export const isSameAddress = (one: string, other: string | null): boolean =>
  one.trim().toLowerCase() === other?.trim().toLowerCase()

export const MailServer = z.strictObject({
  host,
  port: z.number().int().min(1).max(65_535),
  /** Never without TLS: from the first byte, or STARTTLS before anything else. */
  security: z.enum(['tls', 'starttls']),
  user: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .regex(/^[^\p{Cc}]*$/u),
  auth: z.enum(['password', 'token']),
  from: MailAddress,
  /** Path of a file with further certificate authorities (PEM), or null. */
  caFile: z.string().trim().min(1).max(1000).nullable().default(null),
})
export type MailServer = z.infer<typeof MailServer>

/** Null: no server is set. `secret`: where it is kept. */
export const MailSettings = MailServer.extend({ secret: z.enum(['stored', 'session', 'missing']) }).nullable()
export type MailSettings = z.infer<typeof MailSettings>

/** The secret is given when it is new; for another server or user it is asked for again. */
export const MailChange = MailServer.extend({ secret: z.string().min(1).max(8000).optional() }).nullable()
export type MailChange = z.infer<typeof MailChange>

/** `UNKNOWN`: it was being handed over when the answer got lost. It is never sent again by itself. */
export const MailState = z.enum(['SENDING', 'SENT', 'REJECTED', 'UNKNOWN'])
export type MailState = z.infer<typeof MailState>

export const MailProblem = z.enum([
  'unreachable',
  'no_tls',
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'login_refused',
  'sender_refused',
  'recipient_refused',
  'mailbox_full',
  'try_later',
  'refused',
  'answer_lost',
])
export type MailProblem = z.infer<typeof MailProblem>

export const MailRow = z.strictObject({
  id: z.string(),
  state: MailState,
  problem: MailProblem.nullable(),
  customerUid: CustomerUid,
  esimUid: EsimUid,
  iccid: Iccid,
  /** Null where it isn't kept any more. */
  to: z.string().nullable(),
  /** Whether it was the customer's own address. */
  own: z.boolean(),
  language: SheetLanguage,
  agent: z.string(),
  createdAt: Instant,
})
export type MailRow = z.infer<typeof MailRow>

export const MailRequest = z.strictObject({
  customerUid: CustomerUid,
  esimUid: EsimUid,
  to: MailAddress,
  language: SheetLanguage,
  pageSize: z.enum(['A4', 'Letter']),
  /** To the sender's own address too. */
  copy: z.boolean(),
  note: z.string().trim().max(1000),
  /** The agent was warned that this isn't the customer's address, and wants it so. */
  otherAddress: z.boolean(),
})
export type MailRequest = z.infer<typeof MailRequest>
