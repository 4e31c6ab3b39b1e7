/** Sees each row that the journal is about to write, from within SQLite: a hook that throws makes the write fail. */
import type { Db } from '../../electron/storage/index.ts'

export const journalTables = ['operations', 'purchases', 'transitions', 'attempts', 'made', 'twins'] as const
export type JournalTable = (typeof journalTables)[number]

/** `state` is a transition's, `event` an attempt's. */
export interface Write {
  readonly table: JournalTable
  readonly state: string | null
}

const stateOf: Readonly<Partial<Record<JournalTable, string>>> = { transitions: 'NEW.state', attempts: 'NEW.event' }

/** `moment`: before the row is written, or after it and before its transaction ends. */
export function onWrite(journal: Db, moment: 'before' | 'after', hook: (write: Write) => void): void {
  const name = `written_${moment}`
  journal.function(name, (table: unknown, state: unknown) => {
    const known = journalTables.find((one) => one === table)
    if (known !== undefined) hook({ table: known, state: typeof state === 'string' ? state : null })
    return null
  })
  for (const table of journalTables) {
    journal.exec(`CREATE TEMP TRIGGER ${name}_${table} ${moment.toUpperCase()} INSERT ON main.${table} BEGIN SELECT ${name}('${table}', ${stateOf[table] ?? 'NULL'}); END`)
  }
}
