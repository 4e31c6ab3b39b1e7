/**
 * Sends one mail to one SMTP server, with TLS only: login, then the message, once. It also classifies the result: a
 * refusal is REJECTED, and an answer that is lost after the message has begun to leave is UNKNOWN.
 */
import { Readable } from 'node:stream'
import type { SecureContext } from 'node:tls'
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { MailProblem, MailServer } from '#shared/model/mail.ts'
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
        connection.login(credentials(server, secret), (refused) => {
          if (refused) return reject(refused)
          connection.send(
            { from: envelope.from, to: [...envelope.to] },
            Readable.from(body()),
            (error: Error | null, sent?: SMTPConnectionSendInfo) => {
              if (sent === undefined || error) reject(error ?? new Error('The server did not answer'))
              else resolve(sent)
            },
          )
        })
      })
    })
    const [recipient] = envelope.to
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
}

function describe(thrown: unknown): Failure {
  const property = (name: string): unknown =>
    thrown instanceof Error ? Object.getOwnPropertyDescriptor(thrown, name)?.value : undefined
  const [code, command, status] = [property('code'), property('command'), property('responseCode')]
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : '',
    status: typeof status === 'number' ? status : 0,
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

function problemOf({ code, command, status }: Failure, thrown: unknown): MailProblem {
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
  if (status === 452 || status === 552 || status === 422) return 'mailbox_full'
  if (status >= 400 && status < 500) return 'try_later'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'RCPT TO') return 'recipient_refused'
  return status === 0 ? 'unreachable' : 'refused'
}
