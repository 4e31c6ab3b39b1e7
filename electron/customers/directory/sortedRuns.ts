/** The runs of a table: rows that a first sync has written together, sorted among themselves, until they are merged. */
import type { Db } from '../../storage/index.ts'

/** Returns the statement that reads the runs with any rows. DISTINCT would read the keys of all rows. */
export const prepareRuns = (db: Db, table: 'names' | 'sales') =>
  db
    .prepare<[], number>(
      `WITH RECURSIVE runs (run) AS (
         SELECT min(run) FROM ${table}
         UNION ALL SELECT (SELECT min(run) FROM ${table} WHERE ${table}.run > runs.run) FROM runs WHERE run IS NOT NULL
       ) SELECT run FROM runs WHERE run IS NOT NULL`,
    )
    .pluck()
