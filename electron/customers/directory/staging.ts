/**
 * New entries of the two largest indexes wait in memory until a commit, and are written in the order of their index.
 * Written one by one they are spread all over it, so that in a large directory each of them reads a page of the file
 * and writes one. Reads use the views `all_names` and `all_sales`, which include what waits. Frequent reads use the
 * tables alone if nothing waits, because with a view a search takes up to a third longer.
 */
import type { Db } from '../../storage/index.ts'
import type { Name } from './nameIndex.ts'
import type { SearchText } from './searchText.ts'

export interface Staging {
  readonly insertNames: (names: readonly Name[], id: number) => void
  readonly deleteName: (name: Name, id: number) => void
  readonly insertIntoListOrder: (soldAt: number, id: number, searchText: SearchText) => void
  readonly deleteFromListOrder: (soldAt: number, id: number) => void
  /** Prepares reads of the tables and of the views, and returns what returns those to use at the moment. */
  readonly prepareReads: <R>(prepare: (tables: NameTables) => R) => () => R
  /** Whether so many entries wait that they should be written before more are added. */
  readonly isFull: () => boolean
  /** Writes a part of what waits, which takes some milliseconds, and returns whether anything is left. */
  readonly writeSome: () => boolean
  /** Writes all that waits. */
  readonly writeAll: () => void
  /** What waits is rolled back. */
  readonly rolledBack: () => void
}

/** Entries of `names` that wait at most. They take about 15 MB, and writing them goes once through the whole index. */
const maxWaiting = 300_000
/** Entries that are written without a pause. */
const writtenAtOnce = 4000

/** Where names and positions in the list are read from. */
export interface NameTables {
  readonly names: string
  readonly sales: string
}

/** Names in one INSERT: several together take half the time of a statement for each. */
const maxNamesAtOnce = 16

const tables = `
  CREATE TEMP TABLE new_names (
    name TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (name, id)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE new_sales (
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (sold_at DESC, id DESC)
  ) WITHOUT ROWID;
  CREATE TEMP VIEW all_names AS
    SELECT name, id FROM main.names UNION ALL SELECT name, id FROM temp.new_names;
  CREATE TEMP VIEW all_sales AS
    SELECT sold_at, id, words, uids, numbers FROM main.sales
    UNION ALL SELECT sold_at, id, words, uids, numbers FROM temp.new_sales;
`

/** Moves entries of one table into its index. */
interface Mover {
  /** Returns whether anything is left. */
  readonly some: () => boolean
  readonly all: () => void
}

function mover(db: Db, index: string, key: readonly string[], isDescending: boolean): Mover {
  const waiting = `temp.new_${index}`
  const columns = key.join(', ')
  const order = key.map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ')
  const upToBound = `(${columns}) ${isDescending ? '>=' : '<='} (${key.map(() => '?').join(', ')})`
  const bound = db.prepare<[number], unknown[]>(`SELECT ${columns} FROM ${waiting} ORDER BY ${order} LIMIT 1 OFFSET ?`)
  const insert = `INSERT OR IGNORE INTO main.${index} SELECT * FROM ${waiting}`
  const insertSome = db.prepare(`${insert} WHERE ${upToBound} ORDER BY ${order}`)
  const deleteSome = db.prepare(`DELETE FROM ${waiting} WHERE ${upToBound}`)
  const insertAll = db.prepare(`${insert} ORDER BY ${order}`)
  const deleteAll = db.prepare(`DELETE FROM ${waiting}`)
  bound.raw()
  const all = (): void => {
    insertAll.run()
    deleteAll.run()
  }
  return {
    all,
    some() {
      const last = bound.get(writtenAtOnce - 1)
      if (last === undefined) {
        all()
        return false
      }
      insertSome.run(...last)
      deleteSome.run(...last)
      return true
    },
  }
}

export function createStaging(db: Db): Staging {
  db.exec(tables)
  const names = mover(db, 'names', ['name', 'id'], false)
  const sales = mover(db, 'sales', ['sold_at', 'id'], true)
  const insertSale = db.prepare('INSERT INTO temp.new_sales VALUES (?, ?, ?, ?, ?)')
  const deleteSales = ['temp.new_sales', 'main.sales'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE sold_at = ? AND id = ?`),
  )
  const deleteNames = ['temp.new_names', 'main.names'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE name = ? AND id = ?`),
  )
  const insertNames = nameWriter(db)
  let waiting = 0
  return {
    insertNames(given, id) {
      insertNames(given, id)
      waiting += given.length
    },
    deleteName(name, id) {
      for (const statement of deleteNames) statement.run(name, id)
    },
    insertIntoListOrder(soldAt, id, { words, uids, numbers }) {
      insertSale.run(soldAt, id, words, uids, numbers)
      waiting += 1
    },
    deleteFromListOrder(soldAt, id) {
      for (const statement of deleteSales) statement.run(soldAt, id)
    },
    prepareReads(prepare) {
      const stored = prepare({ names: 'names', sales: 'sales' })
      const withWaiting = prepare({ names: 'all_names', sales: 'all_sales' })
      return () => (waiting === 0 ? stored : withWaiting)
    },
    isFull: () => waiting >= maxWaiting,
    writeSome() {
      const isLeft = names.some() || sales.some()
      if (!isLeft) waiting = 0
      return isLeft
    },
    writeAll() {
      if (waiting === 0) return
      names.all()
      sales.all()
      waiting = 0
    },
    rolledBack: () => void (waiting = 0),
  }
}

function nameWriter(db: Db): (names: readonly Name[], id: number) => void {
  const statements = Array.from({ length: maxNamesAtOnce }, (_, more) =>
    db.prepare(`INSERT OR IGNORE INTO temp.new_names VALUES (?, ?)${', (?, ?)'.repeat(more)}`),
  )
  return (names, id) => {
    for (let at = 0; at < names.length; at += maxNamesAtOnce) {
      const values: (string | number)[] = []
      for (const name of names.slice(at, at + maxNamesAtOnce)) values.push(name, id)
      statements[values.length / 2 - 1]?.run(values)
    }
  }
}
