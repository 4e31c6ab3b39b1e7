/**
 * A mail server on loopback that keeps what it accepts and passes nothing on, so that mails can be tried without a
 * server of one's own. It opens with the first access. The mails live in memory and end with the sandbox.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Email } from 'postal-mime'
import type { SMTPServer } from 'smtp-server'
import { day, type SandboxClock } from '../clock.ts'
import { sameSecret } from '../store/tokens.ts'
import { selfSigned } from '../tls/certificate.ts'

/** What a client needs to send: TLS begins with STARTTLS, and the certificate is its own authority. */
export type MailboxAccess = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** PEM. */
  readonly certificate: string
}

/** What happens to the next mail. The one whose answer is lost is kept. */
export const nextMails = ['kept', 'refused', 'answerLost'] as const
type NextMail = (typeof nextMails)[number]

export type MailSummary = {
  readonly id: number
  /** The sandbox's time at which it was accepted. */
  readonly at: string
  /** The recipients of the envelope, which may differ from those of the message. */
  readonly to: readonly string[]
  readonly subject: string
}

export type KeptMail = MailSummary & {
  readonly from: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly bytes: number }[]
  /** The message as it arrived, in Base64. */
  readonly raw: string
}

type Stored = Omit<KeptMail, 'raw'> & { readonly message: Buffer }

const host = '127.0.0.1'
/** The newest are kept. */
const maxMails = 50
const maxMessageBytes = 10 * 1024 * 1024
const maxKeptBytes = 50 * 1024 * 1024
/** Of what is shown. The message itself is whole. */
const maxTextLength = 100_000
const maxLineLength = 1000

export class Mailbox {
  readonly #clock: Pick<SandboxClock, 'now'>
  /** The oldest first. */
  readonly #mails: Stored[] = []
  #lastId = 0
  /** Of one mail; those that follow are kept. */
  next: NextMail = 'kept'
  #opening: Promise<{ readonly access: MailboxAccess; readonly server: SMTPServer }> | null = null

  constructor(clock: Pick<SandboxClock, 'now'>) {
    this.#clock = clock
  }

  async open(): Promise<MailboxAccess> {
    this.#opening ??= this.#start().catch((error: unknown) => {
      // The next access tries it again.
      this.#opening = null
      throw error
    })
    return (await this.#opening).access
  }

  /** Returns the mails, the newest first. */
  list(): MailSummary[] {
    return this.#mails.map(({ id, at, to, subject }) => ({ id, at, to, subject })).toReversed()
  }

  mail(id: number): KeptMail | undefined {
    const found = this.#mails.find((mail) => mail.id === id)
    if (found === undefined) return undefined
    const { message, ...mail } = found
    return { ...mail, raw: message.toString('base64') }
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => null)
    if (opened) await new Promise<void>((resolve) => opened.server.close(() => resolve()))
  }

  async #start(): Promise<{ access: MailboxAccess; server: SMTPServer }> {
    const { SMTPServer: Server } = await import('smtp-server')
    const now = Date.now()
    const { key, cert } = selfSigned({
      names: ['localhost'],
      addresses: [host],
      from: now - day,
      until: now + 365 * day,
    })
    const user = 'sandbox'
    const password = randomBytes(24).toString('base64url')
    const server = new Server({
      key,
      cert,
      logger: false,
      // A lookup would ask the name server of the network for the name of this machine.
      disableReverseLookup: true,
      authMethods: ['PLAIN', 'LOGIN'],
      size: maxMessageBytes,
      // Those of the library depend on the status alone.
      hideENHANCEDSTATUSCODES: true,
      closeTimeout: 100,
      onAuth: (auth, _session, done) => {
        if (auth.username === user && sameSecret(auth.password ?? '', password)) done(null, { user })
        else done(refusal(535, 'The user or the password is wrong'))
      },
      onRcptTo: (_address, _session, done) => {
        if (this.next !== 'refused') return done(null)
        this.next = 'kept'
        done(refusal(550, 'There is no such mailbox'))
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        // A message that is too long is read to its end, so that the client receives the refusal.
        stream.on('data', (chunk: Buffer) => void (stream.sizeExceeded || chunks.push(chunk)))
        stream.on('end', () => {
          if (stream.sizeExceeded) return done(refusal(552, '5.3.4 The message is longer than 10 MB'))
          const to = session.envelope.rcptTo.map(({ address }) => address)
          this.#keep(Buffer.concat(chunks), to).then(
            () => {
              if (this.next !== 'answerLost') return done()
              this.next = 'kept'
              for (const connection of server.connections) connection.close()
            },
            () => done(refusal(554, 'The message cannot be read')),
          )
        })
      },
    })
    server.on('error', () => undefined)
    const address = await new Promise<AddressInfo>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(0, host, () => {
        const bound = server.server.address()
        if (bound === null || typeof bound === 'string') reject(new Error('the mailbox does not listen'))
        else resolve(bound)
      })
    })
    return { server, access: { host, port: address.port, user, password, certificate: cert } }
  }

  async #keep(message: Buffer, to: readonly string[]): Promise<void> {
    const { default: PostalMime } = await import('postal-mime')
    const email = await PostalMime.parse(message)
    this.#mails.push({
      id: ++this.#lastId,
      at: new Date(this.#clock.now()).toISOString(),
      to,
      from: senderOf(email),
      subject: (email.subject ?? '').slice(0, maxLineLength),
      text: (email.text ?? '').slice(0, maxTextLength),
      attachments: email.attachments.map(({ filename, content }) => ({
        name: (filename ?? '').slice(0, maxLineLength),
        bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
      message,
    })
    while (this.#mails.length > maxMails || this.#keptBytes() > maxKeptBytes) this.#mails.shift()
  }

  #keptBytes(): number {
    return this.#mails.reduce((bytes, { message }) => bytes + message.length, 0)
  }
}

const senderOf = ({ from }: Email): string => from?.address ?? ''

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
