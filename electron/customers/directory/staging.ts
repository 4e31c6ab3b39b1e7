/**
 * New entries of the three largest indexes wait in memory until a commit, and are written in the order of their index.
 * Written one by one they are spread all over it, so that in a large directory each of them reads a page of the file
 * and writes one. Reads include what waits.
 */
import { type Name, nameOfUid } from '#shared/model/indexedNames.ts'
import type { Db } from '../../storage/index.ts'
import { createListOrder, type ListOrder } from './listOrder.ts'
import { createNameBlocks } from './nameBlocks.ts'
import { beginningOf, entryOf } from './nameIndex.ts'
import { createTrigramIndex, type TrigramIndex } from './trigramIndex.ts'
import { createWaitingNames } from './waitingNames.ts'

/** The ids of customers by their names, one for each name and at most as many as the limit. */
export interface NameReads {
  readonly equal: (name: Name, limit: number) => readonly number[]
  readonly beginningWith: (beginning: string, limit: number) => readonly number[]
  /** Returns the id of the customer with exactly this uid. */
  readonly idOf: (uid: string) => number | undefined
}

export interface Staging {
  readonly names: NameReads
  readonly order: Pick<ListOrder, 'insert' | 'delete' | 'inOrder' | 'textAt'>
  readonly texts: Pick<TrigramIndex, 'add' | 'change' | 'find' | 'beginningWith'>
  readonly insertNames: (names: readonly Name[], id: number) => void
  readonly deleteName: (name: Name, id: number) => void
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
  /** Merges a part of what was written meanwhile, and returns whether anything is left. */
  readonly mergeSome: () => boolean
}

/** Names and positions that wait at most. They take about 40 MB; writing them goes once through the whole index. */
const maxWaiting = 300_000
/** A query has a part for each run of the list, of which SQLite takes 500. */
const maxRuns = 100
/** Names that a run has before the next one begins: a search looks into each, and many take longer to be merged. */
const minOfRun = 100_000

export function createStaging(db: Db): Staging {
  const order = createListOrder(db)
  const newNames = createWaitingNames()
  const blocks = createNameBlocks(db)
  const texts = createTrigramIndex(db)
  const uidOf = db.prepare<[number], string>('SELECT uid FROM customers WHERE id = ?').pluck()
  let waitingNames = 0
  let isFilling = false
  /** Names that were written since the current run began. */
  let inRun = 0
  /** About how many runs there are. */
  let runs = 0

  /** Returns whether any were left. */
  const writeNames = (): boolean => {
    const some = newNames.takeSome()
    blocks.insert(some)
    inRun += some.length
    return some.length > 0
  }
  const beginNextRun = (): void => {
    if (runs >= maxRuns) return
    runs += 1
    blocks.beginNextRun()
    order.beginNextRun()
    inRun = 0
  }
  const writeSome = (): boolean => {
    if (writeNames() || order.writeSome() || texts.writeSome()) return true
    waitingNames = 0
    if (isFilling && inRun >= minOfRun) beginNextRun()
    return false
  }
  const find = (beginning: string, limit: number): readonly number[] => {
    const ids: number[] = []
    newNames.find(beginning, limit, ids)
    blocks.find(beginning, limit, ids)
    return ids
  }
  return {
    names: {
      equal: (name, limit) => find(beginningOf(name), limit),
      beginningWith: find,
      idOf: (uid) => find(beginningOf(nameOfUid(uid)), Infinity).find((id) => uidOf.get(id) === uid),
    },
    order,
    texts,
    insertNames(given, id) {
      newNames.add(given.map((name) => entryOf(name, id)))
      waitingNames += given.length
    },
    deleteName(name, id) {
      newNames.delete(entryOf(name, id))
      blocks.delete(entryOf(name, id))
    },
    isFull: () => waitingNames + order.waiting() >= maxWaiting || texts.isFull(),
    writeSome,
    writeAll() {
      while (writeSome());
    },
    rolledBack() {
      newNames.clear()
      blocks.rolledBack()
      order.rolledBack()
      texts.rolledBack()
      waitingNames = 0
    },
    fill() {
      isFilling = true
      runs = order.runs()
      beginNextRun()
    },
    mergeSome() {
      isFilling = false
      return blocks.mergeSome() || order.mergeSome()
    },
  }
}
