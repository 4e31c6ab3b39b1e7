/**
 * New entries of the three largest indexes wait in memory, and are written in the order of their index. Written one by
 * one they are spread all over it, so that in a large directory each of them reads a page of the file and writes one.
 * Once enough wait, a part of those is written with each part that is added. A commit writes all. Reads include what
 * waits.
 */
import { type Name, nameOf, nameOfUid } from './indexedNames.ts'
import type { Db } from '../../storage/index.ts'
import { createListOrder, type ListOrder } from './listOrder.ts'
import { createNameBlocks, type NameBlocks } from './nameBlocks.ts'
import { beginningOf, entryOf, type NameEntry, nameIn } from './nameIndex.ts'
import { createRepeatedEmails } from './repeatedEmails.ts'
import { createTrigramIndex, type TrigramIndex } from './trigramIndex.ts'
import { createWaitingNames } from './waitingNames.ts'

/** The ids of customers by their names, one for each name and at most as many as the limit. */
export interface NameReads {
  readonly equal: (name: Name, limit: number) => readonly number[]
  readonly beginningWith: (beginning: string, limit: number) => readonly number[]
  /** Whether several customers may have this e-mail address. If not, nobody has to be looked up. */
  readonly mayBeRepeated: (email: Name) => boolean
  /** Returns the id of the customer with exactly this uid. */
  readonly idOf: (uid: string) => number | undefined
}

export interface Staging {
  readonly names: NameReads
  readonly order: Pick<ListOrder, 'insert' | 'delete' | 'noteTime' | 'inOrder' | 'positionsOf' | 'textAt'>
  readonly texts: Pick<TrigramIndex, 'add' | 'change' | 'find' | 'beginningWith'>
  readonly insertNames: (names: readonly Name[], id: number) => void
  readonly deleteName: (name: Name, id: number) => void
  /** Whether so many entries wait that some should be written before more are added. */
  readonly isFull: () => boolean
  /** Writes some of an index of which too many entries wait, if there is one, which takes some milliseconds. */
  readonly makeRoom: () => void
  /** Whether `mayBeRepeated` does not know the e-mail addresses of the file yet, and `readEmails` can read them. */
  readonly hasUnreadEmails: () => boolean
  /** Reads some of them, which takes some milliseconds. What waits must be written before. */
  readonly readEmails: () => void
  /** Writes a part of what waits, which takes some milliseconds, and returns whether anything is left. */
  readonly writeSome: () => boolean
  /** What waits is rolled back. */
  readonly rolledBack: () => void
  /** A directory is filled in its first sync from now on, until `mergeSome`. */
  readonly fill: () => void
  /** Merges a part of what was written meanwhile, and returns whether anything is left. */
  readonly mergeSome: () => boolean
}

/** Names and positions that wait at most. Together they take about 35 MB. */
const maxNames = 200_000
const maxPositions = 30_000
/** Runs of an index. A query has a part for each of those of the list, of which SQLite takes 500. */
const maxRuns = 100
/**
 * The first runs of names are short: names that are sorted and written at once are not kept in blocks meanwhile. To
 * merge more of them takes longer, but nobody waits for that.
 */
const maxShortRuns = 60
const namesOfShortRun = 19_000
/** Fewer than wait, because a name that is there twice is written once. */
const minNamesOfRun = 15_000
/** Positions that a run has before the next one begins: a search looks into each, and many take longer to be merged. */
const minPositionsOfRun = 11_000

export function createStaging(db: Db): Staging {
  const order = createListOrder(db)
  const newNames = createWaitingNames()
  const blocks = createNameBlocks(db)
  const texts = createTrigramIndex(db)
  const uidOf = db.prepare<[number], string>('SELECT uid FROM customers WHERE id = ?').pluck()
  const nameRuns = createRuns(blocks.beginNextRun, minNamesOfRun)
  const orderRuns = createRuns(order.beginNextRun, minPositionsOfRun)

  /** Returns whether any are left. */
  const writeNames = (): boolean => {
    if (newNames.isAtBeginning()) nameRuns.next()
    const some = newNames.takeSome()
    blocks.insert(some)
    nameRuns.wrote(some.length)
    return newNames.size() > 0
  }
  /** Returns whether any are left. */
  const writePositions = (): boolean => {
    if (order.isAtBeginning()) orderRuns.next()
    const waiting = order.waiting()
    const isLeft = order.writeSome()
    orderRuns.wrote(waiting - order.waiting())
    return isLeft
  }
  const haveTooMany = {
    names: () => newNames.size() >= (nameRuns.areFewerThan(maxShortRuns) ? namesOfShortRun : maxNames),
    positions: () => order.waiting() >= maxPositions,
  }
  const emails = emailsOf(blocks)
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
      mayBeRepeated: emails.mayBeRepeated,
      idOf: (uid) => find(beginningOf(nameOfUid(uid)), Infinity).find((id) => uidOf.get(id) === uid),
    },
    order,
    texts,
    insertNames(given, id) {
      newNames.add(given.map((name) => entryOf(name, id)))
      given.forEach(emails.add)
    },
    deleteName(name, id) {
      newNames.delete(entryOf(name, id))
      blocks.delete(entryOf(name, id))
    },
    isFull: () => haveTooMany.names() || haveTooMany.positions() || texts.isFull(),
    makeRoom() {
      if (haveTooMany.names()) writeNames()
      else if (haveTooMany.positions()) writePositions()
      else if (texts.isFull()) texts.writeSome()
    },
    hasUnreadEmails: emails.hasUnread,
    readEmails: emails.readSome,
    writeSome: () => writeNames() || writePositions() || texts.writeSome(),
    rolledBack() {
      newNames.clear()
      blocks.rolledBack()
      emails.rolledBack()
      order.rolledBack()
      texts.rolledBack()
    },
    fill() {
      nameRuns.fill(blocks.runs())
      orderRuns.fill(order.runs())
    },
    mergeSome() {
      nameRuns.end()
      orderRuns.end()
      return blocks.mergeSome() || order.mergeSome()
    },
  }
}

/** The repeated ones among the e-mail addresses of the file and those that are added. */
function emailsOf(blocks: NameBlocks) {
  const beforeAll = nameOf('email', '')
  let repeated = createRepeatedEmails()
  /** Behind this entry are those of the file that have not been read yet. */
  let unread: NameEntry | null = blocks.runs() === 0 ? null : beforeAll
  return {
    add: (name: Name) => repeated.add(name),
    mayBeRepeated: (email: Name) => unread !== null || repeated.mayBeRepeated(email),
    // All of them are in one order, unless a first sync was interrupted.
    hasUnread: () => unread !== null && blocks.areMerged(),
    readSome: () => {
      const entries = unread === null ? [] : blocks.entriesBehind(unread)
      for (const entry of entries) repeated.add(nameIn(entry))
      unread = entries.at(-1) ?? null
    },
    /** Entries that were deleted when their place was read are there again, so all are read once more. */
    rolledBack: () => {
      repeated = createRepeatedEmails()
      unread = beforeAll
    },
  }
}

/** The runs that an index writes in a first sync. */
interface Runs {
  /** @param count how many there are */
  readonly fill: (count: number) => void
  /** Entries of the whole index follow in their order. */
  readonly next: () => void
  readonly wrote: (entries: number) => void
  /** Whether this is a first sync that has written fewer runs. */
  readonly areFewerThan: (count: number) => boolean
  readonly end: () => void
}

/** @param least the entries that a run has before the next one begins */
function createRuns(beginNext: () => void, least: number): Runs {
  let isFilling = false
  let runs = 0
  /** Entries that were written since the current run began. */
  let inRun = 0
  const begin = (): void => {
    if (runs >= maxRuns) return
    runs += 1
    beginNext()
    inRun = 0
  }
  return {
    fill(count) {
      isFilling = true
      runs = count
      begin()
    },
    next() {
      if (isFilling && inRun >= least) begin()
    },
    wrote: (entries) => void (inRun += entries),
    areFewerThan: (count) => isFilling && runs < count,
    end: () => void (isFilling = false),
  }
}
