/**
 * What the desk says of the answers of mail servers. They are those that Exchange Online, Gmail, Postfix, Exim and
 * hosting companies give, word for word where the words count.
 */
import { expect, it, onTestFinished } from 'vitest'
import { endsRun, type MailProblem } from '#shared/model/mail.ts'
import { createSmtp } from '../../../../electron/documents/smtp.ts'
import { authority } from '../../../support/certificates.ts'
import { startScriptedMail, type MailStep, type ScriptedMailOptions } from '../../../support/scriptedMail.ts'

const recipient = 'send-limit@example.org'

async function sendTo(options: ScriptedMailOptions, auth: 'password' | 'token' = 'password') {
  const server = await startScriptedMail(options)
  onTestFinished(server.close)
  const smtp = createSmtp()
  onTestFinished(smtp.close)
  const outcome = await smtp.send({
    server: {
      host: 'localhost',
      port: server.port,
      security: options.isSecure === false ? 'starttls' : 'tls',
      user: 'desk@example.com',
      auth,
      from: 'desk@example.com',
      caFile: null,
    },
    secret: 'correct horse',
    ca: authority,
    envelope: { from: 'desk@example.com', to: [recipient] },
    message: Buffer.from('Subject: test\r\n\r\ntest\r\n'),
    isOfRun: false,
  })
  return { outcome, server }
}

type Case = readonly [step: MailStep, answer: string, problem: MailProblem]

/** What the next mail would meet, too. */
const ofServer: readonly Case[] = [
  ['connect', '421 4.3.2 The maximum number of concurrent server connections has exceeded a limit', 'sender_limit'],
  ['connect', '421 4.7.0 mail.test Error: too many connections from 192.0.2.1', 'sender_limit'],
  ['connect', '421 Too many concurrent SMTP connections; please try again later', 'sender_limit'],
  ['connect', '450 4.3.2 Service currently unavailable', 'try_later'],
  ['connect', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example', 'turned_away'],
  ['EHLO', '421 4.7.0 Try again later, closing connection. gsmtp', 'try_later'],
  ['EHLO', '451 4.3.0 Temporary failure', 'try_later'],
  ['EHLO', '550 5.7.1 Go away', 'turned_away'],
  ['AUTH', '454 4.7.0 Temporary authentication failure: Connection lost to authentication server', 'try_later'],
  ['AUTH', '454-4.7.0 Too many login attempts, please try again later.\r\n454 4.7.0 gsmtp', 'sender_limit'],
  ['AUTH', '421 4.4.2 Connection dropped', 'try_later'],
  ['AUTH', '535-5.7.8 Username and Password not accepted.\r\n535 5.7.8 gsmtp', 'login_refused'],
  ['AUTH', '535 5.7.3 Authentication unsuccessful [AM0PR01.example]', 'login_refused'],
  ['AUTH', '535 Incorrect authentication data', 'login_refused'],
  ['AUTH', '534-5.7.9 Application-specific password required.\r\n534 5.7.9 gsmtp', 'login_not_allowed'],
  ['AUTH', '504 5.7.4 Unrecognized authentication type', 'login_not_allowed'],
  [
    'AUTH',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    'login_not_allowed',
  ],
  ['AUTH', '535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.', 'login_refused'],
  ['AUTH', '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', 'oauth_only'],
  ['AUTH', '550 5.7.30 Basic authentication is not supported for Client Submission.', 'oauth_only'],
  ['MAIL FROM', '421 RP-001 We have limits for how many messages can be sent per hour and per day.', 'sender_limit'],
  ['MAIL FROM', '450 4.7.1 Error: too much mail from 192.0.2.1', 'sender_limit'],
  ['MAIL FROM', '452 4.4.5 Messages per second limit exceeded', 'sender_limit'],
  ['MAIL FROM', '452 4.5.3 Daily message limit exceeded', 'sender_limit'],
  ['MAIL FROM', '451 4.7.500 Server busy. Please try again later', 'try_later'],
  ['MAIL FROM', '451 Temporary local problem - please try later', 'try_later'],
  ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'server_limit'],
  ['MAIL FROM', '452 space shortage, please try later', 'server_limit'],
  ['MAIL FROM', '530 5.7.57 Client not authenticated to send mail.', 'login_not_allowed'],
  ['MAIL FROM', '530 Authentication required', 'login_not_allowed'],
  ['MAIL FROM', '550 5.1.8 Access denied, bad outbound sender', 'sender_refused'],
  ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user', 'sender_refused'],
  ['RCPT TO', '421 4.7.0 mail.test Error: too many errors', 'sender_limit'],
  ['RCPT TO', '450 4.2.1 Peak SMTP relay limit exceeded for customer.', 'sender_limit'],
  [
    'RCPT TO',
    `450 4.7.1 <${recipient}>: Recipient address rejected: Policy Rejection - Quota Exceeded.`,
    'sender_limit',
  ],
  ['RCPT TO', '452 4.3.1 Insufficient system resources', 'server_limit'],
  ['RCPT TO', '452 4.5.3 Error: too many recipients', 'sender_limit'],
  ['RCPT TO', '452 too many recipients', 'sender_limit'],
  ['RCPT TO', '452 4.4.5 System congestion', 'server_limit'],
  ['RCPT TO', `550 5.4.5 <${recipient}>: Recipient address rejected: Domain Sending Quota Exceeded`, 'sender_limit'],
  ['RCPT TO', '550 5.7.1 Message rate limit exceeded', 'sender_limit'],
  ['RCPT TO', '553 5.7.1 <desk@example.com>: Sender address rejected: not owned by user', 'sender_refused'],
  ['RCPT TO', '450 4.1.8 <desk@example.com>: Sender address rejected: Domain not found', 'sender_refused'],
  ['RCPT TO', '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied', 'turned_away'],
  ['RCPT TO', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'turned_away'],
  ['DATA', '451 4.3.2 Please try again later', 'try_later'],
  ['DATA', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'sender_limit'],
  ['body', '454 Throttling failure: Daily message quota exceeded.', 'sender_limit'],
  ['body', '550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 gsmtp', 'sender_limit'],
  ['body', '550 Domain mail.example has exceeded the max emails per hour (250/200) allowed.', 'sender_limit'],
  ['body', '550 5.1.90 Your message cannot be sent: the daily limit for recipients is reached', 'sender_limit'],
  ['body', '550 5.7.28 Our system has detected an unusual rate of unsolicited mail', 'sender_limit'],
  ['body', '550 5.7.233 Your message cannot be sent: the tenant external recipient limit is exceeded', 'sender_limit'],
  ['body', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', 'sender_limit'],
  ['body', '452 4.3.1 Insufficient system storage', 'server_limit'],
  ['body', '554 5.2.252 SendAsDenied; desk@example.com not allowed to send as', 'sender_refused'],
  ['body', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'sender_refused'],
]
/** What belongs to the recipient or the mail alone. */
const ofRecipient: readonly Case[] = [
  ['MAIL FROM', '552 5.3.4 Message size exceeds fixed maximum message size', 'too_big'],
  ['RCPT TO', `450 4.1.2 <${recipient}>: Recipient address rejected: Domain not found`, 'recipient_later'],
  ['RCPT TO', `450 4.2.0 <${recipient}>: Recipient address rejected: Greylisted for 300 seconds`, 'recipient_later'],
  ['RCPT TO', '451 4.7.1 Greylisting in action, please come back later', 'recipient_later'],
  ['RCPT TO', '451 Temporary local problem - please try later', 'recipient_later'],
  ['RCPT TO', '451 4.3.2 Please try again later', 'recipient_later'],
  [
    'RCPT TO',
    '450-4.2.1 The user you are trying to contact is receiving email too quickly.\r\n450 4.2.1 gsmtp',
    'recipient_later',
  ],
  ['RCPT TO', `450 4.1.1 <${recipient}>: Recipient address rejected: unverified address`, 'recipient_later'],
  ['RCPT TO', '452 4.2.2 The email account that you tried to reach is over quota.', 'mailbox_full'],
  ['RCPT TO', '552-5.2.2 The email account that you tried to reach is over quota.\r\n552 5.2.2 gsmtp', 'mailbox_full'],
  ['RCPT TO', '552 Mailbox quota exceeded, message not sent', 'mailbox_full'],
  ['RCPT TO', '452 The mailbox of this user is full, the mail can not be sent: quota exceeded', 'mailbox_full'],
  ['body', '552 Requested mail action aborted: exceeded storage allocation, not sent', 'mailbox_full'],
  ['body', '550 5.7.1 Message refused: its spam score exceeds the limit', 'content_blocked'],
  ['RCPT TO', `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`, 'recipient_refused'],
  ['RCPT TO', `550 ${recipient} unknown user account`, 'recipient_refused'],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'not_allowed'],
  [
    'RCPT TO',
    '550-5.2.1 The email account that you tried to reach is disabled.\r\n550 5.2.1 gsmtp',
    'mailbox_disabled',
  ],
  ['body', '451 4.7.1 Greylisting in action, please come back later', 'recipient_later'],
  ['body', '552-5.7.0 This message was blocked because of its content.\r\n552 5.7.0 gsmtp', 'content_blocked'],
  ['body', '552 5.2.3 The message exceeds the maximum send size of the sender', 'too_big'],
  ['body', '554 5.6.0 Corrupt message content', 'refused'],
]

it.each(ofServer)('%s: %s ends a run: %s', async (step, answer, problem) => {
  const { outcome } = await sendTo({ answer: (moment) => (moment.step === step ? answer : undefined) })
  expect(outcome).toEqual({ state: 'REJECTED', problem })
  expect(endsRun(problem)).toBe(true)
})

it.each(ofRecipient)('%s: %s does not end a run: %s', async (step, answer, problem) => {
  const { outcome } = await sendTo({ answer: (moment) => (moment.step === step ? answer : undefined) })
  expect(outcome).toEqual({ state: 'REJECTED', problem })
  expect(endsRun(problem)).toBe(false)
})

it.each([
  ['454 4.7.0 TLS not available due to local problem', 'try_later'],
  ['421 4.7.0 Too many connections', 'sender_limit'],
  ['502 5.5.1 Not implemented', 'no_tls'],
] as const)('STARTTLS: %s says %s', async (answer, problem) => {
  const { outcome, server } = await sendTo({
    isSecure: false,
    extensions: ['STARTTLS'],
    answer: ({ step }) => (step === 'STARTTLS' ? answer : undefined),
  })
  expect(outcome).toEqual({ state: 'REJECTED', problem })
  expect(server.lines.some((line) => line.startsWith('AUTH'))).toBe(false)
})

it.each([
  ['a password', 'password', 'AUTH XOAUTH2 OAUTHBEARER', 'oauth_only'],
  ['a password', 'password', 'AUTH=XOAUTH2', 'oauth_only'],
  ['a password', 'password', 'AUTH GSSAPI NTLM', 'login_not_allowed'],
  ['a password', 'password', 'SIZE 1000000', 'login_not_allowed'],
  ['a token', 'token', 'AUTH PLAIN LOGIN', 'login_not_allowed'],
] as const)('%s is not sent where the server has no use for it (%s): %s', async (_what, auth, extension, problem) => {
  const { outcome, server } = await sendTo({ extensions: [extension] }, auth)
  expect(outcome).toEqual({ state: 'REJECTED', problem })
  expect(server.lines).toEqual(['EHLO localhost'])
})

const refusals = [
  '535 5.7.8 Not accepted',
  '535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.',
]
it.each([
  ['XOAUTH2', 'user=desk@example.com\x01auth=Bearer correct horse\x01\x01'],
  ['OAUTHBEARER', 'n,a=desk@example.com,\x01host=localhost\x01port=PORT\x01auth=Bearer correct horse\x01\x01'],
])('a token is sent by %s, and the explanation of a refusal is answered', async (mechanism, text) => {
  const accepted = await sendTo({ extensions: [`AUTH PLAIN ${mechanism}`] }, 'token')
  expect(accepted.outcome.state).toBe('SENT')
  const [, login = ''] = accepted.server.lines
  expect(login.split(' ').slice(0, 2)).toEqual(['AUTH', mechanism])
  expect(Buffer.from(login.split(' ')[2] ?? '', 'base64').toString()).toBe(
    text.replace('PORT', String(accepted.server.port)),
  )
  for (const explanation of refusals) {
    const refused = await sendTo(
      {
        extensions: [`AUTH ${mechanism}`],
        answer: ({ step, line }) =>
          step !== 'AUTH' ? undefined : line.startsWith('AUTH') ? '334 eyJzdGF0dXMiOiI0MDAifQ==' : explanation,
      },
      'token',
    )
    expect(refused.outcome).toEqual({ state: 'REJECTED', problem: 'token_refused' })
    expect(refused.server.lines.filter((line) => line.startsWith('AUTH'))).toHaveLength(1)
  }
})
