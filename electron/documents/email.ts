/**
 * Sends a mail. The row is durable before the first byte leaves; a mail whose answer was lost is UNKNOWN and
 * never repeated automatically. Sending to another address than the customer's is the classic fraud, so it has to be
 * confirmed and is recorded.
 */
import { ulid } from 'ulid'
import { DeskError } from '#shared/errors.ts'
import type { MailAbout } from '#shared/model/letter.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { isSameAddress, mayHaveReached, type MailRow } from '#shared/model/mail.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../log/index.ts'
import { readCaFile } from '../connections/index.ts'
import type { MailAccess } from '../settings/index.ts'
import type { Outbox } from './outbox.ts'
import type { Smtp, SmtpLimits, SmtpOutcome, SmtpRequest } from './smtp.ts'

interface MailerOptions {
  readonly outbox: Outbox
  /** Asks a person before a mail is sent to an address that is not on record. */
  readonly approvals: Pick<Approvals, 'recipient'>
  /** The mail server of the settings. */
  readonly mail: () => Promise<MailAccess | null>
  /** The one that is used where none is set, if the open connection has its own. */
  readonly mailOfConnection: () => Promise<MailAccess | null>
  readonly agent: () => { readonly osUser: string; readonly agentName: string }
  /** Called with each state of a mail. */
  readonly onChange: (mail: MailRow) => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Time limits, shortened by tests. */
  readonly limits?: SmtpLimits
}

/** Whom a mail is for, and with which of their eSIMs. */
interface MailCustomer {
  readonly customerUid: CustomerUid
  readonly customerEmail: string | null
  readonly esimUid: EsimUid
  readonly iccid: Iccid
}

interface MailHead {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly language: SheetLanguage
  readonly note: string
  /** Epoch milliseconds. */
  readonly date: number
}

interface MailParts {
  readonly request: Pick<MailHead, 'to' | 'language' | 'note'> & {
    readonly copy: boolean
    readonly otherAddress: boolean
  }
  readonly about: MailAbout
  /** Of a letter about a trouble. */
  readonly country?: string | null
  readonly customer: MailCustomer
  readonly compose: (head: MailHead) => Promise<Buffer>
  /** Nothing is sent if the same was mailed within a day, and a mail of many waits longer for the server. */
  readonly isOfRun: boolean
  /** Hash that identifies the connection. */
  readonly connection: string
  /** Cancels the mail until it is recorded as being sent. */
  readonly signal: AbortSignal
}

export interface Mailer {
  readonly send: (parts: MailParts) => Promise<MailRow>
  readonly test: (to: string, name: string) => Promise<SmtpOutcome>
  /** Waits for the mails that are being sent. */
  readonly close: () => Promise<void>
}

/** Throws `mailed_already` if a mail of the last day may have brought the same to the customer's present address. */
function requireNotMailed(
  { list, hasLetter }: Pick<Outbox, 'list' | 'hasLetter'>,
  { customer, about, country = null, request, connection }: MailParts,
): void {
  const { customerUid, iccid, customerEmail } = customer
  const isMailed =
    about === 'installation'
      ? list({ customerUid, iccid, connection, lately: true }).rows.some((mail) => mayHaveReached(mail, customerEmail))
      : hasLetter({ about, country, to: request.to, note: request.note, connection })
  if (isMailed) throw new DeskError('mailed_already', 'The same was mailed within the last day')
}

interface Envelope extends Pick<SmtpRequest, 'message' | 'isOfRun'> {
  readonly to: readonly string[]
}

/** These modules are loaded with the first mail. */
function createTools(limits: SmtpLimits | undefined) {
  let smtp: Smtp | null = null
  return {
    async load() {
      const { createSmtp } = await import('./smtp.ts')
      const { send } = (smtp ??= createSmtp(limits))
      return {
        ...(await import('./message.ts')),
        send: async (
          { server, secret, ca, onRefused }: MailAccess,
          { to, ...message }: Envelope,
        ): Promise<SmtpOutcome> => {
          const outcome = await send({ server, secret, ca, envelope: { from: server.from, to }, ...message })
          if (outcome.problem === 'token_refused') onRefused?.()
          return outcome
        },
      }
    },
    close: () => smtp?.close(),
  }
}

export function createMailer(options: MailerOptions): Mailer {
  const { outbox, approvals, mail, mailOfConnection, agent, onChange, clock, log, limits } = options
  const inFlight = new Map<string, Promise<unknown>>()
  const tools = createTools(limits)

  /** Throws `mail_not_set_up` or `ca_file_unreadable` before anything is sent. */
  const prepared = async (access: MailAccess | null): Promise<MailAccess> => {
    if (access === null) throw new DeskError('mail_not_set_up', 'No mail server is set')
    return { ...access, ca: access.ca ?? (await readCaFile(access.server.caFile)) }
  }

  const deliver = async (parts: MailParts): Promise<MailRow> => {
    const { request, about, country = null, customer, compose, isOfRun, connection, signal } = parts
    const { to, language, note } = request
    const { customerUid, customerEmail, iccid } = customer
    await approvals.recipient({ to, expected: customerEmail, customer: customerEmail ?? customerUid, iccid })
    const access = await prepared((await mail()) ?? (await mailOfConnection()))
    const { from } = access.server
    const { send } = await tools.load()
    const id = ulid(clock.now())
    const message = await compose({ id, from, to, language, note, date: clock.now() })
    const own = isSameAddress(to, customerEmail)
    signal.throwIfAborted()
    // Nothing is awaited between this and the record, so that of two mails at once the second one sees the first.
    if (isOfRun) requireNotMailed(outbox, parts)
    const { esimUid } = customer
    const sender = agent()
    onChange(
      outbox.begin({
        id,
        connection,
        customerUid,
        esimUid,
        iccid,
        about,
        country,
        own,
        language,
        agent: sender,
        to,
        note,
      }),
    )
    const recipients = request.copy && !isSameAddress(to, from) ? [to, from] : [to]
    const { state, problem } = await send(access, { to: recipients, message, isOfRun })
    log.info('A mail ended', { id, state, problem, own })
    const finished = outbox.end(id, state, problem)
    onChange(finished)
    return finished
  }

  return {
    async send(parts) {
      const { request, customer, about } = parts
      if (!isSameAddress(request.to, customer.customerEmail) && !request.otherAddress)
        throw new DeskError('mail_other_address', "This is not the customer's address")
      const key = `${about} ${customer.esimUid} ${request.to.toLowerCase()}`
      if (inFlight.has(key)) throw new DeskError('mail_in_progress', 'A mail to this address is on its way')
      const sending = deliver(parts)
      inFlight.set(key, sending)
      return await sending.finally(() => inFlight.delete(key))
    },
    async test(to, name) {
      const access = await prepared(await mail())
      const { from } = access.server
      await approvals.recipient({ to, expected: from, customer: null, iccid: null })
      const { send, testMessage } = await tools.load()
      const message = await testMessage({ id: ulid(clock.now()), name, from, to, date: clock.now() })
      return await send(access, { to: [to], message, isOfRun: false })
    },
    async close() {
      await Promise.allSettled(inFlight.values())
      tools.close()
    },
  }
}
