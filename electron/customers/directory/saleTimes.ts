/**
 * When each customer bought last, in memory: eight bytes for each of them. To look up the times of a thousand customers
 * in the file takes longer than to find them. Those that are not known yet are read when they are needed.
 */
import type { Db } from '../../storage/index.ts'
import { inListOrder, isAfter, type Position } from './cursor.ts'

export interface SaleTimes {
  readonly note: (id: number, soldAt: number) => void
  /** The customer is removed, or its time may be another one. */
  readonly forget: (id: number) => void
  readonly rolledBack: () => void
  /** Returns the positions of these customers behind `after`, in list order. */
  readonly inOrder: (ids: readonly number[], after: Position) => Iterable<Position>
}

/** Customers whose times are together in a part. Memory is taken by those parts alone that have customers. */
const partBits = 16
const partMask = 2 ** partBits - 1
/** How many positions are sorted at a time: a page is full after the first ones. */
const sortedAtOnce = 64

export function createSaleTimes(db: Db): SaleTimes {
  const readTimes = db.prepare<[string], Position>(
    'SELECT id, sold_at AS soldAt FROM standing WHERE id IN (SELECT value FROM json_each(?))',
  )
  let parts: (Float64Array | undefined)[] = []
  const timeOf = (id: number): number => parts[id >>> partBits]?.[id & partMask] ?? Number.NaN
  const note = (id: number, soldAt: number): void => {
    const part = (parts[id >>> partBits] ??= new Float64Array(partMask + 1).fill(Number.NaN))
    part[id & partMask] = soldAt
  }
  return {
    note,
    forget: (id) => void (Number.isNaN(timeOf(id)) || note(id, Number.NaN)),
    rolledBack: () => (parts = []),
    inOrder(ids, after) {
      const unknown = ids.filter((id) => Number.isNaN(timeOf(id)))
      if (unknown.length > 0) for (const { id, soldAt } of readTimes.all(JSON.stringify(unknown))) note(id, soldAt)
      return inOrder(ids, timeOf, after)
    },
  }
}

/** Only a few are needed of many, so they are sorted a part at a time, beginning with the most recent times. */
function* inOrder(ids: readonly number[], timeOf: (id: number) => number, after: Position): Iterable<Position> {
  const times = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at += 1) times[at] = timeOf(ids[at] ?? 0)
  const recent = times.filter((time) => time <= after.soldAt).sort()
  let before = Infinity
  for (let left = recent.length; left > 0;) {
    const from = recent[Math.max(0, left - sortedAtOnce)] ?? 0
    const some: Position[] = []
    for (let at = 0; at < times.length; at += 1) {
      const soldAt = times[at] ?? 0
      if (soldAt >= from && soldAt < before && soldAt <= after.soldAt) some.push({ soldAt, id: ids[at] ?? 0 })
    }
    yield* some.filter((position) => isAfter(position, after)).sort(inListOrder)
    left -= some.length
    before = from
  }
}
