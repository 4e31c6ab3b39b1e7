/**
 * A real SMTP server on loopback, with a certificate of the tests' own CA. An independent parser parses the messages
 * that it accepts.
 */
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, privateKey } from './certificates.ts'

export const mailUser = 'desk@example.com'
export const mailSecret = 'correct horse'

export interface MailServer {
  readonly port: number
  readonly mails: readonly { readonly parsed: ParsedMail; readonly raw: string; readonly to: readonly string[] }[]
  readonly close: () => Promise<void>
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

export interface MailServerOptions {
  readonly options?: SMTPServerOptions
  /** Returns the reply to RCPT TO by address; null accepts the recipient. */
  readonly recipient?: (address: string) => readonly [code: number, message: string] | null
  /** What happens to a message: by default it is stored. */
  readonly onMessage?: 'store' | 'silent' | 'hangUp' | readonly [code: number, message: string]
}

export async function startMailServer({
  options = {},
  recipient = () => null,
  onMessage = 'store',
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: { parsed: ParsedMail; raw: string; to: readonly string[] }[] = []
  const server = new SMTPServer({
    key: privateKey,
    cert: certificate,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => {
      const good = auth.username === mailUser && (auth.password === mailSecret || auth.accessToken === mailSecret)
      if (good) done(null, { user: mailUser })
      else done(refusal(535, 'Authentication failed'))
    },
    onRcptTo: (address, _session, done) => {
      const refused = recipient(address.address)
      done(refused === null ? null : refusal(...refused))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (onMessage === 'silent') return
        if (onMessage === 'hangUp') return void server.connections.forEach((connection) => connection.close())
        if (onMessage !== 'store') return done(refusal(...onMessage))
        const raw = Buffer.concat(chunks)
        void simpleParser(raw).then((parsed) => {
          mails.push({ parsed, raw: raw.toString('latin1'), to: session.envelope.rcptTo.map(({ address }) => address) })
          done()
        })
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: address.port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
