/**
 * Sends one mail to one SMTP server, with TLS only: login, then the message, once. It also classifies the result: a
 * refusal is REJECTED, and an answer that is lost after the message has begun to leave is UNKNOWN.
 */
import { Readable } from 'node:stream'
import type { SecureContext } from 'node:tls'
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import { type MailProblem, type MailServer, needsUtf8, transmittedAddress } from '#shared/model/mail.ts'
import { trustedContext } from '../base/authorities.ts'

export interface SmtpRequest {
  readonly server: MailServer
  readonly secret: string
  /** PEM of additional certificate authorities, beside those that are trusted anyway. */
  readonly ca?: string | undefined
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly message: Buffer
  readonly limits?: SmtpLimits | undefined
}

/** All in milliseconds. */
export interface SmtpLimits {
  readonly connect: number
  readonly idle: number
}

export type SmtpOutcome =
  | { readonly state: 'SENT'; readonly problem: null }
  | { readonly state: 'REJECTED' | 'UNKNOWN'; readonly problem: MailProblem }

const defaultLimits: SmtpLimits = { connect: 10_000, idle: 60_000 }

export async function sendBySmtp({
  server,
  secret,
  ca,
  envelope,
  message,
  limits = defaultLimits,
}: SmtpRequest): Promise<SmtpOutcome> {
  let secureContext: SecureContext
  try {
    secureContext = await trustedContext(ca)
  } catch (thrown) {
    return classify(thrown, false)
  }
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, secureContext },
    // The name of the machine is private.
    name: 'localhost',
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: limits.idle,
    logger: false,
  })
  const from = transmittedAddress(envelope.from)
  const to = envelope.to.map(transmittedAddress)
  let bodyStarted = false
  const body = function* (): Generator<Buffer> {
    // The connection reads the body only once the server accepts the message.
    bodyStarted = true
    yield message
  }
  try {
    const info = await new Promise<SMTPConnectionSendInfo>((resolve, reject) => {
      connection.on('error', reject)
      connection.on('end', () =>
        reject(Object.assign(new Error('The server closed the connection'), { code: 'ECONNECTION' })),
      )
      connection.connect((failure) => {
        if (failure) return reject(failure)
        const answer = connection.lastServerResponse
        if ([from, ...to].some(needsUtf8) && (answer === false || !/[ -]SMTPUTF8\b/i.test(answer)))
          return reject(Object.assign(new Error('The server has no SMTPUTF8'), { code: utf8Missing }))
        connection.login(credentials(server, secret), (refused) => {
          if (refused) return reject(refused)
          connection.send({ from, to }, Readable.from(body()), (error: Error | null, sent?: SMTPConnectionSendInfo) => {
            if (sent === undefined || error) reject(error ?? new Error('The server did not answer'))
            else resolve(sent)
          })
        })
      })
    })
    const [recipient] = to
    const refused = recipient !== undefined && info.rejected.includes(recipient)
    // The server accepted the copy but not the mail itself.
    return refused ? classify(info.rejectedErrors?.[0], false) : { state: 'SENT', problem: null }
  } catch (thrown) {
    return classify(thrown, bodyStarted)
  } finally {
    // Later errors do not matter, but an `error` event without a listener would throw.
    connection.removeAllListeners().on('error', () => undefined)
    connection.close()
  }
}

function credentials({ user, auth }: MailServer, secret: string) {
  return auth === 'token' ? { user, oauth2: new XOAuth2({ user, accessToken: secret }) } : { user, pass: secret }
}

interface Failure {
  readonly code: string
  readonly command: string
  /** The server's status code; 0 if it gave none. */
  readonly status: number
  /** Its enhanced code without the class, such as `2.2` (RFC 3463); empty if it gave none. */
  readonly detail: string
}

/** The code of a failure that is no answer of the server. */
const utf8Missing = 'EUTF8MISSING'

function describe(thrown: unknown): Failure {
  const property = (name: string): unknown =>
    thrown instanceof Error ? Object.getOwnPropertyDescriptor(thrown, name)?.value : undefined
  const [code, command, status] = [property('code'), property('command'), property('responseCode')]
  const [, detail = ''] = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(String(property('response'))) ?? []
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : '',
    status: typeof status === 'number' ? status : 0,
    detail,
  }
}

/**
 * Classifies a failure. `bodyStarted` says whether a part of the message may have reached the server. Exported for its
 * tests.
 */
export function classify(thrown: unknown, bodyStarted: boolean): SmtpOutcome {
  const failure = describe(thrown)
  if (bodyStarted && failure.status === 0) return { state: 'UNKNOWN', problem: 'answer_lost' }
  return { state: 'REJECTED', problem: problemOf(failure, thrown) }
}

/** The other side speaks TLS where none was begun, or none where it was. */
const otherKind = /wrong version number|packet length too long/
/**
 * A server that waits for TLS says nothing, and neither does one that is slow. Where TLS is set, the handshake has
 * succeeded by then.
 */
const silent = /Greeting never received/
const untrusted = /certificate|self.signed|CERT_|altname|issuer/i

/**
 * What an enhanced code says (RFC 3463, RFC 5248), whatever it answers. Without one, or with another one, the command
 * tells: bare codes such as 552 and 452 have too many meanings.
 */
const meanings: Readonly<Record<string, MailProblem>> = {
  '1.1': 'recipient_refused',
  '1.2': 'recipient_refused',
  '1.3': 'recipient_refused',
  '1.6': 'recipient_refused',
  '1.10': 'recipient_refused',
  '1.7': 'sender_refused',
  '1.8': 'sender_refused',
  '2.1': 'mailbox_disabled',
  '2.2': 'mailbox_full',
  '2.3': 'too_big',
  '3.4': 'too_big',
  '6.7': 'no_utf8',
  '6.8': 'no_utf8',
  '6.9': 'no_utf8',
}

/** Returns the meaning of a refusal. A temporary one wants a later try, unless the mailbox is full. */
function refusalOf({ command, status, detail }: Failure): MailProblem {
  if (status < 500) return detail === '2.2' ? 'mailbox_full' : 'try_later'
  const meaning = meanings[detail]
  if (meaning !== undefined) return meaning
  if (command === 'MAIL FROM') return 'sender_refused'
  // Rules of security or policy.
  if (detail.startsWith('7.')) return command === 'RCPT TO' ? 'not_allowed' : 'content_blocked'
  return command === 'RCPT TO' ? 'recipient_refused' : 'refused'
}

function problemOf(failure: Failure, thrown: unknown): MailProblem {
  const { code, command, status } = failure
  if (code === utf8Missing) return 'no_utf8'
  if (code === 'EAUTH') return status >= 400 && status < 500 ? 'try_later' : 'login_refused'
  if (
    thrown instanceof Error &&
    /CERT_(HAS_EXPIRED|NOT_YET_VALID)|certificate (has expired|is not yet valid)/.test(`${thrown.message} ${code}`)
  )
    return 'tls_expired'
  if (thrown instanceof Error && /ALTNAME_INVALID|altnames/.test(`${thrown.message} ${code}`)) return 'tls_wrong_host'
  if (thrown instanceof Error && otherKind.test(thrown.message)) return 'tls_kind'
  if (thrown instanceof Error && silent.test(thrown.message)) return 'no_greeting'
  if (thrown instanceof Error && untrusted.test(`${thrown.message} ${code}`)) return 'tls_untrusted'
  if (code === 'ETLS' || command === 'STARTTLS') return 'no_tls'
  return status >= 400 ? refusalOf(failure) : 'unreachable'
}
