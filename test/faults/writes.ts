/** Calls a hook from within SQLite for each row that the journal inserts. The hook can make the write fail. */
import type { Db } from '../../electron/storage/index.ts'

export const journalTables = ['operations', 'purchases', 'transitions', 'attempts', 'made', 'twins', 'looks'] as const
export type JournalTable = (typeof journalTables)[number]

/** `state` is the state of a transition or the event of an attempt, and `null` for other tables. */
export interface Write {
  readonly table: JournalTable
  readonly state: string | null
}

const stateOf: Readonly<Partial<Record<JournalTable, string>>> = { transitions: 'NEW.state', attempts: 'NEW.event' }

/**
 * The write fails if the hook returns `true`. The hook runs before the row is inserted, or after that and before its
 * transaction commits.
 */
export function onWrite(journal: Db, moment: 'before' | 'after', hook: (write: Write) => boolean): void {
  const name = `written_${moment}`
  journal.function(name, (table: unknown, state: unknown) => {
    const known = journalTables.find((one) => one === table)
    return known !== undefined && hook({ table: known, state: typeof state === 'string' ? state : null }) ? 1 : 0
  })
  for (const table of journalTables) {
    journal.exec(`CREATE TEMP TRIGGER ${name}_${table} ${moment.toUpperCase()} INSERT ON main.${table} 
      BEGIN SELECT iif(${name}('${table}', ${stateOf[table] ?? 'NULL'}), RAISE(ABORT, 'the disk is unavailable'), NULL); END`)
  }
}
