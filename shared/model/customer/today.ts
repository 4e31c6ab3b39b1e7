/** Customers who will probably call soon, and the reasons, found in the service's data about them. */
import * as z from 'zod'
import type { WireCustomerEntry } from '../../wire/customer.ts'
import { CountryCode } from '../../wire/values.ts'
import { listFacts, timedFacts } from './customerList.ts'
import { CustomerRow } from './views.ts'

/**
 * The most urgent first:
 * - `unconfirmed`: an operation of this desk has an unknown outcome;
 * - `failed`: every eSIM profile in use has failed, and a package is active or waiting;
 * - `notStarted`: no package was ever started, although an eSIM was on a network after the last sale;
 * - `ending`: the last active package ends within a day, and none waits to follow it;
 * - `low`: data was used, less than 100 MB is left of active packages, and none waits;
 * - `notInstalled`: sold one to three days ago, and no eSIM profile is on a device or was ever seen on a network.
 */
export const todayReasons = ['unconfirmed', 'failed', 'notStarted', 'ending', 'low', 'notInstalled'] as const
export const TodayReason = z.enum(todayReasons)
export type TodayReason = z.infer<typeof TodayReason>

const day = 86_400_000
/** Megabytes, of which a gigabyte has 1024. */
export const lowMegabytes = 100

/** The limits in epoch milliseconds: of the ends, and of the sales of what is not installed. */
export const todayLimits = (now: number) => ({ endsBy: now + day, soldAfter: now - 3 * day, soldBy: now - day })

/** How long somebody who was ticked off stays off the list, unless another reason comes up. */
export const tickedFor = 12 * 3_600_000

/**
 * Returns the reasons that a customer's own data gives, which are all but `unconfirmed`.
 *
 * @param now epoch milliseconds by the service's clock
 */
export function reasonsOf(entry: WireCustomerEntry, now: number): readonly TodayReason[] {
  const { instants, flags, signs, lastSeen, soldAt } = listFacts(entry)
  const { isActive, remainingMb } = timedFacts(instants, flags.waiting, now)
  const lastEnd = instants.ends.at(-1) ?? null
  const { endsBy, soldAfter, soldBy } = todayLimits(now)
  const isHeld = isActive || flags.waiting
  const holds: Readonly<Record<TodayReason, boolean>> = {
    unconfirmed: false,
    failed: signs.allFailed && isHeld,
    notStarted: signs.unstarted && lastSeen !== null && soldAt !== null && lastSeen > soldAt,
    ending: !flags.waiting && lastEnd !== null && lastEnd > now && lastEnd <= endsBy,
    low: signs.used && isActive && !flags.waiting && remainingMb !== null && remainingMb < lowMegabytes,
    notInstalled: flags.neverInstalled && isHeld && soldAt !== null && soldAt > soldAfter && soldAt <= soldBy,
  }
  return todayReasons.filter((reason) => holds[reason])
}

/** Those with a reason, or with any, or everybody with an active or waiting package for a country. */
export const TodayList = z.union([
  z.strictObject({ reason: TodayReason.nullable() }),
  z.strictObject({ country: CountryCode }),
])
export type TodayList = z.infer<typeof TodayList>

export const TodayRow = z.strictObject({ customer: CustomerRow, reasons: z.array(TodayReason) })
export type TodayRow = z.infer<typeof TodayRow>

export const TodayCounts = z.record(z.enum(['all', ...todayReasons]), z.number().int())
export type TodayCounts = z.infer<typeof TodayCounts>
export const noneToday: Readonly<TodayCounts> = {
  all: 0,
  unconfirmed: 0,
  failed: 0,
  notStarted: 0,
  ending: 0,
  low: 0,
  notInstalled: 0,
}
