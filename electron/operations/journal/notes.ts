/**
 * Stores the personal data of operations in work.db, by operation id: the customer's e-mail address, the agent's note
 * and so on. Its loss loses no money, so a failure here is logged and does not stop an operation.
 */
import { z } from 'zod'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Statement } from 'better-sqlite3-multiple-ciphers'
import { errorCode } from '../../base/errorCode.ts'
import type { Log } from '../../log/index.ts'
import type { Db } from '../../storage/index.ts'
import { workDetails, workTables } from './schema.ts'

const StoredNotes = z.object({
  email: z.string().nullable(),
  note: z.string().nullable(),
  reference: z.string().nullable(),
  userCountry: z.string().nullable(),
  userIp: z.string().nullable(),
  iccids: z.string().transform((text) => text.split(' ').filter((iccid) => iccid !== '')),
})
export type PersonalData = Readonly<z.infer<typeof StoredNotes>>

export interface Notes {
  readonly add: (operation: string, customerUid: CustomerUid | null, personal: PersonalData) => void
  /** Adds the ICCID of the eSIM that the purchase created. */
  readonly addIccid: (operation: string, iccid: string) => void
  /** Returns the personal data of an operation, with `null` for every value that is missing or can't be read. */
  readonly get: (operation: string) => PersonalData
  /** Returns the id of the file and its number of notes, or `null` if it is in memory or can't be read. */
  readonly position: () => { readonly id: string; readonly rows: number } | null
  /** Gives the file a new id after a person has acknowledged that notes are missing. */
  readonly assignNewId: () => void
}

const WorkPosition = z.object({ id: z.string(), rows: z.number() })

const none: PersonalData = { email: null, note: null, reference: null, userCountry: null, userIp: null, iccids: [] }

/** `location`: whether the file is on the disk. Notes in memory are not expected at the next start. */
export function createNotes(db: Db, log: Pick<Log, 'warn'>, location: 'disk' | 'memory' = 'memory'): Notes {
  const withFallback = <T>(what: string, fallback: T, action: () => T): T => {
    try {
      return action()
    } catch (thrown) {
      log.warn('The notes of operations are not available', {
        what,
        code: errorCode(thrown) ?? 'unknown',
      })
      return fallback
    }
  }
  withFallback('open', undefined, () => {
    db.exec(workTables + workDetails)
  })
  const prepared = new Map<string, Statement>()
  /** Prepares each statement once: a submission runs two of them, and every displayed row one. */
  const statement = (sql: string): Statement => {
    const found = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, found)
    return found
  }

  return {
    add: (operation, customerUid, { email, note, reference, userCountry, userIp, iccids }) => {
      withFallback('write', undefined, () => {
        db.transaction(() => {
          if (email !== null || note !== null)
            statement('INSERT INTO operation_notes (operation, customer_uid, email, note) VALUES (?, ?, ?, ?)').run(
              operation,
              customerUid ?? '',
              email,
              note,
            )
          statement(
            'INSERT INTO operation_details (operation, reference, user_country, user_ip, iccids) VALUES (?, ?, ?, ?, ?)',
          ).run(operation, reference, userCountry, userIp, iccids.join(' '))
        })()
      })
    },
    addIccid: (operation, iccid) => {
      withFallback('write', undefined, () => {
        statement("UPDATE operation_details SET iccids = trim(iccids || ' ' || ?) WHERE operation = ?").run(
          iccid,
          operation,
        )
      })
    },
    position: () =>
      withFallback('position', null, () =>
        location === 'memory'
          ? null
          : WorkPosition.parse(
              statement(
                'SELECT id, (SELECT coalesce(max(rowid), 0) FROM operation_details) AS rows FROM work_identity ORDER BY seq DESC LIMIT 1',
              ).get(),
            ),
      ),
    assignNewId: () => {
      withFallback('renew', undefined, () => {
        if (location === 'disk') statement('INSERT INTO work_identity (id) VALUES (lower(hex(randomblob(16))))').run()
      })
    },
    get: (operation) =>
      withFallback(
        'read',
        none,
        () =>
          StoredNotes.optional().parse(
            statement(`SELECT n.email, n.note, d.reference, d.user_country AS userCountry, d.user_ip AS userIp,
          coalesce(d.iccids, '') AS iccids
        FROM (SELECT ? AS operation) o LEFT JOIN operation_notes n ON n.operation = o.operation
          LEFT JOIN operation_details d ON d.operation = o.operation`).get(operation),
          ) ?? none,
      ),
  }
}
