/** The mails of a run on one connection, and servers that end it, in each way that they do. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MailServer } from '#shared/model/mail.ts'
import { createSmtp, type SmtpLimits, type SmtpOutcome, type SmtpRequest } from '../../../../electron/documents/smtp.ts'
import { selfSigned } from '../../../../electron/sandbox/tls/certificate.ts'
import { authority } from '../../../support/certificates.ts'
import { startScriptedMail, type ScriptedMailOptions } from '../../../support/scriptedMail.ts'

const sender = 'desk@example.com'

async function run(options: ScriptedMailOptions = {}, limits?: Partial<SmtpLimits>) {
  const server = await startScriptedMail(options)
  onTestFinished(server.close)
  const smtp = createSmtp(
    limits === undefined ? undefined : { connect: 60_000, greeting: 60_000, idle: 60_000, kept: 60_000, ...limits },
  )
  onTestFinished(smtp.close)
  const place: MailServer = {
    host: 'localhost',
    port: server.port,
    security: 'tls',
    user: sender,
    auth: 'password',
    from: sender,
    caFile: null,
  }
  const send = (n: number, changes: Partial<SmtpRequest> = {}): Promise<SmtpOutcome> =>
    smtp.send({
      server: place,
      secret: 'correct horse',
      ca: authority,
      envelope: { from: sender, to: [`c${String(n)}@example.org`] },
      message: Buffer.from('Subject: test\r\n\r\ntest\r\n'),
      isOfRun: true,
      ...changes,
    })
  const sendAll = async (count: number): Promise<readonly string[]> => {
    const outcomes: string[] = []
    for (let n = 1; n <= count; n += 1) outcomes.push((await send(n)).state)
    return outcomes
  }
  return { server, smtp, place, send, sendAll }
}
const recipients = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `c${String(at + 1)}@example.org`)
const sentAll = (count: number): readonly string[] => Array.from({ length: count }, () => 'SENT')
const begun = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('MAIL FROM')).length

describe.each([
  ['one command at a time', ['AUTH PLAIN']],
  ['several commands at once', ['AUTH PLAIN', 'PIPELINING']],
])('%s', (_how, extensions) => {
  it('share one login, and a refused recipient in the middle changes nothing of that', async () => {
    const { server, send } = await run({
      extensions,
      answer: ({ step, to }) =>
        step === 'RCPT TO' && to === 'c2@example.org' ? '450 4.1.2 No such domain' : undefined,
    })
    expect([await send(1), await send(2), await send(3)]).toEqual([
      { state: 'SENT', problem: null },
      { state: 'REJECTED', problem: 'recipient_later' },
      { state: 'SENT', problem: null },
    ])
    expect([server.logins(), server.arrived]).toEqual([1, ['c1@example.org', 'c3@example.org']])
    expect(server.lines.filter((line) => line === 'RSET')).toHaveLength(2)
  })

  it.each([
    ['closes after each mail', 'RSET', 'close', 2],
    ['reports it before it closes', 'RSET', '421 4.4.2 Idle for too long', 2],
    ['takes three mails of each', 'MAIL FROM', '421 4.7.0 Too many messages on this connection', 4],
    ['takes three mails of each, and stays', 'MAIL FROM', '452 4.5.3 Too many messages', 4],
    ['takes three mails of each, which it says with the recipient', 'RCPT TO', '421 Come again', 4],
    ['takes three mails of each, which it says with the message', 'DATA', '421 Come again', 4],
  ] as const)('a server that %s gets each once', async (_what, step, answer, first) => {
    const { server, sendAll } = await run({
      extensions,
      answer: (moment) =>
        moment.step === step && moment.mail >= first - (step === 'RSET' ? 1 : 0) ? answer : undefined,
    })
    expect(await sendAll(7)).toEqual(sentAll(7))
    expect(server.arrived).toEqual(recipients(7))
    expect(server.logins()).toBe(Math.ceil(7 / (first - 1)))
  })

  it.each(['close', 'silence'] as const)(
    'is unknown where the answer is lost (%s), and not sent again',
    async (answer) => {
      const { server, send } = await run(
        { extensions, answer: ({ step, mail }) => (step === 'body' && mail === 2 ? answer : undefined) },
        // Long beside what this server says until then.
        { idle: 2000 },
      )
      await send(1)
      expect(await send(2)).toEqual({ state: 'UNKNOWN', problem: 'answer_lost' })
      expect([begun(server.lines), server.arrived]).toEqual([2, ['c1@example.org']])
      expect(await send(3)).toMatchObject({ state: 'SENT' })
      expect(server.logins()).toBe(2)
    },
  )

  it('is refused for good where the server refuses what it has read, and not sent again', async () => {
    const { server, send } = await run({
      extensions,
      answer: ({ step, mail }) => (step === 'body' && mail === 2 ? '421 4.3.0 Shutting down' : undefined),
    })
    await send(1)
    expect(await send(2)).toEqual({ state: 'REJECTED', problem: 'try_later' })
    expect(begun(server.lines)).toBe(2)
  })

  it('a limit of the sender is met once more, on a new connection', async () => {
    const quota = '550 5.4.5 Daily sending quota exceeded'
    const { server, send } = await run({
      extensions,
      answer: ({ step, to }) => (step === 'RCPT TO' && to !== 'c1@example.org' ? quota : undefined),
    })
    await send(1)
    expect(await send(2)).toEqual({ state: 'REJECTED', problem: 'sender_limit' })
    expect([server.logins(), begun(server.lines)]).toEqual([2, 3])
  })
})

it('a connection without a mail is closed after a while, and a new one takes the next mail', async () => {
  const { server, send } = await run({}, { kept: 1 })
  await send(1)
  await expect.poll(server.open).toBe(0)
  expect(await send(2)).toMatchObject({ state: 'SENT' })
  expect([server.logins(), server.arrived]).toEqual([2, recipients(2)])
})

it('a mail of no run has a connection of its own, and leaves none open', async () => {
  const { server, send, smtp } = await run()
  await send(1)
  await send(2, { isOfRun: false })
  await expect.poll(server.open).toBe(1)
  await send(3)
  expect(server.logins()).toBe(2)
  smtp.close()
  await expect.poll(server.open).toBe(0)
})

it.each([
  ['user', { user: 'else@example.com' }, 'correct horse'],
  ['secret', {}, 'another'],
] as const)('another %s logs in again', async (_what, change, secret) => {
  const { server, send, place } = await run()
  await send(1)
  await send(2, { server: { ...place, ...change }, secret })
  expect(server.logins()).toBe(2)
  await expect.poll(server.open).toBe(1)
})

it.each([
  ['one that is trusted', true, { state: 'SENT', problem: null }],
  ['one that is not', false, { state: 'REJECTED', problem: 'tls_untrusted' }],
])('a server that changes its certificate in the middle, to %s', async (_what, isTrusted, outcome) => {
  const now = Date.now()
  const next = selfSigned({ names: ['localhost'], addresses: [], from: now - 60_000, until: now + 3_600_000 })
  const { server, send } = await run({ answer: ({ step }) => (step === 'RSET' ? 'close' : undefined) })
  const ca = isTrusted ? `${authority}${next.cert}` : authority
  await send(1, { ca })
  server.replaceCertificate(next.key, next.cert)
  expect(await send(2, { ca })).toEqual(outcome)
  expect(server.arrived).toEqual(recipients(isTrusted ? 2 : 1))
})

it.each([
  [30_000, 'SENT', null],
  [60_000, 'REJECTED', 'no_greeting'],
] as const)('a server that greets after %i ms', async (delay, state, problem) => {
  let greet = (): void => undefined
  const greeting = new Promise<undefined>((resolve) => (greet = () => resolve(undefined)))
  let asked = (): void => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const { send } = await run({
    answer: ({ step }) => (step === 'connect' ? (asked(), greeting) : undefined),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const outcome = send(1)
  await isAsked
  await new Promise(setImmediate)
  vi.advanceTimersByTime(delay)
  greet()
  expect(await outcome).toEqual({ state, problem })
})

it('a server that can not be reached is reported before one that is slow', async () => {
  // It accepts connections and never speaks, so that TLS does not begin.
  const { send } = await run({ isSecure: false, answer: () => 'silence' }, { connect: 100 })
  expect(await send(1)).toEqual({ state: 'REJECTED', problem: 'unreachable' })
})
