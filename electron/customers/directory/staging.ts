/**
 * New entries of the two largest indexes wait in memory until a commit, and are written in the order of their index.
 * Written one by one they are spread all over it, so that in a large directory each of them reads a page of the file
 * and writes one. Reads include what waits: those of the list with the view `all_sales`, or with the table alone if
 * nothing waits, because with a view a search takes up to a third longer.
 */
import type { Name, SearchText } from '#shared/model/indexedNames.ts'
import type { Db } from '../../storage/index.ts'
import { createNameBlocks } from './nameBlocks.ts'
import { beginningOf, entryOf } from './nameIndex.ts'
import { createWaitingNames } from './waitingNames.ts'

/** The ids of customers by their names, one for each name and at most as many as the limit. */
export interface NameReads {
  readonly equal: (name: Name, limit: number) => readonly number[]
  readonly beginningWith: (beginning: string, limit: number) => readonly number[]
}

export interface Staging {
  readonly names: NameReads
  readonly insertNames: (names: readonly Name[], id: number) => void
  readonly deleteName: (name: Name, id: number) => void
  readonly insertIntoListOrder: (soldAt: number, id: number, searchText: SearchText) => void
  readonly deleteFromListOrder: (soldAt: number, id: number) => void
  /** Prepares reads of the list's table and of its view, and returns what returns those to use at the moment. */
  readonly prepareReads: <R>(prepare: (sales: string) => R) => () => R
  /** Whether so many entries wait that they should be written before more are added. */
  readonly isFull: () => boolean
  /** Writes a part of what waits, which takes some milliseconds, and returns whether anything is left. */
  readonly writeSome: () => boolean
  /** Writes all that waits. */
  readonly writeAll: () => void
  /** What waits is rolled back. */
  readonly rolledBack: () => void
  /** A directory is filled in its first sync from now on, until `mergeSome`. */
  readonly fill: () => void
  /** Merges a part of the names that were written meanwhile, and returns whether anything is left. */
  readonly mergeSome: () => boolean
}

/** Names and positions that wait at most. They take about 25 MB; writing them goes once through the whole index. */
const maxWaiting = 300_000
/** Names that a run has before the next one begins: a search looks into each, and many take longer to be merged. */
const minOfRun = 100_000
/** Entries that are written without a pause. */
const writtenAtOnce = 4000

const table = `
  CREATE TEMP TABLE new_sales (
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (sold_at DESC, id DESC)
  ) WITHOUT ROWID;
  CREATE TEMP VIEW all_sales AS
    SELECT sold_at, id, words, uids, numbers FROM main.sales
    UNION ALL SELECT sold_at, id, words, uids, numbers FROM temp.new_sales;
`

/** Moves what waits into its index. */
interface Mover {
  /** Returns whether anything is left. */
  readonly some: () => boolean
  readonly all: () => void
}

function salesMover(db: Db): Mover {
  const order = 'ORDER BY sold_at DESC, id DESC'
  const upToBound = '(sold_at, id) >= (?, ?)'
  const bound = db.prepare<[number], unknown[]>(`SELECT sold_at, id FROM temp.new_sales ${order} LIMIT 1 OFFSET ?`)
  const insert = 'INSERT OR IGNORE INTO main.sales SELECT * FROM temp.new_sales'
  const insertSome = db.prepare(`${insert} WHERE ${upToBound} ${order}`)
  const deleteSome = db.prepare(`DELETE FROM temp.new_sales WHERE ${upToBound}`)
  const insertAll = db.prepare(`${insert} ${order}`)
  const deleteAll = db.prepare('DELETE FROM temp.new_sales')
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
  db.exec(table)
  const sales = salesMover(db)
  const insertSale = db.prepare('INSERT INTO temp.new_sales VALUES (?, ?, ?, ?, ?)')
  const deleteSales = ['temp.new_sales', 'main.sales'].map((from) =>
    db.prepare(`DELETE FROM ${from} WHERE sold_at = ? AND id = ?`),
  )
  const newNames = createWaitingNames()
  const blocks = createNameBlocks(db)
  let waiting = 0
  let isFilling = false
  /** Names that were written since the current run began. */
  let inRun = 0

  /** Returns whether any were left. */
  const writeNames = (): boolean => {
    const some = newNames.takeSome()
    blocks.insert(some)
    inRun += some.length
    return some.length > 0
  }
  const beginNextRun = (): void => {
    blocks.beginNextRun()
    inRun = 0
  }
  const written = (): void => {
    waiting = 0
    if (isFilling && inRun >= minOfRun) beginNextRun()
  }
  const find = (beginning: string, limit: number): readonly number[] => {
    const ids: number[] = []
    newNames.find(beginning, limit, ids)
    blocks.find(beginning, limit, ids)
    return ids
  }
  return {
    names: { equal: (name, limit) => find(beginningOf(name), limit), beginningWith: find },
    insertNames(given, id) {
      newNames.add(given.map((name) => entryOf(name, id)))
      waiting += given.length
    },
    deleteName(name, id) {
      newNames.delete(entryOf(name, id))
      blocks.delete(entryOf(name, id))
    },
    insertIntoListOrder(soldAt, id, { words, uids, numbers }) {
      insertSale.run(soldAt, id, words, uids, numbers)
      waiting += 1
    },
    deleteFromListOrder(soldAt, id) {
      for (const statement of deleteSales) statement.run(soldAt, id)
    },
    prepareReads(prepare) {
      const [stored, withWaiting] = [prepare('sales'), prepare('all_sales')]
      return () => (waiting === 0 ? stored : withWaiting)
    },
    isFull: () => waiting >= maxWaiting,
    writeSome() {
      const isLeft = writeNames() || sales.some()
      if (!isLeft) written()
      return isLeft
    },
    writeAll() {
      if (waiting === 0) return
      while (writeNames());
      sales.all()
      written()
    },
    rolledBack() {
      newNames.clear()
      blocks.rolledBack()
      waiting = 0
    },
    fill() {
      isFilling = true
      beginNextRun()
    },
    mergeSome() {
      isFilling = false
      return blocks.mergeSome()
    },
  }
}
