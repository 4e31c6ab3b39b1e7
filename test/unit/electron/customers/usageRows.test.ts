/**
 * The rows of used data that the copy of a customer keeps, over random reads.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesBetween, maxDifferences, type DifferenceRow } from '#shared/model/customer/differences.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { maxRows } from '../../../../electron/customers/directory/differences.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now, openCalls } from './support.ts'

const minute = 60_000
const day = 24 * 60 * minute
const latest = { at: Number.MAX_SAFE_INTEGER, beforeId: null }
type Calls = ReturnType<typeof openCalls>

const withPackages = (left: readonly number[], state = 'INSTALLED'): WireCustomerEntry =>
  customer('d', 'd@x.example', {
    activatedItems: left.map((sizeValue, index) =>
      item(`i${String(index)}`, {}, { availableBalance: { sizeValue, sizeUnit: 'GB' } }),
    ),
    relatedEsims: [esim('8937002512345678905', { state })],
  })
const { uid } = withPackages([]).customer

const read = async (calls: Calls, entry: WireCustomerEntry, askedAt: number, fetchedAt: number): Promise<unknown> =>
  await calls.put({ entries: [entry], unreadableUids: [], askedAt, fetchedAt })

/** All rows in pages of a size. */
function inPages(calls: Calls, size: number): readonly DifferenceRow[] {
  const rows: DifferenceRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const position = last === undefined ? latest : { at: Date.parse(last.to), beforeId: Number(last.id) }
    const page = calls.differences(uid, position, size)
    rows.push(...page)
    if (page.length < size) return rows
  }
}

/** The gigabytes that rows say of each package. */
function usedIn(rows: readonly Pick<DifferenceRow, 'differences'>[]): Readonly<Record<string, number>> {
  const used: Record<string, number> = {}
  for (const difference of rows.flatMap(({ differences }) => differences)) {
    if (difference.kind !== 'usage') continue
    const amount = ((toMegabytes(difference.before) ?? 0) - (toMegabytes(difference.after) ?? 0)) / 1024
    used[difference.itemUid] = (used[difference.itemUid] ?? 0) + amount
  }
  return used
}

const isUsageAlone = ({ differences }: DifferenceRow): boolean => differences.every(({ kind }) => kind === 'usage')

/** One read: the minutes since the one before, what has been used or added of each package, and the eSIM's state. */
const step = fc.record({
  minutes: fc.integer({ min: 0, max: 60 }),
  used: fc.tuple(
    ...[1, 2, 3].map(() => fc.oneof({ weight: 6, arbitrary: fc.nat(3) }, fc.integer({ min: -5, max: 0 }))),
  ),
  disabled: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
})

test('used data is listed once, by time, in pages of any size, and a day of use is one row for all packages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), async (steps, size) => {
      const calls = openCalls()
      let left = [500, 500, 500]
      let entry = withPackages(left)
      let at = now
      let breaks = 1
      const found: Pick<DifferenceRow, 'differences'>[] = []
      await read(calls, entry, 0, at)
      for (const [index, { minutes, used, disabled }] of steps.entries()) {
        at += minutes * minute
        left = left.map((amount, place) => amount - (used[place] ?? 0))
        const next = withPackages(left, disabled ? 'DISABLED' : 'INSTALLED')
        const differences = [...differencesBetween(entry, next, at)]
        if (used.some((amount) => amount < 0) || differences.some(({ kind }) => kind !== 'usage')) breaks += 1
        found.push({ differences })
        await read(calls, next, index + 1, at)
        entry = next
      }
      const rows = calls.differences(uid, latest, 500)
      expect(usedIn(rows)).toEqual(usedIn(found))
      expect(rows.flatMap(({ differences }) => differences.filter(({ kind }) => kind === 'esim')).length).toBe(
        found.flatMap(({ differences }) => differences.filter(({ kind }) => kind === 'esim')).length,
      )
      expect(rows.map(({ to, id }) => to + id)).toEqual(
        rows
          .map(({ to, id }) => to + id)
          .toSorted()
          .reverse(),
      )
      for (const { from, to, differences } of rows) {
        expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(to))
        const packages = differences.flatMap((one) => (one.kind === 'usage' ? [one.itemUid] : []))
        expect(new Set(packages).size).toBe(packages.length)
      }
      expect(inPages(calls, size)).toEqual(rows)
      expect(rows.filter(isUsageAlone).length).toBeLessThanOrEqual((at - now) / (23 * 60 * minute) + breaks)
    }),
    { numRuns: 60 },
  )
})

test('two packages that are used in turn are one row a day', async () => {
  const calls = openCalls()
  for (let index = 0; index < 48; index += 1)
    await read(calls, withPackages([90 - Math.ceil(index / 2), 90 - Math.floor(index / 2)]), index, now + index * 3.6e6)
  const rows = calls.differences(uid, latest, 200)
  expect(rows).toHaveLength(2)
  expect(usedIn(rows)).toEqual({ i0: 24, i1: 23 })
})

test('a long use takes no place of what else has changed', async () => {
  const calls = openCalls()
  await read(calls, withPackages([900], 'RELEASED'), 0, now)
  for (let index = 1; index <= maxRows + 20; index += 1)
    await read(calls, withPackages([900 - index]), index, now + index * 2 * day)
  const rows = calls.differences(uid, latest, 500)
  expect(rows.filter(isUsageAlone)).toHaveLength(maxRows)
  expect(rows.at(-1)?.differences).toMatchObject([{ kind: 'esim', before: 'released' }, { kind: 'usage' }])
})

test('a row that is joined while an agent pages is in no later page, also after the clock has gone back', async () => {
  const calls = openCalls()
  await read(calls, withPackages([9, 9]), 0, now)
  await read(calls, withPackages([9, 9], 'DISABLED'), 1, now + minute)
  await read(calls, withPackages([8, 9], 'DISABLED'), 2, now + 3 * minute)
  const [first] = calls.differences(uid, latest, 1)
  for (const [index, at] of [now + 2 * minute, now + 4 * minute].entries()) {
    await read(calls, withPackages([8, 8 - index], 'DISABLED'), 3 + index, at)
    const position = { at: Date.parse(first?.to ?? ''), beforeId: Number(first?.id) }
    expect(calls.differences(uid, position, 9)).toMatchObject([{ differences: [{ kind: 'esim' }] }])
  }
  expect(usedIn(calls.differences(uid, latest, 9))).toEqual({ i0: 1, i1: 2 })
})

test('more packages than a row holds begin another one', async () => {
  const calls = openCalls()
  const half = maxDifferences / 2 + 1
  const left = (each: (index: number) => number): number[] =>
    Array.from({ length: 2 * half }, (_, index) => each(index))
  await read(calls, withPackages(left(() => 9)), 0, now)
  await read(calls, withPackages(left((index) => (index < half ? 8 : 9))), 1, now + minute)
  await read(calls, withPackages(left(() => 8)), 2, now + 2 * minute)
  const rows = calls.differences(uid, latest, 9)
  expect(rows.map(({ differences }) => differences.length)).toEqual([half, half])
  expect(Object.values(usedIn(rows))).toEqual(left(() => 1))
})
