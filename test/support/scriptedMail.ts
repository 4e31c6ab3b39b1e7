/**
 * An SMTP server on loopback whose answers a test writes, word for word: those of servers that no test can have. It
 * speaks TLS from the first byte, or none at all.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { certificate, privateKey } from './certificates.ts'

/** `connect` is the greeting, and `body` the end of the message. */
export type MailStep = 'connect' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'body' | 'RSET'

export interface MailMoment {
  readonly step: MailStep
  /** Counted from 1, as the others. */
  readonly connection: number
  /** Mails that this connection has begun. */
  readonly mail: number
  readonly to: string
  /** The line that is answered; empty at first. */
  readonly line: string
}

export interface ScriptedMail {
  readonly port: number
  /** All lines that clients have sent, without those of messages. */
  readonly lines: readonly string[]
  /** The recipients of the messages that arrived whole, in their order. */
  readonly arrived: readonly string[]
  readonly logins: () => number
  /** Connections that are open. */
  readonly open: () => number
  readonly replaceCertificate: (key: string, cert: string) => void
  readonly close: () => Promise<void>
}

/** Ends the connection without an answer, or leaves it without one. */
export type MailAnswer = (string & {}) | 'close' | 'silence' | undefined

export interface ScriptedMailOptions {
  /** Returns what the server says instead of what a server usually says. */
  readonly answer?: (moment: MailMoment) => MailAnswer | Promise<MailAnswer>
  readonly extensions?: readonly string[]
  readonly isSecure?: boolean
}

const usual: Readonly<Record<Exclude<MailStep, 'EHLO'>, string>> = {
  connect: '220 mail.test ESMTP',
  STARTTLS: '454 4.7.0 TLS not available',
  AUTH: '235 2.7.0 Accepted',
  'MAIL FROM': '250 2.1.0 Ok',
  'RCPT TO': '250 2.1.5 Ok',
  DATA: '354 End with a dot',
  body: '250 2.0.0 Queued',
  RSET: '250 2.0.0 Ok',
}
const steps = ['EHLO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO', 'DATA', 'RSET'] as const

export async function startScriptedMail({
  answer = () => undefined,
  extensions = ['AUTH PLAIN LOGIN', 'ENHANCEDSTATUSCODES'],
  isSecure = true,
}: ScriptedMailOptions = {}): Promise<ScriptedMail> {
  const offers = ['mail.test', ...extensions]
  const ehlo = offers.map((one, at) => `250${at === offers.length - 1 ? ' ' : '-'}${one}`).join('\r\n')
  const [lines, arrived]: [string[], string[]] = [[], []]
  const sockets = new Set<Socket>()
  let connections = 0
  let logins = 0

  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const connection = (connections += 1)
    let [mail, to, rest] = [0, '', '']
    let [inBody, inLogin, isTaken, queue] = [false, false, false, Promise.resolve()]
    const usually = (step: MailStep): string => {
      if (step === 'EHLO') return ehlo
      return step === 'DATA' && !isTaken ? '554 5.5.1 No valid recipients' : usual[step]
    }
    const say = async (step: MailStep, line = ''): Promise<void> => {
      const reply = (await answer({ step, connection, mail, to, line })) ?? usually(step)
      if (step === 'RCPT TO') isTaken = reply.startsWith('2')
      inLogin = reply.startsWith('334')
      if (step === 'DATA' && reply.startsWith('3')) inBody = true
      if (step === 'AUTH' && reply.startsWith('2')) logins += 1
      if (step === 'body' && reply.startsWith('2')) arrived.push(to)
      if (reply === 'close') socket.end()
      else if (reply !== 'silence') socket.write(`${reply}\r\n`)
      if (reply.startsWith('421')) socket.end()
    }
    const take = async (line: string): Promise<void> => {
      if (inBody) {
        if (line !== '.') return
        inBody = false
        return await say('body')
      }
      lines.push(line)
      const step = inLogin ? 'AUTH' : steps.find((one) => line.toUpperCase().startsWith(one))
      if (step === 'MAIL FROM') mail += 1
      if (step === 'RCPT TO') to = line.slice('RCPT TO:<'.length).split('>')[0] ?? ''
      if (step !== undefined) return await say(step, line)
      socket.write('500 5.5.1 Unknown\r\n')
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const whole = (rest + chunk).split('\r\n')
      rest = whole.pop() ?? ''
      queue = queue.then(async () => {
        for (const line of whole) await take(line)
      })
    })
    queue = say('connect')
  }
  const server = isSecure ? createTlsServer({ key: privateKey, cert: certificate }, serve) : createServer(serve)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address has this form
    lines,
    arrived,
    logins: () => logins,
    open: () => sockets.size,
    replaceCertificate(key, cert) {
      if ('setSecureContext' in server) server.setSecureContext({ key, cert })
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
