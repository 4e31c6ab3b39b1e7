/**
 * Whom the last run of mails is to reach. It is in the journal's file, so that a run that was stopped or killed can be
 * taken up: what became of each is read from the record of mails.
 */
import { z } from 'zod'
import type { WhichEsim } from '#shared/model/installation.ts'
import { passingProblems } from '#shared/model/mail.ts'
import { CustomerUid, EsimIccid, EsimUid, type Iccid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { isSandboxIdentity } from '../connections/index.ts'
import type { Db } from '../storage/index.ts'
import { ofConnection, ofServices } from './outbox.ts'

/** One eSIM that a run is about. */
export interface RunEsim extends WhichEsim {
  readonly iccid: Iccid
}

export interface MailRun {
  /** Records a run in place of the one before. `connection` identifies the open connection. */
  readonly begin: (connection: string, esims: readonly RunEsim[]) => void
  /**
   * Those who were not mailed: not tried, or refused for a reason that may pass. Empty after a week. Without a
   * connection they are those of services.
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

const Row = z
  .object({ customer_uid: CustomerUid, esim_uid: EsimUid, iccid: EsimIccid })
  .transform((row): RunEsim => ({ customerUid: row.customer_uid, esimUid: row.esim_uid, iccid: row.iccid }))

const week = 7 * 24 * 3_600_000

/** The tables of the record of mails have to be there. */
export function createMailRun(journal: Db, clock: Pick<Clock, 'now'>): MailRun {
  journal.exec(tables)
  const add = journal.prepare(
    'INSERT INTO mail_run (connection, customer_uid, esim_uid, iccid, begun_at) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    begin(connection, esims) {
      const now = clock.now()
      journal.transaction(() => {
        journal.exec(`DELETE FROM mail_run WHERE ${isSandboxIdentity(connection) ? `NOT (${ofServices})` : ofServices}`)
        for (const { customerUid, esimUid, iccid } of esims) add.run(connection, customerUid, esimUid, iccid, now)
      })()
    },
    left(connection) {
      // The comparison with SENDING is the condition of the index of final states.
      const query = journal.prepare(
        `SELECT * FROM mail_run r
          WHERE ${connection === undefined ? ofServices : ofConnection(connection)} AND begun_at > @since
            AND NOT EXISTS (SELECT 1 FROM mails m
              WHERE m.iccid = r.iccid AND m.customer_uid = r.customer_uid AND m.esim_uid = r.esim_uid
                AND m.created_at >= r.begun_at
                AND NOT EXISTS (SELECT 1 FROM mail_states
                  WHERE mail = m.id AND state <> 'SENDING' AND state = 'REJECTED'
                    AND problem IN (SELECT value FROM json_each(@passing))))
          ORDER BY position`,
      )
      const since = clock.now() - week
      return z.array(Row).parse(query.all({ connection, since, passing: JSON.stringify(passingProblems) }))
    },
  }
}
