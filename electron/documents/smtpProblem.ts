/**
 * What a failure of SMTP means. The command and the enhanced code (RFC 3463, RFC 5248) decide, because bare codes such
 * as 452 and 550 have too many meanings. Limits of the sender and of the server are never reported as the recipient's.
 */
import type { MailProblem } from '#shared/model/mail.ts'

/** A problem that the desk found before the server could refuse anything. */
export class KnownProblem extends Error {
  readonly problem: MailProblem

  constructor(problem: MailProblem) {
    super(problem)
    this.problem = problem
  }
}

/** What the library calls the login by a token. By its mechanism's name it might send the token as a password. */
export const tokenMethod = 'TOKEN'

interface Failure {
  readonly code: string
  readonly command: string
  readonly message: string
  /** The server's status code; 0 if it gave none. */
  readonly status: number
  /** Its enhanced code without the class, such as `2.2`; empty if it gave none. */
  readonly detail: string
  /** The words of its answer without addresses, which customers have written. */
  readonly text: string
}

/** Characters of an answer. */
const maxText = 1000

function describe(thrown: unknown): Failure {
  const property = (name: string): unknown =>
    thrown instanceof Error ? Object.getOwnPropertyDescriptor(thrown, name)?.value : undefined
  const text = (name: string): string => {
    const value = property(name)
    return typeof value === 'string' ? value : ''
  }
  const status = property('responseCode')
  const response = text('response').slice(0, maxText)
  const [, detail = ''] = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return {
    code: text('code'),
    command: text('command'),
    message: thrown instanceof Error ? thrown.message : '',
    status: typeof status === 'number' ? status : 0,
    detail,
    text: response
      .split(/\s+/)
      .filter((word) => !/[@/]/.test(word))
      .join(' '),
  }
}

/** Returns the problem, and whether the server has answered. */
export function problemOf(thrown: unknown): { readonly problem: MailProblem; readonly isAnswer: boolean } {
  if (thrown instanceof KnownProblem) return { problem: thrown.problem, isAnswer: false }
  const failure = describe(thrown)
  const isAnswer = failure.status >= 400
  return { problem: isAnswer ? refusalOf(failure) : connectionProblem(failure), isAnswer }
}

/** The other side speaks TLS where none was begun, or none where it was. */
const otherKind = /wrong version number|packet length too long/
/**
 * A server that waits for TLS sends no greeting, and neither does one that is slow. Where TLS is set, the handshake
 * has succeeded by then.
 */
const silent = /Greeting never received/
const expired = /CERT_(HAS_EXPIRED|NOT_YET_VALID)|certificate (has expired|is not yet valid)/
const otherHost = /ALTNAME_INVALID|altnames/
const untrusted = /certificate|self.signed|CERT_|altname|issuer/i

function connectionProblem({ code, message }: Failure): MailProblem {
  const text = `${message} ${code}`
  if (expired.test(text)) return 'tls_expired'
  if (otherHost.test(text)) return 'tls_wrong_host'
  if (otherKind.test(message)) return 'tls_kind'
  if (silent.test(message)) return 'no_greeting'
  if (untrusted.test(text)) return 'tls_untrusted'
  return code === 'ETLS' ? 'no_tls' : 'unreachable'
}

type Meanings = Readonly<Record<string, MailProblem>>

/** The meaning of an enhanced code, for every status and whether or not the refusal is permanent. */
const meanings: Meanings = {
  '1.7': 'sender_refused',
  '1.8': 'sender_refused',
  '2.2': 'mailbox_full',
  '2.252': 'sender_refused',
  '3.1': 'server_limit',
  '5.3': 'sender_limit',
  '7.28': 'sender_limit',
  '7.30': 'oauth_only',
  '7.57': 'login_not_allowed',
  '7.60': 'sender_refused',
  '7.139': 'login_not_allowed',
}
const permanentMeanings: Meanings = {
  '1.1': 'recipient_refused',
  '1.2': 'recipient_refused',
  '1.3': 'recipient_refused',
  '1.6': 'recipient_refused',
  '1.10': 'recipient_refused',
  '1.90': 'sender_limit',
  '2.1': 'mailbox_disabled',
  '2.3': 'too_big',
  '3.4': 'too_big',
  '4.5': 'sender_limit',
  '6.7': 'no_utf8',
  '6.8': 'no_utf8',
  '6.9': 'no_utf8',
}

const tooMany = /\btoo (?:many|much mail)\b/i
const limitWord = /limit|quota|exceed|throttl/i
const sendingWord =
  /\b(?:send(?:ing|er)?|sent|submission|daily|hourly|per (?:second|minute|hour|day)|relay|rate|connections?)\b/i

const fullMailbox = /\b(?:mailbox|over|storage) ?quota\b|\bmailbox\b[^.;]{0,40}\bfull\b|\bexceeded storage\b/i
/** The limit of a filter for spam. */
const score = /\bscore\b/i

/** Servers give many codes for limits of the sender, and some give none. Mailboxes and filters have limits, too. */
const isSenderLimit = ({ detail, text }: Failure): boolean =>
  tooMany.test(text) ||
  (limitWord.test(text) && !score.test(text) && (detail.startsWith('7.') || sendingWord.test(text)))

const isPermanent = ({ status }: Failure): boolean => status >= 500

/** Returns the meaning of an answer that refuses something. */
function refusalOf(failure: Failure): MailProblem {
  const { code, command, status } = failure
  // The server ends the connection, whatever it answers.
  if (status === 421) return isSenderLimit(failure) ? 'sender_limit' : 'try_later'
  if (code === 'EAUTH') return loginProblem(failure)
  if (code === 'ETLS') return isPermanent(failure) ? 'no_tls' : 'try_later'
  if (command !== 'MAIL FROM' && command !== 'RCPT TO' && command !== 'DATA') {
    if (isPermanent(failure)) return 'turned_away'
    return isSenderLimit(failure) ? 'sender_limit' : 'try_later'
  }
  return knownRefusal(failure) ?? refusalByCommand(failure)
}

function loginProblem(failure: Failure): MailProblem {
  const { command, status, detail, text } = failure
  if (isSenderLimit(failure)) return 'sender_limit'
  if (!isPermanent(failure)) return 'try_later'
  // Exchange has one code for these and for an account that may not sign in by SMTP.
  if (/\bbasic authentication is disabled\b/i.test(text)) return 'oauth_only'
  const meaning = /\bcredentials were incorrect\b/i.test(text) ? undefined : meanings[detail]
  if (meaning !== undefined) return meaning
  // The mechanism is unknown, or too weak for this account.
  if (status === 504 || status === 534) return 'login_not_allowed'
  return command === `AUTH ${tokenMethod}` ? 'token_refused' : 'login_refused'
}

function knownRefusal(failure: Failure): MailProblem | undefined {
  const { command, detail, status, text } = failure
  const meaning = meanings[detail] ?? (isPermanent(failure) ? permanentMeanings[detail] : undefined)
  if (meaning !== undefined) return meaning
  if (command !== 'MAIL FROM' && fullMailbox.test(text)) return 'mailbox_full'
  if (isSenderLimit(failure)) return 'sender_limit'
  if (status === 530) return 'login_not_allowed'
  // Servers report these in their answer to the recipient, too.
  if (/\bsender address rejected\b/i.test(text)) return 'sender_refused'
  if (/\bclient host\b|\bhelo command rejected\b/i.test(text)) return 'turned_away'
  return !isPermanent(failure) && detail === '4.5' ? 'server_limit' : undefined
}

function refusalByCommand(failure: Failure): MailProblem {
  const { command, status, detail } = failure
  const isPolicy = detail.startsWith('7.')
  if (command === 'MAIL FROM') {
    if (isPermanent(failure)) return 'sender_refused'
    return status === 452 ? 'server_limit' : 'try_later'
  }
  // With the recipient it may be about that server.
  if (!isPermanent(failure)) return command === 'DATA' && detail === '3.2' ? 'try_later' : 'recipient_later'
  if (command === 'RCPT TO') return isPolicy ? 'not_allowed' : 'recipient_refused'
  return isPolicy ? 'content_blocked' : 'refused'
}
