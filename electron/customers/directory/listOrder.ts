/** The list in its order, with the texts of each customer that are compared with a query. */
import type { SearchText } from './indexedNames.ts'
import type { Db } from '../../storage/index.ts'
import type { Position } from './cursor.ts'
import type { Clause, Needle } from './searchText.ts'
import { createSaleTimes, type SaleTimes } from './saleTimes.ts'
import { keepStatements } from './statements.ts'

/** Clauses that hold for a text, and others that don't. */
interface TextCondition {
  readonly all: readonly Clause[]
  readonly none: readonly Clause[]
}

export interface ListOrderReads {
  /** Returns at most `count` positions behind `after`, of customers whose texts fulfil the condition. */
  readonly inOrder: (after: Position, count: number, condition?: TextCondition) => Position[]
  /** Returns the positions of these customers behind `after`, in list order. */
  readonly positionsOf: SaleTimes['inOrder']
  readonly textAt: (position: Position) => SearchText | undefined
}

export interface ListOrder extends ListOrderReads {
  readonly insert: (soldAt: number, id: number, searchText: SearchText) => void
  readonly delete: (soldAt: number, id: number) => void
  /** A customer was read from the file for another purpose. */
  readonly noteTime: SaleTimes['note']
  readonly rolledBack: () => void
}

/** Reads that are kept: to prepare one takes as long as to compare a hundred customers. */
const maxReads = 20
const noCondition: TextCondition = { all: [], none: [] }

export function createListOrder(db: Db): ListOrder {
  const times = createSaleTimes(db)
  const readPositions = keepStatements((sql) => db.prepare<unknown[], Position>(sql), maxReads)
  const textAt = db.prepare<Position, SearchText>(
    'SELECT words, uids, numbers FROM sales WHERE sold_at = @soldAt AND id = @id',
  )
  const insert = db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM sales WHERE sold_at = ? AND id = ?')
  return {
    insert(soldAt, id, { words, uids, numbers }) {
      insert.run(soldAt, id, words, uids, numbers)
      times.note(id, soldAt)
    },
    delete(soldAt, id) {
      times.forget(id)
      remove.run(soldAt, id)
    },
    noteTime: times.note,
    positionsOf: times.inOrder,
    textAt: (position) => textAt.get(position),
    inOrder(after, count, condition = noCondition) {
      const values: Record<string, string | number> = { soldAt: after.soldAt, id: after.id, count }
      const tests = testsOf(condition, values)
      return readPositions(
        `SELECT sold_at AS soldAt, id FROM sales WHERE (sold_at, id) < (@soldAt, @id)${tests}
         ORDER BY sold_at DESC, id DESC LIMIT @count`,
      ).all(values)
    },
    rolledBack: times.rolledBack,
  }
}

/** Returns the tests of a condition in SQL, whose texts it adds to the values. */
function testsOf({ all, none }: TextCondition, values: Record<string, string | number>): string {
  const occurs = ({ column, text }: Needle): string => {
    const name = `text${Object.keys(values).length}`
    values[name] = text
    return `instr(${column}, @${name}) > 0`
  }
  const test = (clause: Clause): string => `(${clause.map(occurs).join(' OR ')})`
  return [...all.map(test), ...none.map((clause) => `NOT ${test(clause)}`)].map((one) => ` AND ${one}`).join('')
}
