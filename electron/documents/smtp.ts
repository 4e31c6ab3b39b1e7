/**
 * Hands mails to an SMTP server, with TLS only: login, then the message, once. The mails of a run share a connection,
 * because servers refuse many logins. A refusal is REJECTED, and an answer that is lost after the message has begun to
 * leave is UNKNOWN: such a mail is never sent again.
 */
import { Readable } from 'node:stream'
import SMTPConnection, {
  type SMTPConnectionCustomAuthHandler,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection'
import { endsRun, type MailProblem, type MailServer, needsUtf8, transmittedAddress } from '#shared/model/mail.ts'
import { trustedContext } from '../base/authorities.ts'
import { KnownProblem, problemOf, tokenMethod } from './smtpProblem.ts'

export interface SmtpRequest {
  readonly server: MailServer
  readonly secret: string
  /** PEM of additional certificate authorities, beside those that are trusted anyway. */
  readonly ca?: string | undefined
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly message: Buffer
  /** The connection is kept for the next mail of the run. */
  readonly isOfRun: boolean
}

/** All in milliseconds. */
export interface SmtpLimits {
  readonly connect: number
  /** Until the server has greeted. Some wait on purpose, because senders of spam don't. */
  readonly greeting: number
  /** Silence of the server. */
  readonly idle: number
  /** How long a connection is kept without a mail. */
  readonly kept: number
}

export type SmtpOutcome =
  | { readonly state: 'SENT'; readonly problem: null }
  | { readonly state: 'REJECTED' | 'UNKNOWN'; readonly problem: MailProblem }

export interface Smtp {
  readonly send: (request: SmtpRequest) => Promise<SmtpOutcome>
  /** Ends the connection that is kept. */
  readonly close: () => void
}

const defaultLimits: SmtpLimits = { connect: 10_000, greeting: 45_000, idle: 60_000, kept: 30_000 }

const sent: SmtpOutcome = { state: 'SENT', problem: null }

/** `bodyStarted`: whether a part of the message may have reached the server. */
function classify(thrown: unknown, bodyStarted: boolean): SmtpOutcome {
  const { problem, isAnswer } = problemOf(thrown)
  return bodyStarted && !isAnswer ? { state: 'UNKNOWN', problem: 'answer_lost' } : { state: 'REJECTED', problem }
}

export function createSmtp(limits: SmtpLimits = defaultLimits): Smtp {
  let kept: { readonly session: Session; readonly key: string; readonly timer: NodeJS.Timeout } | null = null

  function take(): typeof kept {
    const taken = kept
    kept = null
    clearTimeout(taken?.timer)
    return taken
  }
  const close = (): void => take()?.session.close()

  function takeFor(key: string): Session | null {
    const taken = take()
    if (taken === null || (taken.key === key && taken.session.isOpen())) return taken?.session ?? null
    taken.session.close()
    return null
  }
  function keep(session: Session, key: string): void {
    close()
    kept = { session, key, timer: setTimeout(close, limits.kept) }
  }

  return {
    async send(request) {
      const { server, secret, ca, isOfRun } = request
      const key = JSON.stringify([server, secret, ca])
      const attempt = async (open: () => Session | Promise<Session>): Promise<Attempt> => {
        try {
          const session = await open()
          const made = await session.send(request)
          const isUsable = made.outcome.state !== 'UNKNOWN' && !endsRun(made.outcome.problem)
          if (isOfRun && isUsable && session.isOpen()) keep(session, key)
          else session.close()
          return made
        } catch (thrown) {
          return { outcome: classify(thrown, false), bodyStarted: false }
        }
      }
      const earlier = isOfRun ? takeFor(key) : null
      const again = earlier === null ? null : await attempt(() => earlier)
      // The server may have ended the connection or reached a limit of it, so a new one is tried, once. Nothing of the
      // message has left.
      if (again !== null && (again.bodyStarted || !endsRun(again.outcome.problem))) return again.outcome
      return (await attempt(() => openSession(request, limits))).outcome
    },
    close,
  }
}

interface Attempt {
  readonly outcome: SmtpOutcome
  readonly bodyStarted: boolean
}

/** A connection whose user has logged in. */
interface Session {
  readonly isOpen: () => boolean
  readonly send: (mail: Pick<SmtpRequest, 'envelope' | 'message'>) => Promise<Attempt>
  readonly close: () => void
}

/** Throws what has failed. */
async function openSession(
  { server, secret, ca }: Pick<SmtpRequest, 'server' | 'secret' | 'ca'>,
  limits: SmtpLimits,
): Promise<Session> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: true,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, secureContext: await trustedContext(ca) },
    // The name of the machine is private.
    name: 'localhost',
    connectionTimeout: limits.connect + limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.idle,
    logger: false,
    customAuth: { [tokenMethod]: sendToken(server) },
  })
  let fail: (failure: unknown) => void = () => undefined
  const closedError = (): Error => Object.assign(new Error('The connection has ended'), { code: 'ECONNECTION' })
  connection.on('error', (failure) => fail(failure))
  // The command that ended it may get its own answer first.
  connection.on('end', () => setImmediate(() => fail(closedError())))

  /** Waits for one step, or for the end of the connection. */
  const step = <T>(begin: (done: (failure?: Error | null, result?: T) => void) => void): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      fail = reject
      begin((failure, result) => (failure ? reject(failure) : resolve(result)))
    })
  const close = (): void => {
    // Later errors do not matter, but an `error` event without a listener would throw.
    connection.removeAllListeners().on('error', () => undefined)
    connection.close()
  }

  try {
    const timer = setTimeout(() => {
      if (connection.stage === 'init') fail(closedError())
    }, limits.connect)
    await step<void>((done) => connection.connect(done)).finally(() => clearTimeout(timer))
    const extensions = connection.lastServerResponse
    const offer = extensions === false ? '' : extensions
    const mechanism = mechanismFor(server, offer)
    const method = server.auth === 'token' ? tokenMethod : mechanism
    await step((done) => connection.login({ user: server.user, pass: secret, method, options: { mechanism } }, done))
    let mails = 0
    return {
      isOpen: () => !connection.destroyed,
      close,
      async send({ envelope, message }) {
        const from = transmittedAddress(envelope.from)
        const to = envelope.to.map(transmittedAddress)
        let bodyStarted = false
        const body = function* (): Generator<Buffer> {
          // The connection reads the body only once the server accepts the message.
          bodyStarted = true
          yield message
        }
        try {
          if ([from, ...to].some(needsUtf8) && !/[ -]SMTPUTF8\b/i.test(offer)) throw new KnownProblem('no_utf8')
          if (mails > 0) await step((done) => connection.reset(done))
          mails += 1
          const info = await step<SMTPConnectionSendInfo>((done) =>
            connection.send({ from, to }, Readable.from(body()), done),
          )
          // The server accepted the copy but not the mail itself.
          const isRefused = to[0] !== undefined && info?.rejected.includes(to[0]) === true
          return { outcome: isRefused ? classify(info.rejectedErrors?.[0], false) : sent, bodyStarted }
        } catch (thrown) {
          return { outcome: classify(thrown, bodyStarted), bodyStarted }
        }
      },
    }
  } catch (thrown) {
    close()
    throw thrown
  }
}

const passwordMechanisms = ['PLAIN', 'LOGIN', 'CRAM-MD5']
const tokenMechanisms = ['XOAUTH2', 'OAUTHBEARER']

/** Throws if the server offers no mechanism for this secret, which is then not sent. */
function mechanismFor({ auth }: MailServer, offer: string): string {
  const offered = [...offer.matchAll(/^250[ -]AUTH[ =](.*)$/gim)].flatMap(([, names = '']) =>
    names.toUpperCase().split(/\s+/),
  )
  const offers = (name: string): boolean => offered.includes(name)
  const mechanism = (auth === 'token' ? tokenMechanisms : passwordMechanisms).find(offers)
  if (mechanism !== undefined) return mechanism
  throw new KnownProblem(auth === 'password' && tokenMechanisms.some(offers) ? 'oauth_only' : 'login_not_allowed')
}

/** Sends an access token: as Google and Microsoft want it, or by RFC 7628. */
const sendToken =
  ({ host, port }: MailServer): SMTPConnectionCustomAuthHandler =>
  async (login) => {
    const { user, pass, options } = login.auth.credentials
    const isBearer = options?.['mechanism'] === 'OAUTHBEARER'
    const parts = isBearer ? [`n,a=${user},`, `host=${host}`, `port=${String(port)}`] : [`user=${user}`]
    const text = [...parts, `auth=Bearer ${pass}`, '', ''].join('\x01')
    const name = isBearer ? 'OAUTHBEARER' : 'XOAUTH2'
    let answer = await login.sendCommand(`AUTH ${name} ${Buffer.from(text).toString('base64')}`)
    // The server has explained its refusal, and waits for an answer before it refuses.
    if (answer.status === 334) answer = await login.sendCommand(isBearer ? 'AQ==' : '')
    if (answer.status !== 235) throw new Error('The token was refused')
  }
