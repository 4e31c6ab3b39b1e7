/** Sees each row that the journal is about to write, from within SQLite: where the hook says so, the write fails. */
import type { Db } from '../../electron/storage/index.ts'

export const journalTables = ['operations', 'purchases', 'transitions', 'attempts', 'made', 'twins'] as const
export type JournalTable = (typeof journalTables)[number]

/** `state` is a transition's, `event` an attempt's. */
export interface Write {
  readonly table: JournalTable
  readonly state: string | null
}

const stateOf: Readonly<Partial<Record<JournalTable, string>>> = { transitions: 'NEW.state', attempts: 'NEW.event' }

/** True fails it. `moment`: before the row is written, or after it and before its transaction ends. */
export function onWrite(journal: Db, moment: 'before' | 'after', hook: (write: Write) => boolean): void {
  const name = `written_${moment}`
  journal.function(name, (table: unknown, state: unknown) => {
    const known = journalTables.find((one) => one === table)
    return known !== undefined && hook({ table: known, state: typeof state === 'string' ? state : null }) ? 1 : 0
  })
  for (const table of journalTables) {
    journal.exec(`CREATE TEMP TRIGGER ${name}_${table} ${moment.toUpperCase()} INSERT ON main.${table} 
      BEGIN SELECT iif(${name}('${table}', ${stateOf[table] ?? 'NULL'}), RAISE(ABORT, 'the disk is gone'), NULL); END`)
  }
}
