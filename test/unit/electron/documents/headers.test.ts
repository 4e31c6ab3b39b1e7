/**
 * What tries to become another header, recipient, command or mail: it stays the text that it is, or is refused.
 *
 * @module-tag slow
 */
import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { MailAddress, MailRequest, MailServer } from '#shared/model/mail.ts'
import { testMessage } from '../../../../electron/documents/message.ts'
import { createSmtp } from '../../../../electron/documents/smtp.ts'
import { authority } from '../../../support/certificates.ts'
import { mailSecret, mailUser } from '../../../support/mailServer.ts'
import { attempts } from './attempts.ts'
import { office, sendEach } from './office.ts'
import { sampleSheet } from './samples.ts'

const headersOf = (raw: string): readonly string[] =>
  (raw.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0] ?? '')
const testHeaders = [
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'Content-Transfer-Encoding',
  'MIME-Version',
  'Content-Type',
]
const headers = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']

it('tries 500 and more, each another', () => {
  expect(new Set(attempts).size).toBe(attempts.length)
  expect(attempts.length).toBeGreaterThan(500)
})

it('a mail has only the template’s headers and one recipient for every payload in names, packages, contact and note', async () => {
  const commands: string[] = []
  const here = await office({
    options: { onMailFrom: ({ address }, _session, done) => (commands.push(`MAIL ${address}`), done()) },
    recipient: (address) => (commands.push(`RCPT ${address}`), null),
  })
  const rows = await sendEach(here, attempts, (note) => ({ note }))
  expect(rows.every(({ state }) => state === 'SENT')).toBe(true)
  expect(here.server.mails).toHaveLength(attempts.length)
  expect(commands.sort()).toEqual([
    ...attempts.map(() => `MAIL ${mailUser}`),
    ...attempts.map(() => 'RCPT ada@example.org'),
  ])
  for (const { raw, to, parsed } of here.server.mails) {
    expect(headersOf(raw)).toEqual(headers)
    expect(to).toEqual(['ada@example.org'])
    expect(parsed.subject).toBe('How to install your eSIM')
    expect(parsed.from?.value.map(({ address }) => address)).toEqual([mailUser])
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual(['image/png', 'application/pdf'])
    // A line of its own that ends a mail would have cut it here.
    expect(parsed.text).toContain('Do not pass it on.')
  }
})

it('a test mail has the template’s headers for each in the reseller’s name', async () => {
  for (const name of attempts) {
    const raw = (await testMessage({ id: 'one', name, from: mailUser, to: 'ada@example.org', date: 0 })).toString(
      'latin1',
    )
    expect(headersOf(raw), JSON.stringify(name)).toEqual(testHeaders)
    const parsed = await simpleParser(raw)
    expect(parsed.from?.value.map(({ address }) => address)).toEqual([mailUser])
    expect([parsed.to].flat().flatMap((to) => to?.value.map(({ address }) => address))).toEqual(['ada@example.org'])
  }
})

const around = (attempt: string): readonly string[] => [
  `ada@example.org${attempt}`,
  `${attempt}ada@example.org`,
  `ada${attempt}@example.org`,
  `ada@${attempt}example.org`,
]

it('as an address each is refused, or one address without a break in it', async () => {
  const { customerUid, esimUid } = sampleSheet({ text: 'x' })
  const request = { customerUid, esimUid, language: 'en', pageSize: 'A4', copy: false, note: '', otherAddress: true }
  const server = { host: 'localhost', port: 587, security: 'tls', user: mailUser, auth: 'password' }
  const taken: string[] = []
  for (const address of attempts.flatMap(around)) {
    const parsed = MailAddress.safeParse(address)
    expect(MailRequest.safeParse({ ...request, to: address }).success).toBe(parsed.success)
    expect(MailServer.safeParse({ ...server, from: address }).success).toBe(parsed.success)
    if (parsed.success) taken.push(parsed.data)
  }
  expect(taken.length).toBeGreaterThan(0)
  for (const address of taken) {
    // Letters of any script are none of what ends a header or an address.
    expect(address).toMatch(/^[^\p{C}\p{Z}<>()[\]\\,;:"]+$/u)
    const raw = (await testMessage({ id: 'one', name: '', from: address, to: address, date: 0 })).toString('latin1')
    expect(headersOf(raw), address).toEqual(testHeaders)
  }
})

it('as a server’s name each is refused, or a name without a break in it', () => {
  const server = { port: 587, security: 'tls', user: mailUser, auth: 'password', from: mailUser }
  const hosts = attempts.flatMap((attempt) => [
    `smtp.example.com${attempt}`,
    `${attempt}smtp.example.com`,
    `smtp${attempt}.example.com`,
  ])
  for (const host of hosts)
    expect(MailServer.safeParse({ ...server, host }).data?.host ?? 'refused', JSON.stringify(host)).toMatch(
      /^[a-z0-9.-]+$/,
    )
})

it.each(['password', 'token'] as const)('as a user or a %s each is refused, or no login and no mail', async (auth) => {
  const here = await office()
  const server = {
    host: 'localhost',
    port: here.server.port,
    security: 'starttls',
    auth,
    from: mailUser,
    caFile: null,
  } as const
  const logins = attempts.flatMap((attempt) => {
    const parsed = MailServer.safeParse({ ...server, user: `${mailUser}${attempt}` })
    return [
      ...(parsed.success ? [{ server: parsed.data, secret: mailSecret }] : []),
      { server: { ...server, user: mailUser }, secret: `${mailSecret}${attempt}` },
    ]
  })
  // Every seventh: each break with each of what it begins takes a connection.
  const tried = logins.filter((_login, at) => at % 7 === 0)
  const outcomes = await Promise.all(
    tried.map((login) =>
      createSmtp().send({
        isOfRun: false,
        ...login,
        ca: authority,
        envelope: { from: mailUser, to: ['ada@example.org'] },
        message: Buffer.from('Subject: x\r\n\r\nx'),
      }),
    ),
  )
  expect(outcomes.map(({ problem }) => problem)).toEqual(
    tried.map(() => (auth === 'token' ? 'token_refused' : 'login_refused')),
  )
  expect(here.server.mails).toHaveLength(0)
})
