/**
 * Mails to a real SMTP server: what arrives, and what is reported of failures.
 *
 * @module-tag long
 */
import { rootCertificates } from 'node:tls'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createOutbox } from '../../../../electron/documents/index.ts'
import { mailSecret, mailUser, type MailServerOptions } from '../../../support/mailServer.ts'
import { thrownBy } from '../service/support.ts'
import { office, only } from './office.ts'
import { sampleSheet } from './samples.ts'

it.each(['en', 'ar', 'ja'] as const)(
  'arrives in %s as text and HTML with the picture inside and the PDF attached',
  async (language) => {
    const here = await office()
    const row = await here.send({ language, note: 'Grüße,\nAda' })
    expect(row).toMatchObject({ state: 'SENT', problem: null, own: true, to: 'ada@example.org', agent: 'Ada' })
    const { parsed, to } = only(here)
    expect(to).toEqual(['ada@example.org'])
    expect(parsed.messageId).toBe(`<${row.id}@example.com>`)
    expect(parsed.from?.value).toEqual([{ name: 'Example Travel', address: mailUser }])
    expect(parsed.text).toContain('Grüße,\nAda')
    expect(parsed.text).toContain('smdp.example.com')
    expect(
      parsed.attachments.map(({ filename, contentType, contentDisposition }) => [
        filename,
        contentType,
        contentDisposition,
      ]),
    ).toEqual([
      ['qr.png', 'image/png', 'inline'],
      ['eSIM ExampleTravel.pdf', 'application/pdf', 'attachment'],
    ])
    expect(parsed.attachments.at(-1)?.content.toString()).toBe('%PDF-1.7 sheet')
    expect(typeof parsed.html === 'string' && parsed.html).toMatch(language === 'ar' ? /dir="rtl"/ : /dir="ltr"/)
    expect(typeof parsed.html === 'string' && parsed.html).not.toMatch(/src="https?:/)
  },
)

it('goes to a server with TLS from the first byte, and with a token', async () => {
  const here = await office({ options: { secure: true }, set: { security: 'tls', auth: 'token' } })
  expect(await here.send()).toMatchObject({ state: 'SENT' })
  expect(only(here).parsed.subject).toBe('How to install your eSIM')
})

it.each([
  ['an old token', 'token', 'old', 1],
  ['a token that is good', 'token', mailSecret, 0],
  ['a wrong password', 'password', 'wrong', 0],
] as const)('after %s the next one needs a new token: %s', async (_what, auth, secret, times) => {
  let refusals = 0
  const here = await office({ set: { auth }, secret, onRefused: () => (refusals += 1) })
  await here.send()
  await here.mailer.test(mailUser, 'Example Travel')
  expect(refusals).toBe(2 * times)
})

it('goes to the server of the connection where none is set, which no test of the settings uses', async () => {
  const here = await office({ ofConnection: true })
  expect(await here.send()).toMatchObject({ state: 'SENT' })
  expect(only(here).to).toEqual(['ada@example.org'])
  expect(await thrownBy(here.mailer.test('ada@example.org', 'Example'))).toMatchObject({ code: 'mail_not_set_up' })
})

it('also goes to the sender if a copy is requested, without mentioning the copy', async () => {
  const here = await office()
  await here.send({ copy: true })
  const { to, raw } = only(here)
  expect(to).toEqual(['ada@example.org', mailUser])
  expect(raw).not.toMatch(/^b?cc:/im)
})

it('to another address than the customer’s goes only when that is confirmed, and it is on record', async () => {
  const here = await office()
  expect(await thrownBy(here.send({ to: 'eve@example.net' }))).toMatchObject({ code: 'mail_other_address' })
  expect(here.server.mails).toHaveLength(0)
  expect(await here.send({ to: 'eve@example.net', otherAddress: true })).toMatchObject({ state: 'SENT', own: false })
  expect(await here.send({ to: 'ADA@Example.org' })).toMatchObject({ own: true })
})

/** The server gives the enhanced codes that its answers have, and no others. */
const bare = { options: { hideENHANCEDSTATUSCODES: true } } as const
const refuse =
  (responseCode: number, message: string): NonNullable<NonNullable<MailServerOptions['options']>['onMailFrom']> =>
  (_address, _session, done) =>
    done(Object.assign(new Error(message), { responseCode }))

const withoutTls: MailServerOptions['options'] & object = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }

it.each([
  ['STARTTLS was taken out of its answer', { options: withoutTls }, 'no_tls'],
  ['it has STARTTLS where TLS from the first byte is set', { set: { security: 'tls' } }, 'tls_kind'],
  [
    'it has TLS from the first byte where STARTTLS is set',
    { options: { secure: true }, limits: { greeting: 500 } },
    'no_greeting',
  ],
  [
    'it says nothing after the TLS handshake',
    {
      options: { secure: true, onConnect: () => undefined },
      set: { security: 'tls' },
      // The handshake has more.
      limits: { greeting: 500 },
    },
    'no_greeting',
  ],
  ['its certificate is none of the file’s authorities', { authorities: rootCertificates[0] ?? '' }, 'tls_untrusted'],
  ['its certificate is none of the system’s authorities', { set: { caFile: null } }, 'tls_untrusted'],
  ['the password is wrong', { secret: 'wrong' }, 'login_refused'],
  ['it does not know the recipient', { recipient: () => [550, 'No such user'] as const }, 'recipient_refused'],
  ['the mailbox is full', { ...bare, recipient: () => [552, '5.2.2 Mailbox full'] as const }, 'mailbox_full'],
  ['the mailbox is full for now', { ...bare, recipient: () => [452, '4.2.2 Mailbox full'] as const }, 'mailbox_full'],
  ['the mailbox is disabled', { ...bare, recipient: () => [552, '5.2.1 Disabled'] as const }, 'mailbox_disabled'],
  [
    'nothing reports why there is no room',
    { ...bare, recipient: () => [452, 'Try later'] as const },
    'recipient_later',
  ],
  [
    'a rule forbids the recipient',
    { ...bare, recipient: () => [550, '5.7.1 Relaying denied'] as const },
    'not_allowed',
  ],
  ['a rule forbids the content', { ...bare, onMessage: [552, '5.7.0 Blocked'] as const }, 'content_blocked'],
  ['the message is too big', { ...bare, onMessage: [552, '5.3.4 Too big'] as const }, 'too_big'],
  ['the mailbox is full once it has the message', { ...bare, onMessage: [552, '5.2.2 Full'] as const }, 'mailbox_full'],
  ['it says 552 and nothing else', { ...bare, onMessage: [552, 'Aborted'] as const }, 'refused'],
  [
    'the message is too big before it is sent',
    { options: { ...bare.options, onMailFrom: refuse(552, '5.3.4 Message size exceeds fixed limit') } },
    'too_big',
  ],
  ['it wants a later try', { recipient: () => [450, 'Greylisted'] as const }, 'recipient_later'],
  ['it takes the message for spam', { onMessage: [554, 'Spam'] as const }, 'refused'],
] as const)('is rejected where %s', async (_what, choice, problem) => {
  const here = await office(choice)
  expect(await here.send()).toMatchObject({ state: 'REJECTED', problem })
  expect(here.server.mails).toHaveLength(0)
})

it.each([
  ['anna@bücher.example', '<anna@xn--bcher-kva.example>'],
  ['zoë@mail.example', '<zoë@mail.example>'],
  ['анна@почта.example', '<анна@xn--80a1acny.example>'],
])('to %s goes with the domain in its ASCII form, and is on record as it was typed', async (to, recipient) => {
  const logged: string[] = []
  const note = (_entry: unknown, ...texts: readonly unknown[]): void => void logged.push(texts.join(' '))
  const logger = { level: () => undefined, trace: note, debug: note, info: note, warn: note, error: note, fatal: note }
  const here = await office({ options: { logger } })
  expect(await here.send({ to, otherAddress: true })).toMatchObject({ state: 'SENT', to })
  expect(logged.filter((line) => line.includes('RCPT TO:')).join()).toContain(`RCPT TO:${recipient}`)
  expect([only(here).parsed.to].flat().flatMap((one) => one?.value.map(({ address }) => address))).toHaveLength(1)
})

it('to letters beyond ASCII before the @ is not begun where the server can not transmit them', async () => {
  const here = await office({ options: { hideSMTPUTF8: true } })
  expect(await here.send({ to: 'zoë@mail.example', otherAddress: true })).toMatchObject({
    state: 'REJECTED',
    problem: 'no_utf8',
  })
  expect(here.server.mails).toHaveLength(0)
  // A domain needs nothing of the server.
  expect(await here.send({ to: 'anna@bücher.example', otherAddress: true })).toMatchObject({ state: 'SENT' })
})

it.each([
  ['is not there', null],
  ['holds none', 'nothing'],
] as const)('is not begun where the file of authorities %s', async (_what, authorities) => {
  const here = await office({ authorities })
  expect(await thrownBy(here.send())).toMatchObject({ code: 'ca_file_unreadable' })
  expect(await thrownBy(here.mailer.test('agent@example.com', ''))).toMatchObject({ code: 'ca_file_unreadable' })
  expect(here.outbox.list({})).toEqual({ rows: [], total: 0 })
})

it('is rejected if the server accepted only the copy', async () => {
  const here = await office({ recipient: (address) => (address === mailUser ? null : [550, 'No such user']) })
  expect(await here.send({ copy: true })).toMatchObject({ state: 'REJECTED', problem: 'recipient_refused' })
})

it('is rejected if there is no server', async () => {
  const here = await office()
  await here.server.close()
  expect(await here.send()).toMatchObject({ state: 'REJECTED', problem: 'unreachable' })
})

it.each(['silent', 'hangUp'] as const)(
  'is unknown if the answer to the whole message is lost (%s), and not sent again',
  async (onMessage) => {
    // Long beside what this server says until then.
    const here = await office({ onMessage, limits: { idle: 2000 } })
    expect(await here.send()).toMatchObject({ state: 'UNKNOWN', problem: 'answer_lost' })
    expect(here.outbox.list({}).rows).toHaveLength(1)
  },
)

it.each([false, true])(
  'submitted twice is sent once, whatever the case of the address (of a run: %s)',
  async (onlyIfNeeded) => {
    const here = await office()
    const [first, second] = await Promise.allSettled([
      here.send({ onlyIfNeeded }),
      here.send({ onlyIfNeeded, to: 'ADA@Example.org' }),
    ])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    expect(here.server.mails).toHaveLength(1)
  },
)

it('of a run is not sent again within a day, and is where an agent wants it', async () => {
  const here = await office()
  expect(await here.send({ onlyIfNeeded: true })).toMatchObject({ state: 'SENT' })
  expect(await thrownBy(here.send({ onlyIfNeeded: true }))).toMatchObject({ code: 'mailed_already' })
  expect(await here.send()).toMatchObject({ state: 'SENT' })
  expect(here.server.mails).toHaveLength(2)
})

it.each([
  ['the client of a service is replaced', 'first client', 'second client', 'mailed_already'],
  ['the sandbox, which has other customers, is started again', 'sandbox one', 'sandbox two', null],
  ['a service follows a sandbox', 'sandbox one', 'client', null],
] as const)('of a run is known after %s: from %s to %s %s', async (_what, before, after, code) => {
  const here = await office()
  here.connect(before)
  await here.send({ onlyIfNeeded: true })
  here.connect(after)
  const second = here.send({ onlyIfNeeded: true })
  if (code === null) expect(await second).toMatchObject({ state: 'SENT' })
  else expect(await thrownBy(second)).toMatchObject({ code })
})

it('of a run is sent although the eSIM was mailed to somebody else', async () => {
  const here = await office()
  await here.send({ to: 'eve@example.net', otherAddress: true })
  expect(await here.send({ onlyIfNeeded: true })).toMatchObject({ state: 'SENT' })
})

it('of a run is sent again if the first one was refused', async () => {
  let isKnown = false
  const here = await office({ recipient: () => (isKnown ? null : [550, 'No such user']) })
  expect(await here.send({ onlyIfNeeded: true })).toMatchObject({ state: 'REJECTED' })
  isKnown = true
  expect(await here.send({ onlyIfNeeded: true })).toMatchObject({ state: 'SENT' })
})

it('marks a mail that was being sent when the desk ended as unknown', () => {
  const outbox = createOutbox(new Database(':memory:'), new Database(':memory:'), systemClock)
  const { customerUid, esimUid, iccid } = sampleSheet({ text: 'x' })
  outbox.begin({
    id: 'one',
    connection: 'c',
    customerUid,
    esimUid,
    iccid,
    about: 'installation',
    country: null,
    own: true,
    language: 'en',
    agent: { osUser: 'ada', agentName: 'Ada' },
    to: 'ada@example.org',
    note: '',
  })
  expect(outbox.list({ customerUid }).rows).toMatchObject([{ state: 'SENDING' }])
  expect(outbox.recover()).toBe(1)
  expect(outbox.list({ customerUid }).rows).toMatchObject([{ state: 'UNKNOWN', problem: 'answer_lost' }])
  expect(outbox.recover()).toBe(0)
  expect(() => outbox.end('one', 'SENT', null)).toThrow()
})

it('lists what was mailed page by page, of one customer or of all, the newest first', () => {
  let now = 0
  const outbox = createOutbox(new Database(':memory:'), new Database(':memory:'), {
    ...systemClock,
    now: () => (now += 1),
  })
  const { customerUid, esimUid, iccid } = sampleSheet({ text: 'x' })
  const begin = (id: string, of: CustomerUid) =>
    outbox.begin({
      id,
      connection: 'c',
      customerUid: of,
      esimUid,
      iccid,
      about: 'installation',
      country: null,
      own: true,
      language: 'en',
      agent: { osUser: 'ada', agentName: 'Ada' },
      to: 'ada@example.org',
      note: '',
    })
  const other = CustomerUid.parse('c-2')
  for (const [id, of] of [
    ['1', customerUid],
    ['2', other],
    ['3', customerUid],
    ['4', customerUid],
  ] as const)
    begin(id, of)
  const ids = (wanted: Parameters<typeof outbox.list>[0]) => outbox.list(wanted).rows.map(({ id }) => id)
  expect(ids({})).toEqual(['4', '3', '2', '1'])
  const first = outbox.list({ customerUid, limit: 2 })
  expect(first).toMatchObject({ rows: [{ id: '4' }, { id: '3' }], total: 3, cursor: '3' })
  expect(outbox.list({ customerUid, limit: 2, cursor: first.cursor })).toMatchObject({ rows: [{ id: '1' }], total: 3 })
  expect(outbox.list({ customerUid, limit: 2, cursor: first.cursor }).cursor).toBeUndefined()
  expect(ids({ customerUid: other })).toEqual(['2'])
})

it('that is cancelled while its message is composed is neither recorded nor sent', async () => {
  const here = await office()
  const signal = AbortSignal.abort(new DeskError('aborted', 'cancelled'))
  expect(await thrownBy(here.send({}, undefined, signal))).toMatchObject({ code: 'aborted' })
  expect(here.outbox.list({})).toEqual({ rows: [], total: 0 })
  expect(here.server.mails).toHaveLength(0)
})

it('reports each state when it begins, to everybody who lists mails', async () => {
  const here = await office()
  await here.send()
  expect(here.changes.map(({ state }) => state)).toEqual(['SENDING', 'SENT'])
})

it('tests the settings with a mail that contains no data of a customer', async () => {
  const here = await office()
  expect(await here.mailer.test('agent@example.com', 'Example Travel')).toEqual({ state: 'SENT', problem: null })
  expect(only(here).raw).not.toMatch(/LPA|ada@/)
})
