/**
 * Whom runs of mails are to reach. It is in the journal's file, so that a run that was stopped or killed can be taken
 * up: what became of each is read from the record of mails.
 */
import { z } from 'zod'
import type { WhichEsim } from '#shared/model/esim/installation.ts'
import { passingProblems } from '#shared/model/mail.ts'
import { CustomerUid, EsimIccid, EsimUid, type Iccid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { isSandboxIdentity } from '../connections/index.ts'
import type { Db } from '../storage/index.ts'
import { ofConnection, ofServices, watchJournal } from './outbox.ts'

/** One eSIM that a run is about. */
interface RunEsim extends WhichEsim {
  readonly iccid: Iccid
}

export interface MailRun {
  /**
   * Records a run, beside those whom earlier ones have left. `connection` identifies the open connection. Throws
   * `journal_replaced`.
   */
  readonly begin: (connection: string, esims: readonly RunEsim[]) => void
  /**
   * Those who were not mailed: first those who were not tried, then those who were refused for a reason that may pass.
   * A run is forgotten after a week. Without a connection they are those of services.
   */
  readonly left: (connection?: string) => RunEsim[]
}

const tables = `
CREATE TABLE IF NOT EXISTS mail_run (
  position INTEGER PRIMARY KEY NOT NULL,
  connection TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  esim_uid TEXT NOT NULL,
  iccid TEXT NOT NULL,
  begun_at INTEGER NOT NULL
) STRICT;
`

/**
 * `after_mail` is the number of the last mail before the run. Times would not do, because a clock can be set back.
 * Rows of earlier versions have none.
 */
const addNumber = `
ALTER TABLE mail_run ADD COLUMN after_mail INTEGER NOT NULL DEFAULT 0;
UPDATE mail_run SET after_mail = (SELECT coalesce(max(rowid), 0) FROM mails WHERE created_at < begun_at);
`
const numberColumn = `SELECT 1 FROM pragma_table_info('mail_run') WHERE name = 'after_mail'`

const Row = z
  .object({ customer_uid: CustomerUid, esim_uid: EsimUid, iccid: EsimIccid })
  .transform((row): RunEsim => ({ customerUid: row.customer_uid, esimUid: row.esim_uid, iccid: row.iccid }))

const week = 7 * 24 * 3_600_000

/** Those of the run with this eSIM. Mails are never deleted, so their numbers rise. */
const mailsOf = `mails m WHERE m.iccid = r.iccid AND m.customer_uid = r.customer_uid AND m.esim_uid = r.esim_uid
  AND m.about = 'installation' AND m.rowid > r.after_mail`
/** The comparison with SENDING is the condition of the index of final states. */
const notMailed = (connection?: string): string => `${connection === undefined ? ofServices : ofConnection(connection)}
  AND begun_at > @since
  AND NOT EXISTS (SELECT 1 FROM ${mailsOf}
    AND NOT EXISTS (SELECT 1 FROM mail_states
      WHERE mail = m.id AND state <> 'SENDING' AND state = 'REJECTED'
        AND problem IN (SELECT value FROM json_each(@passing))))`

/** The tables of the record of mails have to be there, and the journal must have just been opened. */
export function createMailRun(journal: Db, clock: Pick<Clock, 'now'>): MailRun {
  const requireInPlace = watchJournal(journal)
  journal.transaction(() => {
    journal.exec(tables)
    if (journal.prepare(numberColumn).get() === undefined) journal.exec(addNumber)
  })()
  const add = journal.prepare(
    `INSERT INTO mail_run (connection, customer_uid, esim_uid, iccid, begun_at, after_mail)
      VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(rowid), 0) FROM mails))`,
  )
  const values = (connection?: string) => ({
    connection,
    since: clock.now() - week,
    passing: JSON.stringify(passingProblems),
  })
  return {
    begin(connection, esims) {
      requireInPlace(connection)
      const now = clock.now()
      // Those of another sandbox are gone with it.
      const ofKind = isSandboxIdentity(connection) ? `NOT (${ofServices})` : ofServices
      const again = JSON.stringify(esims.map(({ esimUid }) => esimUid))
      journal.transaction(() => {
        journal
          .prepare(
            `DELETE FROM mail_run AS r WHERE ${ofKind}
              AND (esim_uid IN (SELECT value FROM json_each(@again)) OR NOT (${notMailed(connection)}))`,
          )
          .run({ ...values(connection), again })
        for (const { customerUid, esimUid, iccid } of esims) add.run(connection, customerUid, esimUid, iccid, now)
      })()
    },
    left(connection) {
      const query = journal.prepare(
        `SELECT * FROM mail_run r WHERE ${notMailed(connection)}
          ORDER BY (SELECT coalesce(max(m.rowid), 0) FROM ${mailsOf}), position`,
      )
      return z.array(Row).parse(query.all(values(connection)))
    },
  }
}
