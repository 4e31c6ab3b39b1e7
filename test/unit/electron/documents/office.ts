/** A mailer with an outbox of its own, and a real mail server for it; both end with the test. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { onTestFinished } from 'vitest'
import { type MailRequest, MailRow, type MailServer as Server } from '#shared/model/mail.ts'
import { EsimUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createMailer, createOutbox, type Mailer, type Outbox } from '../../../../electron/documents/index.ts'
import type { SmtpLimits } from '../../../../electron/documents/smtp.ts'
import { authority } from '../../../support/certificates.ts'
import {
  mailSecret,
  mailUser,
  startMailServer,
  type MailServer,
  type MailServerOptions,
} from '../../../support/mailServer.ts'
import { sheetMessage } from '../../../../electron/documents/message.ts'
import { sampleSheet } from './samples.ts'
import { approveAll } from '../../../support/approvals.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

export interface Office {
  readonly server: MailServer
  readonly mailer: Mailer
  readonly outbox: Outbox
  /** The reported states of its mails, in order. */
  readonly changes: readonly MailRow[]
  /** `text`: what the reseller and the service have written. */
  readonly send: (changes?: Partial<MailRequest>, text?: string, signal?: AbortSignal) => Promise<MailRow>
  /** Sends with another connection from now on. */
  readonly connect: (identity: string) => void
}

export interface OfficeChoice extends MailServerOptions {
  readonly set?: Partial<Server>
  readonly secret?: string
  readonly onRefused?: () => void
  /** The server is the connection's own, and none is set. */
  readonly ofConnection?: boolean
  /** What the file of authorities holds; null: there is no such file. */
  readonly authorities?: string | null
  /** Long by default, so that a busy machine reaches none of them. */
  readonly limits?: Partial<SmtpLimits>
}

async function fileOf(authorities: string | null): Promise<string> {
  const folder = await temporaryFolder()
  const file = join(folder, 'authorities.pem')
  if (authorities !== null) await writeFile(file, authorities)
  return file
}

export async function office(choice: OfficeChoice = {}): Promise<Office> {
  const server = await startMailServer(choice)
  onTestFinished(() => server.close())
  const outbox = createOutbox(new Database(':memory:'), new Database(':memory:'), systemClock)
  const mail = {
    host: 'localhost',
    port: server.port,
    security: 'starttls' as const,
    user: mailUser,
    auth: 'password' as const,
    from: mailUser,
    caFile: await fileOf(choice.authorities === undefined ? authority : choice.authorities),
    ...choice.set,
  }
  const access = {
    server: mail,
    secret: choice.secret ?? mailSecret,
    ...(choice.onRefused !== undefined && { onRefused: choice.onRefused }),
  }
  let connection = 'c'
  const changes: MailRow[] = []
  const mailer = createMailer({
    outbox,
    approvals: approveAll,
    mail: () => Promise.resolve(choice.ofConnection === true ? null : access),
    mailOfConnection: () => {
      const own = { ...access, server: { ...mail, caFile: null }, ca: authority }
      return Promise.resolve(choice.ofConnection === true ? own : null)
    },
    agent: () => ({ osUser: 'ada', agentName: 'Ada' }),
    onChange: (row) => void changes.push(row),
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    limits: { connect: 60_000, greeting: 60_000, idle: 60_000, kept: 60_000, ...choice.limits },
  })
  onTestFinished(mailer.close)
  const send: Office['send'] = async (changes = {}, text = 'Example Travel', signal = new AbortController().signal) => {
    const sheet = { ...sampleSheet({ text }), ...(changes.esimUid !== undefined && { esimUid: changes.esimUid }) }
    const request = {
      customerUid: sheet.customerUid,
      esimUid: sheet.esimUid,
      to: 'ada@example.org',
      language: 'en' as const,
      pageSize: 'A4' as const,
      copy: false,
      note: '',
      otherAddress: false,
      ...changes,
    }
    return MailRow.parse(
      await mailer.send({
        request,
        about: 'installation',
        customer: sheet,
        isOfRun: changes.onlyIfNeeded ?? false,
        compose: (head) =>
          sheetMessage({ ...head, sheet, code: sheet.code?.text ?? '', pdf: Buffer.from('%PDF-1.7 sheet') }),
        connection,
        signal,
      }),
    )
  }
  return { server, mailer, outbox, changes, send, connect: (identity) => void (connection = identity) }
}

/** Abreast, because a mail server greets slowly; results in the order of the texts. */
export async function sendEach(
  { send }: Pick<Office, 'send'>,
  texts: readonly string[],
  request: (text: string) => Partial<MailRequest>,
  abreast = 24,
): Promise<readonly MailRow[]> {
  const rows: MailRow[] = []
  for (let from = 0; from < texts.length; from += abreast) {
    rows.push(
      ...(await Promise.all(
        texts
          .slice(from, from + abreast)
          .map((text, at) => send({ esimUid: EsimUid.parse(`e-${String(from + at)}`), ...request(text) }, text)),
      )),
    )
  }
  return rows
}

export const only = ({ server }: Office) => {
  const [mail] = server.mails
  if (mail === undefined || server.mails.length !== 1) throw new Error(`${String(server.mails.length)} mails`)
  return mail
}
