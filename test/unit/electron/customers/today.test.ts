/** The customers who will probably call, compared with a filter of their own over random customers. */
import { expect, it } from 'vitest'
import { esimState } from '#shared/model/esim/esimState.ts'
import { hasInstant, parseInstant } from '#shared/model/instant.ts'
import { itemPhase } from '#shared/model/package/itemPhase.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import { reasonsOf, todayReasons, type TodayReason } from '#shared/model/customer/today.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customerRow } from '../../../../electron/views/customerRow.ts'
import type { DirectoryCalls, TodayRequest } from '../../../../electron/customers/directory/protocol.ts'
import { createLister } from '../../../../electron/customers/directory/list.ts'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { putEntry } from '../../../../electron/customers/directory/runs.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { at, customers, day } from './randomCustomers.ts'
import { now, openCalls } from './support.ts'

const uidOf = (n: number): CustomerUid => CustomerUid.parse(`c-${n}`)
const unconfirmed = [3, 17, 90, 100_000].map(uidOf)
const put = (entries: readonly WireCustomerEntry[]) => ({ entries, unreadableUids: [], askedAt: 1, fetchedAt: now })

function expectedReasons(entry: WireCustomerEntry, time: number): readonly TodayReason[] {
  const { totalRemaining, packages, esimsFailed, lastSeen, soldAt } = customerRow(entry, time, null)
  const inUse = entry.relatedEsims.filter(({ active }) => active !== false)
  const held = packages.active > 0 || packages.waiting > 0
  const [seen, sold] = [parseInstant(lastSeen), parseInstant(soldAt)]
  const age = sold === null ? NaN : (time - sold) / day
  const left = totalRemaining === null ? null : toMegabytes(totalRemaining)
  const kept = entry.activatedItems.filter((one) => itemPhase(one, time) !== 'refunded')
  const active = entry.activatedItems.filter((one) => itemPhase(one, time) === 'active')
  const isUsed = (one: (typeof active)[number]): boolean =>
    Number(one.balance.availableBalance?.sizeValue) < Number(one.balance.size?.sizeValue)
  const isCalm = packages.waiting === 0
  const holds: Readonly<Record<TodayReason, boolean>> = {
    unconfirmed: unconfirmed.includes(entry.customer.uid),
    failed: esimsFailed === true && held,
    notStarted:
      kept.length > 0 &&
      kept.every((one) => itemPhase(one, time).startsWith('waiting')) &&
      seen !== null &&
      sold !== null &&
      seen > sold,
    ending:
      isCalm &&
      active.length > 0 &&
      active.every(({ balance: { expiresAt } }) => Date.parse(expiresAt ?? '') - time <= day),
    low:
      isCalm &&
      entry.activatedItems.some((one) => itemPhase(one, -Infinity) === 'active' && isUsed(one)) &&
      active.length > 0 &&
      left !== null &&
      left < 100,
    notInstalled:
      held &&
      inUse.length > 0 &&
      inUse.every(({ state, lastSeen: last }) => esimState(state) === 'released' && !hasInstant(last)) &&
      age >= 1 &&
      age < 3,
  }
  return todayReasons.filter((reason) => holds[reason])
}

const request = { reason: null, ticked: [], unconfirmed, from: 0, limit: 500, now } satisfies TodayRequest

async function expectToday(
  calls: Pick<DirectoryCalls, 'today'>,
  entries: readonly WireCustomerEntry[],
  time: number,
): Promise<void> {
  const wanted = new Map(
    entries.flatMap((entry): [string, readonly TodayReason[]][] => {
      const reasons = expectedReasons(entry, time)
      expect(reasonsOf(entry, time)).toEqual(reasons.filter((reason) => reason !== 'unconfirmed'))
      return reasons.length === 0 ? [] : [[entry.customer.uid, reasons]]
    }),
  )
  for (const reason of [null, ...todayReasons]) {
    const { rows, matching, counts } = await calls.today({ ...request, reason, now: time })
    const some = [...wanted].filter(([, reasons]) => reason === null || reasons.includes(reason))
    expect(new Map(rows.map((row) => [row.customer.uid, row.reasons]))).toEqual(new Map(some))
    expect([rows.length, matching, counts?.[reason ?? 'all']]).toEqual([some.length, some.length, some.length])
  }
}

it('lists those whom a plain filter of the customers finds, at any time and after changes', async () => {
  const calls = openCalls()
  const [before, after] = [customers(21, 400), customers(22, 400)]
  await calls.put(put(before))
  for (const days of [0, 0.9, 2, 6.5, -1]) await expectToday(calls, before, now + days * day)
  await calls.put(put(after.slice(0, 250)))
  await expectToday(calls, [...after.slice(0, 250), ...before.slice(250)], now)
})

it('lists the most urgent reason first, and of each reason who needs help first', async () => {
  const calls = openCalls()
  const ending = (n: number, hours: number) =>
    customer(uidOf(n), null, { activatedItems: [item(`i-${n}`, {}, { expiresAt: at(hours / 24) })] })
  const failed = customer(uidOf(9), null, {
    activatedItems: [item('i-9', {}, { expiresAt: at(9) })],
    relatedEsims: [esim('8937002500000000009', { state: 'ERROR' })],
  })
  await calls.put(put([ending(1, 20), ending(2, 2), ending(3, 30), failed]))
  const { rows } = await calls.today({ ...request, unconfirmed: [uidOf(1)] })
  expect(rows.map(({ customer: { uid }, reasons }) => [uid, reasons])).toEqual([
    ['c-1', ['unconfirmed', 'ending']],
    ['c-9', ['failed']],
    ['c-2', ['ending']],
  ])
})

it('leaves out whoever was ticked off until another reason comes up', async () => {
  const calls = openCalls()
  await calls.put(put([customer(uidOf(1), null, { activatedItems: [item('i-1', {}, { expiresAt: at(0.5) })] })]))
  const ticked = [
    { uid: uidOf(1), reasons: ['ending' as const] },
    { uid: uidOf(2), reasons: ['low' as const] },
  ]
  const off = await calls.today({ ...request, ticked })
  expect([off.rows, off.matching, off.counts?.all, off.counts?.ending, off.ticked]).toEqual([[], 0, 0, 0, 1])
  const again = await calls.today({ ...request, ticked, unconfirmed: [uidOf(1)] })
  expect([again.rows.map(({ reasons }) => reasons), again.ticked]).toEqual([[['unconfirmed', 'ending']], 0])
})

it('lists everybody with an active or a waiting package for a country', async () => {
  const calls = openCalls()
  const entries = customers(23, 300)
  await calls.put(put(entries))
  const kinds = calls.kinds().filter(({ kind }) => kind.startsWith('["Japan"'))
  const covering = { kinds: kinds.map(({ id }) => id), unknown: [], customers: [] }
  const { rows, matching } = await calls.today({ ...request, covering })
  const wanted = entries.filter((entry) => {
    const { active, waiting } = customerRow(entry, now, null).packages
    const names = entry.activatedItems.filter(({ status }) => status !== 'Refunded').map(({ balance }) => balance.name)
    return active + waiting > 0 && names.includes('Japan')
  })
  expect(rows.map(({ customer: { uid } }) => uid).toSorted()).toEqual(
    wanted.map((entry) => entry.customer.uid).toSorted(),
  )
  expect(matching).toBe(wanted.length)
  expect(entries.some((entry) => entry.activatedItems.some((one) => itemPhase(one, now) === 'waiting_use'))).toBe(true)
})

it('has those who came first until all customers are sorted', async () => {
  const { db, store, writer, search } = openFile({ kind: 'memory' }, [])
  const entries = customers(24, 60)
  writer.write(() =>
    store.put(
      entries.map((entry) => putEntry(store, entry, null)),
      { askedAt: 1, fetchedAt: now },
      100,
      () => false,
    ),
  )
  store.facts.indexes.drop()
  const lister = createLister(db, writer, store.facts, search.names, store.count, { maxUnsorted: 40 })
  const { rows, counts } = await lister.today({ ...request, unconfirmed: [] })
  const wanted = entries.slice(0, 40).filter((entry) => reasonsOf(entry, now).length > 0)
  expect(rows.map(({ customer: { uid } }) => uid).toSorted()).toEqual(wanted.map((one) => one.customer.uid).toSorted())
  expect(counts).toBeNull()
  db.close()
})
