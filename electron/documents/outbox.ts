/**
 * The record of mails: what was sent, to whom, and with what result. States are rows that are added and never changed.
 * They are in the journal's file, because a lost key must not lose them; address and note are personal and in the
 * encrypted file.
 */
import { z } from 'zod'
import { MailAbout } from '#shared/model/letter.ts'
import { MailProblem, type MailRow, MailState } from '#shared/model/mail.ts'
import { DeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import { SheetLanguage } from '#shared/sheet/language.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { isSandboxIdentity, sandboxIdentity } from '../connections/index.ts'
import { watchPlace, type Db } from '../storage/index.ts'

const appendOnlyTriggers = (table: string): string =>
  ['UPDATE', 'DELETE']
    .map(
      (verb) =>
        `CREATE TRIGGER IF NOT EXISTS ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} are never changed'); END;`,
    )
    .join('\n')

/** The unique index allows only one final state for each mail. */
const tables = `
CREATE TABLE IF NOT EXISTS mails (
  id TEXT PRIMARY KEY NOT NULL,
  connection TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  esim_uid TEXT NOT NULL,
  iccid TEXT NOT NULL,
  own INTEGER NOT NULL,
  language TEXT NOT NULL,
  agent_user TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS mails_by_customer ON mails (customer_uid, created_at);
CREATE INDEX IF NOT EXISTS mails_by_esim ON mails (iccid, customer_uid, created_at);
CREATE TABLE IF NOT EXISTS mail_states (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  mail TEXT NOT NULL REFERENCES mails (id),
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  problem TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS mail_states_end ON mail_states (mail) WHERE state <> 'SENDING';
${appendOnlyTriggers('mails')}
${appendOnlyTriggers('mail_states')}
`
/** Mails of earlier versions were all about installations. */
const addAbout = `
ALTER TABLE mails ADD COLUMN about TEXT NOT NULL DEFAULT 'installation';
ALTER TABLE mails ADD COLUMN country TEXT;
`
const aboutColumn = "SELECT 1 FROM pragma_table_info('mails') WHERE name = 'about'"
const personalTables = `
CREATE TABLE IF NOT EXISTS mail_notes (
  mail TEXT PRIMARY KEY NOT NULL,
  customer_uid TEXT NOT NULL,
  recipient TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS mail_notes_by_recipient ON mail_notes (recipient COLLATE NOCASE);
`

const StoredMail = z.object({
  id: z.string(),
  customer_uid: CustomerUid,
  esim_uid: EsimUid,
  iccid: Iccid,
  about: MailAbout,
  own: z.number(),
  language: SheetLanguage,
  agent_name: z.string(),
  created_at: z.number(),
  state: MailState,
  problem: MailProblem.nullable(),
})
const Recipient = z.object({ recipient: z.string() })
const Total = z.object({ total: z.number() })
const defaultPageSize = 50
const day = 24 * 3_600_000

interface NewMail {
  readonly id: string
  readonly connection: string
  readonly customerUid: CustomerUid
  readonly esimUid: EsimUid
  readonly iccid: Iccid
  readonly about: MailAbout
  /** Of a trouble. */
  readonly country: string | null
  readonly own: boolean
  readonly language: SheetLanguage
  readonly agent: { readonly osUser: string; readonly agentName: string }
  readonly to: string
  readonly note: string
}

type Letter = Pick<NewMail, 'about' | 'country' | 'to' | 'note' | 'connection'>

interface MailFilter {
  /** Only the mails of this customer; by default those of all customers. */
  readonly customerUid?: CustomerUid | undefined
  /** Only the mails with the installation of this eSIM. */
  readonly iccid?: Iccid | undefined
  /** Only the mails of the last day with installations that have arrived, or perhaps. */
  readonly lately?: boolean | undefined
  /**
   * Only the mails to customers of this connection, by its hash. Another start of the sandbox has other persons with
   * the same uids. Each connection to a service has the same customers, and no other service has their uids.
   */
  readonly connection?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

interface MailPage {
  readonly rows: MailRow[]
  readonly cursor?: string
  readonly total: number
}

export interface Outbox {
  /**
   * Records a mail. The row is durable when this returns; only then the mail may be sent. Throws `journal_replaced`.
   */
  readonly begin: (mail: NewMail) => MailRow
  readonly end: (id: string, state: Exclude<MailState, 'SENDING'>, problem: MailProblem | null) => MailRow
  /** Lists mails, the newest first; `cursor` is the one that the previous page returned. */
  readonly list: (filter: MailFilter) => MailPage
  /**
   * Whether a mail of the last day may have brought the same letter to this address, also for another record of the
   * same person.
   */
  readonly hasLetter: (letter: Letter) => boolean
  /**
   * Marks the mails as UNKNOWN that were being sent when the desk ended, because it is unknown whether they arrived.
   * Returns their number.
   */
  readonly recover: () => number
}

const select = `SELECT m.*, s.state, s.problem FROM mails m
  JOIN mail_states s ON s.seq = (SELECT max(seq) FROM mail_states WHERE mail = m.id)`

export const ofServices = `connection NOT LIKE '${sandboxIdentity('%')}'`
export const ofConnection = (connection: string): string =>
  isSandboxIdentity(connection) ? 'connection = @connection' : ofServices

/**
 * Returns a function that throws `journal_replaced` if the next start would not find what is recorded of this
 * connection: customers would be mailed twice. A sandbox's mails reach nobody. The journal must have just been opened.
 */
export function watchJournal(journal: Db): (connection: string) => void {
  const isInPlace = watchPlace(journal)
  return (connection) => {
    if (!isSandboxIdentity(connection) && !isInPlace())
      throw new DeskError('journal_replaced', "The journal's file is not the one that was opened")
  }
}

/** It has arrived, or perhaps. The first comparison is the condition of the index of final states. */
const notRejected = `NOT EXISTS (SELECT 1 FROM mail_states
  WHERE mail = m.id AND state <> 'SENDING' AND state = 'REJECTED')`

function conditionsOf({
  customerUid,
  iccid,
  connection,
  lately = false,
}: Omit<MailFilter, 'limit' | 'cursor'>): string {
  const clauses = [
    ...(customerUid === undefined ? [] : ['m.customer_uid = @customerUid']),
    ...(iccid === undefined ? [] : ['m.iccid = @iccid']),
    ...(iccid !== undefined || lately ? ["m.about = 'installation'"] : []),
    ...(connection === undefined ? [] : [ofConnection(connection)]),
    ...(lately ? ['m.created_at > @since', notRejected] : []),
    'true',
  ]
  return clauses.join(' AND ')
}

function createTables(journal: Db, work: Db): void {
  journal.exec(tables)
  if (journal.prepare(aboutColumn).get() === undefined) journal.exec(addAbout)
  work.exec(personalTables)
}

/** Nobody gets as many with the same sentence in a day. */
const maxLetters = 200

function hasLetter(journal: Db, work: Db, { about, country, to, note, connection }: Letter, since: number): boolean {
  const written = work
    .prepare<[string, string, number], string>(
      'SELECT mail FROM mail_notes WHERE recipient = ? COLLATE NOCASE AND note = ? ORDER BY mail DESC LIMIT ?',
    )
    .pluck()
    .all(to, note, maxLetters)
  const found = journal
    .prepare(
      `SELECT 1 FROM mails m WHERE id IN (SELECT value FROM json_each(@written)) AND ${ofConnection(connection)}
        AND about = @about AND country IS @country AND created_at > @since AND ${notRejected}`,
    )
    .get({ written: JSON.stringify(written), connection, about, country, since })
  return found !== undefined
}

export function createOutbox(journal: Db, work: Db, clock: Clock): Outbox {
  const requireInPlace = watchJournal(journal)
  createTables(journal, work)
  const addState = journal.prepare('INSERT INTO mail_states (mail, at, state, problem) VALUES (?, ?, ?, ?)')
  const addMail = journal.prepare(
    `INSERT INTO mails
      (id, connection, customer_uid, esim_uid, iccid, about, country, own, language, agent_user, agent_name, created_at)
      VALUES (@id, @connection, @customerUid, @esimUid, @iccid, @about, @country, @own, @language, @osUser, @agentName, @now)`,
  )
  const findById = journal.prepare(`${select} WHERE m.id = ?`)
  const recipient = work.prepare('SELECT recipient FROM mail_notes WHERE mail = ?')

  const row = (found: unknown): MailRow => {
    const stored = StoredMail.parse(found)
    return {
      id: stored.id,
      state: stored.state,
      problem: stored.problem,
      customerUid: stored.customer_uid,
      esimUid: stored.esim_uid,
      iccid: stored.iccid,
      about: stored.about,
      to: Recipient.safeParse(recipient.get(stored.id)).data?.recipient ?? null,
      own: stored.own === 1,
      language: stored.language,
      agent: stored.agent_name,
      createdAt: toInstant(stored.created_at) ?? '',
    }
  }

  return {
    begin(mail) {
      requireInPlace(mail.connection)
      const now = clock.now()
      work
        .prepare('INSERT INTO mail_notes (mail, customer_uid, recipient, note) VALUES (?, ?, ?, ?)')
        .run(mail.id, mail.customerUid, mail.to, mail.note)
      journal.transaction(() => {
        addMail.run({ ...mail, ...mail.agent, own: mail.own ? 1 : 0, now })
        addState.run(mail.id, now, 'SENDING', null)
      })()
      return row(findById.get(mail.id))
    },
    end(id, state, problem) {
      addState.run(id, clock.now(), state, problem)
      return row(findById.get(id))
    },
    list({ limit = defaultPageSize, cursor, ...filter }) {
      const conditions = conditionsOf(filter)
      const values = { ...filter, since: clock.now() - day }
      // One row more than requested shows whether there are more.
      const found = journal
        .prepare(
          `${select} WHERE ${conditions} AND (@cursor IS NULL OR m.id < @cursor) ORDER BY m.id DESC LIMIT @limit`,
        )
        .all({ ...values, cursor: cursor ?? null, limit: limit + 1 })
        .map(row)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      const counted = journal.prepare(`SELECT count(*) AS total FROM mails m WHERE ${conditions}`).get(values)
      const { total } = Total.parse(counted)
      return { rows, total, ...(found.length > limit && last !== undefined && { cursor: last.id }) }
    },
    hasLetter: (letter) => hasLetter(journal, work, letter, clock.now() - day),
    recover() {
      const open = z
        .array(z.object({ id: z.string() }))
        .parse(journal.prepare(`SELECT id FROM (${select}) WHERE state = 'SENDING'`).all())
      for (const { id } of open) addState.run(id, clock.now(), 'UNKNOWN', 'answer_lost')
      return open.length
    },
  }
}
