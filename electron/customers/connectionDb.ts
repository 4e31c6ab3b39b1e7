/** Where tables about the customers of a connection are kept. */
import { isStored, type OpenConnection } from '../connections/index.ts'
import { openOrRecreateEncrypted, type Db } from '../storage/index.ts'

/**
 * Creates the tables in the encrypted `work.db`, and returns the function that returns their file: that one for a
 * stored connection, and for any other one a file in memory, which lasts as long as the desk, as its customers do.
 */
export function createConnectionDb(work: Db, tables: string): (open: OpenConnection) => Db {
  work.exec(tables)
  let memory: Db | null = null
  return (open) => {
    if (isStored(open.profile)) return work
    if (memory === null) {
      memory = openOrRecreateEncrypted({ kind: 'memory' }, { checked: false, moveToQuarantine: () => undefined })
      memory.exec(tables)
    }
    return memory
  }
}
