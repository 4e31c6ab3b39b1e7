/**
 * Writes what the list is sorted and filtered by. What depends on the time is stored as it is at some instant, with the
 * interval in which it stays so, and is computed again from the stored instants before a list is read outside of it.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { timedFacts, type ListInstants } from '#shared/model/customer/customerList.ts'
import { endsAndAmounts, type PreparedCustomer } from './preparedCustomer.ts'
import type { Db } from '../../storage/index.ts'
import {
  createFactsIndexes,
  eachFlag,
  flagColumns,
  flagFilters,
  selectedFlags,
  sortColumns,
  type FactsIndexes,
  type FlagFilter,
} from './factsIndexes.ts'
import { createKinds, type Kinds } from './kinds.ts'
import { bitsOf, createMembers, type Members } from './members.ts'
import { keepStatements } from './statements.ts'
import type { Writer } from './writer.ts'

export interface FactsWriter {
  readonly indexes: FactsIndexes
  readonly put: (id: number, customer: Pick<PreparedCustomer, 'email' | 'facts'>, now: number, isNew: boolean) => void
  readonly remove: (id: number) => void
  /**
   * Brings what depends on the time to an instant. It changes nothing of a customer whose facts hold at that instant
   * already, and the instant may be earlier than that of the call before.
   *
   * @param upTo the last id; by default it is done for all customers
   */
  readonly setClock: (now: number, write: Writer['write'], upTo?: number) => Promise<void>
  /**
   * Returns how many customers each filter lists that does not depend on the request. They are counted once and then
   * with each write, until writes are rolled back.
   * @param rollbacks the number of rollbacks so far
   */
  readonly counts: (rollbacks: number) => FlagCounts
  readonly kinds: Kinds
  readonly members: Members
}

export type FlagCounts = Readonly<Record<FlagFilter | 'all', number>>

type Flags = Readonly<Record<FlagFilter, number>>

interface FactsContext {
  readonly indexes: FactsIndexes
  readonly statements: ReturnType<typeof prepareStatements>
  readonly kinds: Kinds
  readonly members: Members
  known: { readonly rollbacks: number; counts: FlagCounts } | null
}

const noInstants: ListInstants = { emptyUntil: null, ends: [], remainingMb: [null] }

/** The instants as they are stored: the end of the empty packages, or 0, the others, and what is left around them. */
const writeInstants = ({ emptyUntil, ends, remainingMb }: ListInstants): string =>
  JSON.stringify([emptyUntil ?? 0, ...ends, ...remainingMb])

function readInstants(text: string): ListInstants {
  const stored: unknown = JSON.parse(text)
  if (!Array.isArray(stored)) return noInstants
  const values: readonly unknown[] = stored
  const [emptyUntil, ...rest] = values
  const [ends, remainingMb] = endsAndAmounts(rest)
  return { emptyUntil: typeof emptyUntil !== 'number' || emptyUntil === 0 ? null : emptyUntil, ends, remainingMb }
}

/** Customers written without a pause. */
const atOnce = 500

/** Where the next part of the outdated customers begins: after a time, and an id where several have that time. */
interface Position {
  readonly at: number
  readonly id: number
  readonly upTo: number
  readonly limit: number
}

interface Outdated extends Flags {
  readonly id: number
  readonly at: number
  readonly kinds: string
  readonly instants: string
}

type IndexedBy = FactsIndexes['indexedBy']

/**
 * The first two read a part of one index and no more rows than they return, so that each outdated customer is read
 * once. Without the indexes `any` reads all customers once.
 */
export const outdatedQueries = {
  ended: (indexedBy: IndexedBy) =>
    `SELECT id, until AS at, kinds, instants, ${selectedFlags} FROM facts ${indexedBy('facts_until')}
     WHERE until IS NOT NULL AND (until, id) > (@at, @id) AND until <= @now ORDER BY until, id LIMIT @limit`,
  notBegun: (indexedBy: IndexedBy) =>
    `SELECT id, since AS at, kinds, instants, ${selectedFlags} FROM facts ${indexedBy('facts_since')}
     WHERE since IS NOT NULL AND (since, id) > (@at, @id) ORDER BY since, id LIMIT @limit`,
  any: () =>
    `SELECT id, 0 AS at, kinds, instants, ${selectedFlags} FROM facts
     WHERE id > @id AND id <= @upTo AND (until <= @now OR since > @now) ORDER BY id LIMIT @limit`,
} as const

const columns = [
  ...Object.values(sortColumns),
  ...Object.values(flagColumns),
  'kinds',
  'instants',
  'last_end',
  'all_failed',
  'unstarted',
  'used',
  'since',
  'until',
] as const
type StoredFacts = Readonly<Record<(typeof columns)[number], string | number | null>>

type FlagColumn = (typeof flagColumns)[FlagFilter]
const flagsOf = (stored: StoredFacts): Flags => eachFlag((flag) => Number(stored[flagColumns[flag]]))

/** It is called for each customer of a sync, as `eachFlag` is. */
function flagsInColumns(flags: Readonly<Record<FlagFilter, boolean>>): Pick<StoredFacts, FlagColumn> {
  const values: Partial<Record<FlagColumn, number>> = {}
  for (const flag of flagFilters) values[flagColumns[flag]] = Number(flags[flag])
  return values as Record<FlagColumn, number>
}

/** The number of statements is limited, because a service may change ever other columns. */
const maxUpdates = 100

type Update = (changed: readonly (keyof StoredFacts)[], after: StoredFacts, id: number) => void

/** An UPDATE writes all indexes of the columns that it names, so it names the changed ones alone. */
function updateWriter(db: Db): Update {
  const statementOf = keepStatements((sql) => db.prepare(sql), maxUpdates)
  return (changed, after, id) => {
    const assignments = changed.map((column) => `${column} = ?`).join(', ')
    statementOf(`UPDATE facts SET ${assignments} WHERE id = ?`).run(...changed.map((column) => after[column]), id)
  }
}

function prepareStatements(db: Db, { indexedBy }: FactsIndexes) {
  return {
    insert: db.prepare(`INSERT INTO facts (${columns.join(', ')}, id) VALUES (${'?, '.repeat(columns.length)}?)`),
    byId: db.prepare<[number], StoredFacts>(`SELECT ${columns.join(', ')} FROM facts WHERE id = ?`),
    update: updateWriter(db),
    remove: db.prepare('DELETE FROM facts WHERE id = ?'),
    // Prepared with each use, because a first sync drops the indexes and creates them again.
    outdated: (query: keyof typeof outdatedQueries, position: Position, now: number): readonly Outdated[] =>
      db
        .prepare<[Position & { readonly now: number }], Outdated>(outdatedQueries[query](indexedBy))
        .all({ ...position, now }),
    setTimed: db.prepare(
      'UPDATE facts SET remaining = ?, expiry = ?, active = ?, empty = ?, expired = ?, since = ?, until = ? WHERE id = ?',
    ),
    countAll: db.prepare<[], number>('SELECT count(*) FROM facts').pluck(),
    countFlag: (filter: FlagFilter): number =>
      db
        .prepare<[], number>(
          `SELECT count(*) FROM facts ${indexedBy(`facts_${flagColumns[filter]}_sold`)} WHERE ${flagColumns[filter]}`,
        )
        .pluck()
        .get() ?? 0,
  }
}

/** The flags of a customer, and the kinds of their packages. */
type Listed = Flags & { readonly kinds: string }

const listedOf = (stored: StoredFacts): Listed => ({ ...flagsOf(stored), kinds: String(stored.kinds) })

const memberOf = (listed: Listed | null) => listed && { bits: bitsOf(listed), kinds: listed.kinds }

/** Counts a customer whose flags change. `null`: the customer was not, or is no longer, in the directory. */
function changed(context: FactsContext, id: number, before: Listed | null, after: Listed | null): void {
  context.members.changed(id, memberOf(before), memberOf(after))
  if (context.known === null) return
  const { counts } = context.known
  context.known.counts = {
    all: counts.all + Number(after !== null) - Number(before !== null),
    ...eachFlag((flag) => counts[flag] + (after?.[flag] ?? 0) - (before?.[flag] ?? 0)),
  }
}

function putFacts(context: FactsContext, ...[id, { email, facts }, now, isNew]: Parameters<FactsWriter['put']>): void {
  const { statements } = context
  const timed = timedFacts(facts.instants, facts.flags.waiting, now)
  const flags = { ...facts.flags, active: timed.isActive, empty: timed.isEmpty, expired: timed.isExpired }
  const after: StoredFacts = {
    ...flagsInColumns(flags),
    email,
    remaining: timed.remainingMb,
    expiry: timed.nextExpiry,
    last_seen: facts.lastSeen,
    sold: facts.soldAt,
    kinds: context.kinds.numbersOf(facts.kinds),
    instants: writeInstants(facts.instants),
    last_end: facts.instants.ends.at(-1) ?? null,
    all_failed: Number(facts.signs.allFailed),
    unstarted: Number(facts.signs.unstarted),
    used: Number(facts.signs.used),
    since: timed.since,
    until: timed.until,
  }
  const before = isNew ? undefined : statements.byId.get(id)
  if (before === undefined) statements.insert.run(...columns.map((column) => after[column]), id)
  else {
    const different = columns.filter((column) => before[column] !== after[column])
    if (different.length > 0) statements.update(different, after, id)
  }
  if (context.known !== null || context.members.areRead())
    changed(context, id, before === undefined ? null : listedOf(before), listedOf(after))
}

async function setClock(
  context: FactsContext,
  ...[now, write, upTo]: Parameters<FactsWriter['setClock']>
): Promise<void> {
  const start = { at: Number.MIN_SAFE_INTEGER, id: 0, upTo: upTo ?? Number.MAX_SAFE_INTEGER, limit: atOnce }
  if (!context.indexes.areThere()) return recompute(context, start, 'any', now, write)
  await recompute(context, start, 'ended', now, write)
  // Facts that hold from now on are no outdated ones, so the position is behind all of them.
  const future = { ...start, at: now, id: Number.MAX_SAFE_INTEGER }
  await recompute(context, future, 'notBegun', now, write)
}

/** @param query reads the next customers after a position */
async function recompute(
  context: FactsContext,
  start: Position,
  query: keyof typeof outdatedQueries,
  now: number,
  write: Writer['write'],
): Promise<void> {
  const { statements } = context
  let position = start
  for (;;) {
    const some = statements.outdated(query, position, now)
    const last = some.at(-1)
    if (last === undefined) return
    position = { ...position, at: last.at, id: last.id }
    write(() => {
      for (const before of some) {
        const { id, instants } = before
        const timed = timedFacts(readInstants(instants), before.waiting === 1, now)
        const [active, empty, expired] = [Number(timed.isActive), Number(timed.isEmpty), Number(timed.isExpired)]
        const { remainingMb, nextExpiry, since, until } = timed
        statements.setTimed.run(remainingMb, nextExpiry, active, empty, expired, since, until, id)
        changed(context, id, before, { ...before, active, empty, expired })
      }
    })
    if (some.length < atOnce) return
    await yieldToEventLoop()
  }
}

function countsOf(context: FactsContext, rollbacks: number): FlagCounts {
  const { countAll, countFlag } = context.statements
  if (context.known?.rollbacks !== rollbacks)
    context.known = {
      rollbacks,
      counts: { all: countAll.get() ?? 0, ...eachFlag(countFlag) },
    }
  return context.known.counts
}

export function createFactsWriter(db: Db): FactsWriter {
  const indexes = createFactsIndexes(db)
  const [kinds, members] = [createKinds(db), createMembers(db)]
  const context: FactsContext = { indexes, statements: prepareStatements(db, indexes), kinds, members, known: null }
  return {
    indexes,
    kinds,
    members,
    put: (...given) => putFacts(context, ...given),
    remove(id) {
      const before = context.statements.byId.get(id)
      if (before !== undefined) changed(context, id, listedOf(before), null)
      context.statements.remove.run(id)
    },
    setClock: (...given) => setClock(context, ...given),
    counts: (rollbacks) => countsOf(context, rollbacks),
  }
}
