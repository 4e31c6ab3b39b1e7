/**
 * Who will probably call. Each reason is read from an index without other customers, so that their ids and all
 * counts of a million customers take some ten milliseconds. `reasonsOf` returns the reasons of one customer.
 */
import {
  lowMegabytes,
  noneToday,
  todayLimits,
  todayReasons,
  type TodayCounts,
  type TodayReason,
} from '#shared/model/customer/today.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import type { TodayRequest } from './protocol.ts'

/** The indexes that the reasons need beside those of the list. */
const conditions = {
  failed: 'all_failed AND (active OR waiting)',
  notStarted: 'unstarted AND last_seen > sold',
  ending: 'last_end IS NOT NULL AND NOT waiting',
  low: `used AND active AND NOT waiting AND remaining < ${String(lowMegabytes)}`,
} as const
export const todayIndexes = [
  ['facts_today_failed', `(sold) WHERE ${conditions.failed}`],
  ['facts_today_not_started', `(last_seen) WHERE ${conditions.notStarted}`],
  ['facts_today_ending', `(last_end) WHERE ${conditions.ending}`],
  ['facts_today_low', `(remaining) WHERE ${conditions.low}`],
] as const

interface Read {
  readonly index: string
  readonly condition: string
  readonly order: string
}

const reads: Readonly<Record<Exclude<TodayReason, 'unconfirmed'>, Read>> = {
  failed: { index: 'facts_today_failed', condition: conditions.failed, order: 'sold DESC' },
  notStarted: { index: 'facts_today_not_started', condition: conditions.notStarted, order: 'last_seen DESC' },
  ending: {
    index: 'facts_today_ending',
    condition: `${conditions.ending} AND last_end > @now AND last_end <= @endsBy`,
    order: 'last_end',
  },
  low: { index: 'facts_today_low', condition: conditions.low, order: 'remaining' },
  notInstalled: {
    index: 'facts_never_installed_sold',
    condition: 'never_installed AND sold > @soldAfter AND sold <= @soldBy AND (active OR waiting)',
    order: 'sold DESC',
  },
}

interface TodayOptions {
  readonly db: Db
  /** Returns the table with this index, or without one where it is not there yet. */
  readonly tableBy: (index: string) => string
  readonly idOf: (uid: CustomerUid) => number | undefined
  /** The last customer that counts, where the list is not sorted yet. */
  readonly upTo: number | null
}

interface Chosen {
  readonly ids: readonly number[]
  readonly reasonsOf: (id: number) => TodayReason[]
  readonly counts: TodayCounts
  readonly ticked: number
}

const bitOf = (reason: TodayReason): number => 1 << todayReasons.indexOf(reason)
const bitsOf = (reasons: readonly TodayReason[]): number => reasons.reduce((bits, reason) => bits | bitOf(reason), 0)

/**
 * The ids of everybody with the reason, or with any: then those with the most urgent one first. Whoever was ticked off
 * is left out, unless a reason came up since.
 */
export function chosenToday(
  { db, tableBy, idOf, upTo }: TodayOptions,
  { reason, ticked, unconfirmed, now }: Pick<TodayRequest, 'reason' | 'ticked' | 'unconfirmed' | 'now'>,
): Chosen {
  const values = { now, ...todayLimits(now), upTo }
  const idsOf = (one: TodayReason): readonly number[] => {
    if (one === 'unconfirmed') return unconfirmed.flatMap((uid) => idOf(uid) ?? [])
    const { index, condition, order } = reads[one]
    const sql = `SELECT id FROM ${tableBy(index)} WHERE ${condition} AND (@upTo IS NULL OR id <= @upTo) ORDER BY ${order}`
    return db.prepare<[typeof values], number>(sql).pluck().all(values)
  }
  const idsBy = new Map(todayReasons.map((one) => [one, idsOf(one)]))
  const found = new Map<number, number>()
  for (const [one, ids] of idsBy) for (const id of ids) found.set(id, (found.get(id) ?? 0) | bitOf(one))
  let done = 0
  for (const { uid, reasons } of ticked) {
    const id = idOf(uid) ?? 0
    if (((found.get(id) ?? -1) & ~bitsOf(reasons)) !== 0) continue
    found.delete(id)
    done += 1
  }
  const counts: TodayCounts = { ...noneToday, all: found.size }
  for (const bits of found.values()) for (const one of todayReasons) if ((bits & bitOf(one)) !== 0) counts[one] += 1
  const wanted = reason === null ? todayReasons : [reason]
  return {
    ids: [...new Set(wanted.flatMap((one) => idsBy.get(one) ?? []))].filter((id) => found.has(id)),
    reasonsOf: (id) => todayReasons.filter((one) => ((found.get(id) ?? 0) & bitOf(one)) !== 0),
    counts,
    ticked: done,
  }
}
