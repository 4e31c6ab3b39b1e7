/**
 * What differs between two reads of a customer. The service has no history, so the desk compares what it reads with its
 * copy. What time alone changes, such as the end of a package, is no difference.
 */
import * as z from 'zod'
import type { WireActivatedItem, WireCustomerEntry } from '../../wire/customer.ts'
import { EsimIccid, ItemUid } from '../../wire/ids.ts'
import { esimState } from '../esim/esimState.ts'
import { itemPhase } from '../package/itemPhase.ts'
import { isSameSize, readableSize, sizesOf, toMegabytes } from '../package/size.ts'
import { DataSize, EsimState, Instant, ItemPhase } from './views.ts'

const Package = { itemUid: ItemUid, name: z.string().nullable() }

/** `before` or `after` is `null` where the service named no such eSIM, package or address. */
export const Difference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), before: z.string().nullable(), after: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('esim'),
    iccid: EsimIccid,
    before: EsimState.nullable(),
    after: EsimState.nullable(),
  }),
  z.strictObject({
    kind: z.literal('package'),
    ...Package,
    before: ItemPhase.nullable(),
    after: ItemPhase.nullable(),
  }),
  z.strictObject({ kind: z.literal('usage'), ...Package, before: DataSize, after: DataSize }),
])
export type Difference = z.infer<typeof Difference>

/** The differences that one read showed. */
export const DifferenceRow = z.strictObject({
  id: z.string(),
  /** Of the read before, after which they came about. */
  from: Instant,
  to: Instant,
  differences: z.array(Difference),
})
export type DifferenceRow = z.infer<typeof DifferenceRow>

/** Differences of one read that are kept. */
export const maxDifferences = 20

type Esim = WireCustomerEntry['relatedEsims'][number]

/** Pairs the elements of two lists by their key, in the order of the later one, and then those that are gone. */
function* pairs<Element>(
  before: readonly Element[],
  after: readonly Element[],
  keyOf: (element: Element) => string,
): Generator<readonly [Element | null, Element | null]> {
  const earlier = new Map(before.map((element) => [keyOf(element), element]))
  for (const element of after) {
    yield [earlier.get(keyOf(element)) ?? null, element]
    earlier.delete(keyOf(element))
  }
  for (const element of earlier.values()) yield [element, null]
}

/** Whether the desk could not read one of these parts of the customer. */
const isUnreadable = (entry: WireCustomerEntry, ...parts: readonly string[]): boolean =>
  entry.unreadableParts?.some(({ part }) => parts.includes(part)) === true

function* emailDifference(before: WireCustomerEntry, after: WireCustomerEntry): Generator<Difference> {
  const [earlier, later] = [before.customer.email ?? null, after.customer.email ?? null]
  if (isUnreadable(before, 'email') || isUnreadable(after, 'email')) return
  if (earlier !== later) yield { kind: 'email', before: earlier, after: later }
}

/** Whether all eSIMs of the customer are known. Where none is listed, the service may have left them out. */
const listsEsims = (entry: WireCustomerEntry): boolean =>
  entry.relatedEsims.length > 0 && (entry.omittedEsims ?? 0) === 0 && !isUnreadable(entry, 'esim', 'esims')

function* esimDifferences(before: WireCustomerEntry, after: WireCustomerEntry): Generator<Difference> {
  const listed = listsEsims(before) && listsEsims(after)
  for (const [earlier, later] of pairs<Esim>(before.relatedEsims, after.relatedEsims, ({ uid }) => uid)) {
    const esim = later ?? earlier
    if (esim === null || (!listed && (earlier === null || later === null))) continue
    const states = [earlier, later].map((one) => (one === null ? null : esimState(one.state)))
    const [was = null, is = null] = states
    if (was !== is) yield { kind: 'esim', iccid: esim.iccid, before: was, after: is }
  }
}

/** The data that was used, in a readable unit, or null where that is unknown. */
export function usedBetween(before: DataSize, after: DataSize): DataSize | null {
  const [had, has] = [toMegabytes(before), toMegabytes(after)]
  return had === null || has === null || has >= had ? null : readableSize(had - has)
}

function usageBetween(earlier: WireActivatedItem, later: WireActivatedItem): Difference | null {
  const [before, after] = [earlier, later].map(({ balance }) => sizesOf(balance).available)
  if (before === undefined || after === undefined || usedBetween(before, after) === null) return null
  // Two roundings of one amount are no use.
  if (isSameSize(before, after)) return null
  return { kind: 'usage', ...packageOf(later), before, after }
}

const packageOf = ({ uid, balance }: WireActivatedItem) => ({ itemUid: uid, name: balance.name ?? null })

function* packageDifferences(before: WireCustomerEntry, after: WireCustomerEntry, now: number): Generator<Difference> {
  const listed = before.itemsListed && after.itemsListed
  for (const [earlier, later] of pairs(before.activatedItems, after.activatedItems, ({ uid }) => uid)) {
    const item = later ?? earlier
    if (item === null || (!listed && (earlier === null || later === null))) continue
    const was = earlier === null ? null : itemPhase(earlier, now)
    const is = later === null ? null : itemPhase(later, now)
    if (was !== is) yield { kind: 'package', ...packageOf(item), before: was, after: is }
    // A refund takes the data away.
    const usage = earlier === null || later === null || is === 'refunded' ? null : usageBetween(earlier, later)
    if (usage !== null) yield usage
  }
}

/** @param now epoch milliseconds of the later read, by the service's clock */
export const differencesBetween = (
  before: WireCustomerEntry,
  after: WireCustomerEntry,
  now: number,
): readonly Difference[] =>
  [
    ...emailDifference(before, after),
    ...esimDifferences(before, after),
    ...packageDifferences(before, after, now),
  ].slice(0, maxDifferences)

type Usage = Extract<Difference, { readonly kind: 'usage' }>

/** Whether every difference is used data. */
export const areUsage = (differences: readonly Difference[]): differences is readonly Usage[] =>
  differences.length > 0 && differences.every(({ kind }) => kind === 'usage')

/** Whether the later use begins with what the earlier one left. Data that was added between them breaks the sum. */
function continues({ after }: Usage, { before }: Usage): boolean {
  const [left, had] = [toMegabytes(after), toMegabytes(before)]
  return isSameSize(after, before) || (left !== null && had !== null && had <= left)
}

/**
 * Joins the use of packages in two rows to one use of each package, or returns null where a row has another difference,
 * or the joined one would lose something. The packages stay in the order in which their use began.
 */
export function joinedUsage(before: readonly Difference[], after: readonly Difference[]): readonly Difference[] | null {
  if (!areUsage(before) || !areUsage(after)) return null
  const joined = new Map(before.map((usage) => [usage.itemUid, usage]))
  for (const later of after) {
    const earlier = joined.get(later.itemUid)
    if (earlier !== undefined && !continues(earlier, later)) return null
    joined.set(later.itemUid, earlier === undefined ? later : { ...later, before: earlier.before })
  }
  return joined.size > maxDifferences ? null : [...joined.values()]
}
