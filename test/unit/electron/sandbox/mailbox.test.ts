/**
 * The sandbox's mail server: it keeps what it accepts, and the control plane shows it. Mails arrive over real SMTP.
 *
 * @module-tag long
 */
import { Server } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSmtp, type SmtpOutcome } from '../../../../electron/documents/smtp.ts'
import {
  Mailbox,
  type KeptMail,
  type MailboxAccess,
  type MailSummary,
} from '../../../../electron/sandbox/mailbox/mailbox.ts'
import { useService } from './sandboxService.ts'

const service = useService({ customers: 5 })
const sender = 'support@example.com'

const open = (): Promise<MailboxAccess> => service().control.call('POST', '/mailbox/open', {})
const list = async (): Promise<readonly MailSummary[]> =>
  (await service().control.call<{ mails: MailSummary[] }>('GET', '/mailbox/mails')).mails
const read = (id: number): Promise<KeptMail> => service().control.call('GET', `/mailbox/mails/${String(id)}`)

const composed = (subject: string, attachment = 'PDF'): Promise<Buffer> =>
  new MailComposer({
    from: sender,
    to: 'ada@example.org',
    subject,
    text: 'Scan the code.\r\nGrüße',
    html: '<p>Scan</p>',
    attachments: [{ filename: 'eSIM Überblick.pdf', content: Buffer.from(attachment) }],
  })
    .compile()
    .build()

async function send(
  message: Buffer,
  to: readonly string[] = ['ada@example.org'],
  change: { readonly password?: string; readonly certificate?: string | undefined } = {},
): Promise<SmtpOutcome> {
  const { host, port, user, password, certificate } = { ...(await open()), ...change }
  return await createSmtp().send({
    isOfRun: false,
    server: { host, port, user, security: 'starttls', auth: 'password', from: sender, caFile: null },
    secret: password,
    ca: certificate,
    envelope: { from: sender, to },
    message,
  })
}

test('a mail is kept as it arrived, with all who would have received it', async () => {
  expect(await list()).toEqual([])
  const message = await composed('Ihre eSIM für Japan')
  expect(await send(message, ['ada@example.org', sender])).toEqual({ state: 'SENT', problem: null })
  const [kept] = await list()
  expect(kept).toEqual({
    id: kept?.id,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    to: ['ada@example.org', sender],
    subject: 'Ihre eSIM für Japan',
  })
  const { raw, ...mail } = await read(kept?.id ?? 0)
  expect(mail).toMatchObject({
    from: sender,
    text: expect.stringContaining('Grüße'),
    attachments: [{ name: 'eSIM Überblick.pdf', bytes: 3 }],
  })
  expect(Buffer.from(raw, 'base64').toString().trimEnd()).toBe(message.toString().trimEnd())
})

test('it is one server, which only its own password and certificate open', async () => {
  expect(await open()).toEqual(await open())
  const message = await composed('Not kept')
  expect(await send(message, undefined, { password: 'wrong' })).toMatchObject({ problem: 'login_refused' })
  expect(await send(message, undefined, { certificate: undefined })).toMatchObject({ problem: 'tls_untrusted' })
  expect((await list()).map(({ subject }) => subject)).not.toContain('Not kept')
})

test('a mailbox that could not be opened is opened by the next access, and closes in any case', async () => {
  const mailbox = new Mailbox({ now: () => 0 })
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
    setImmediate(() => this.emit('error', new Error('EMFILE')))
    return this
  })
  onTestFinished(() => listen.mockRestore())
  await expect(mailbox.open()).rejects.toThrow('EMFILE')
  await mailbox.close()
  expect(await mailbox.open()).toMatchObject({ host: '127.0.0.1' })
  await mailbox.close()
})

test('the next mail is refused, or kept although the answer is lost, and those after it are kept', async () => {
  const next = (end: string) => service().control.call('POST', '/mailbox/next', { next: end })
  const subjects = async () => (await list()).map(({ subject }) => subject)
  await next('refused')
  expect(await send(await composed('Refused'))).toEqual({ state: 'REJECTED', problem: 'recipient_refused' })
  await next('answerLost')
  expect(await send(await composed('Without an answer'))).toEqual({ state: 'UNKNOWN', problem: 'answer_lost' })
  expect(await send(await composed('Kept'))).toEqual({ state: 'SENT', problem: null })
  expect((await subjects()).slice(0, 2)).toEqual(['Kept', 'Without an answer'])
  expect(await subjects()).not.toContain('Refused')
  await expect(next('burnt')).rejects.toMatchObject({ status: 400 })
})

test('a message of more than 10 MB is refused', async () => {
  const message = await composed('Too long', 'x'.repeat(8 * 1024 * 1024))
  expect(await send(message)).toEqual({ state: 'REJECTED', problem: 'too_big' })
  expect((await list()).map(({ subject }) => subject)).not.toContain('Too long')
})

test('the newest 50 are kept, the newest first, and one that is gone is not found', async () => {
  const [before] = await list()
  const others = Array.from({ length: 49 }, (_, index) => `Mail ${String(index)}`)
  await Promise.all(others.map(async (subject) => await send(await composed(subject))))
  expect((await list()).at(-1)).toEqual(before)
  await send(await composed('The newest'))
  const [newest, ...rest] = (await list()).map(({ subject }) => subject)
  expect([newest, rest.toSorted()]).toEqual(['The newest', others.toSorted()])
  await expect(read(before?.id ?? 0)).rejects.toMatchObject({ status: 404 })
})
