/**
 * What is personal of an operation, in work.db by its intent id: the customer's e-mail and the agent's note. Losing it
 * loses no money, so a failure here is told to the log and stops nothing.
 */
import { z } from 'zod'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Log } from '../log/index.ts'
import type { Db } from '../storage/index.ts'
import { workTables } from './schema.ts'

const Personal = z.object({ email: z.string().nullable(), note: z.string().nullable() })
export type Personal = z.infer<typeof Personal>

export interface Notes {
  readonly keep: (operation: string, customerUid: CustomerUid, personal: Personal) => void
  readonly of: (operation: string) => Personal
}

const none: Personal = { email: null, note: null }

export function createNotes(db: Db, log: Pick<Log, 'warn'>): Notes {
  const guarded = <T>(what: string, fallback: T, act: () => T): T => {
    try {
      return act()
    } catch (thrown) {
      log.warn('The notes of operations are not at hand', { what, code: thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown' })
      return fallback
    }
  }
  guarded('open', undefined, () => { db.exec(workTables) })

  return {
    keep: (operation, customerUid, { email, note }) => {
      if (email === null && note === null) return
      guarded('write', undefined, () => {
        db.prepare('INSERT INTO operation_notes (operation, customer_uid, email, note) VALUES (?, ?, ?, ?)').run(operation, customerUid, email, note)
      })
    },
    of: (operation) =>
      guarded('read', none, () => Personal.optional().parse(db.prepare('SELECT email, note FROM operation_notes WHERE operation = ?').get(operation)) ?? none),
  }
}
