/** What the room does by itself about an operation that isn't known: when it asks, what it takes for an end, when it asks a person. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationRow } from '#shared/model/operation.ts'
import { CustomerUid, InventoryItemId } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import {
  call,
  movableClock,
  openMoneyDesk,
  type MoneyDesk,
  type MovableClock,
  type TargetInput,
} from '../../../faults/desk.ts'
import type { ServiceClient } from '../../../../electron/service/index.ts'
import { onWrite } from '../../../faults/writes.ts'
import { control, type Control } from '../../../support/control.ts'
import { eventually } from '../../../support/eventually.ts'

const second = 1000
const minute = 60 * second

let folder: string
let sandbox: Sandbox
let service: Control
let desk: MoneyDesk
let clock: MovableClock

const open = (around = (client: ServiceClient): ServiceClient => client): Promise<MoneyDesk> =>
  openMoneyDesk({ info: sandbox, folder, clock, timer: clock.timer, around })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reconcile-'))
  sandbox = await startSandbox({ customers: 300, seed: 5 })
  service = control(sandbox)
  clock = movableClock()
  desk = await open()
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const requests = async (endpoint: string): Promise<number> => (await service.state()).counts.requests[endpoint] ?? 0
const rowOf = async (id: string): Promise<OperationRow> => (await desk.operations.handlers.get({ id }, call)).operation
const causes = async (id: string): Promise<string[]> =>
  (await desk.operations.handlers.get({ id }, call)).transitions.map(({ cause }) => cause)
/** Lets time pass, and waits until nobody is asking any more. */
async function pass(id: string, milliseconds: number): Promise<OperationRow> {
  clock.pass(milliseconds)
  await eventually(async () => {
    expect((await rowOf(id)).checking).toBe(false)
  })
  return await rowOf(id)
}
async function refund(fault: 'dropAfter' | 'dropBefore' | null = null): Promise<OperationRow> {
  const { uid, itemUid } = await service.itemSample('refundable')
  if (fault !== null) await service.fault('refund', fault)
  return await desk.submit({ kind: 'refund', customerUid: uid, itemUid })
}
async function registration(more: object = {}): Promise<TargetInput> {
  const item = (await desk.client.inventory()).items.find(
    ({ countrySet, active, amount, prices }) =>
      countrySet === 'EUROPE' && active !== false && (amount ?? 0) === 0 && (prices?.[0]?.priceValue ?? 0) > 0,
  )
  if (item === undefined) throw new Error('the sandbox sells nothing for Europe')
  return { kind: 'register', inventoryItemId: item.id, mode: 'NOW', userCountry: 'DE', userIp: '203.0.113.7', ...more }
}
/** A purchase whose answer is lost. */
async function submitWithLostAnswer(
  wanted: TargetInput,
  fault: 'dropAfter' | 'dropBefore' = 'dropAfter',
): Promise<OperationRow> {
  await service.fault(wanted.kind === 'register' ? 'register' : 'topUp', fault)
  const row = await desk.submit(wanted)
  expect(row).toMatchObject({ state: 'UNKNOWN' })
  return row
}

describe('an operation that is not known', () => {
  it('is looked at 0, 2, 5, 15 and 60 seconds, 3 and 10 minutes after it, and then a person is asked', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    expect(await rowOf(id)).toMatchObject({ checks: 0, checking: false })
    for (const [checks, waits] of [
      [1, 0],
      [2, 2],
      [3, 3],
      [4, 10],
      [5, 45.5],
      [6, 119.5],
    ] as const) {
      const row = await pass(id, waits * second)
      expect(row, `${String(checks)} looks`).toMatchObject({ state: 'UNKNOWN', checks })
      expect(Date.parse(row.nextCheck ?? '')).toBeGreaterThan(clock.now())
      expect(await pass(id, 0), 'not before its time').toMatchObject({ checks })
    }
    expect(await pass(id, 7 * minute)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 7, nextCheck: null })
    expect((await causes(id)).at(-1)).toBe('looks ended')
    await pass(id, 60 * minute)
    expect(await rowOf(id)).toMatchObject({ checks: 7 })
    expect(await requests('refund')).toBe(1)
  })

  it('is told to the window at every step: that it is being looked at, and when next', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    await pass(id, 0)
    const notified = desk.rows.filter((row) => row.id === id && row.state === 'UNKNOWN')
    expect(notified.some(({ checking, nextCheck }) => checking && nextCheck === null)).toBe(true)
    expect(notified.some(({ checking, nextCheck, checks }) => !checking && nextCheck !== null && checks === 1)).toBe(
      true,
    )
  })

  it.each([
    ['refund', 'CONFIRMED'],
    ['activate', 'CONFIRMED'],
  ] as const)('that was executed ends at the first look: %s', async (kind, state) => {
    const { uid, itemUid } = await service.itemSample(kind === 'refund' ? 'refundable' : 'activatable')
    await service.fault(kind, 'dropAfter')
    const { id } = await desk.submit({ kind, customerUid: uid, itemUid })
    expect(await pass(id, 0)).toMatchObject({ state, confirmedBy: 'state', nextCheck: null })
  })

  it('an activation that never arrived is given up after a minute', async () => {
    const { uid, itemUid } = await service.itemSample('activatable')
    await service.fault('activate', 'dropBefore')
    const { id } = await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    for (const waits of [0, 2, 3, 10]) expect(await pass(id, waits * second)).toMatchObject({ state: 'UNKNOWN' })
    expect(await pass(id, 45.5 * second)).toMatchObject({ state: 'NOT_APPLIED', nextCheck: null })
    expect(await requests('activate')).toBe(1)
  })

  it('is asked again within a minute by a service that was away, however long, and then ends by itself', async () => {
    const row = await refund('dropAfter')
    await service.fault('customer', 'proxyPage', { times: 'always' })
    await pass(row.id, 0)
    expect(await rowOf(row.id)).toMatchObject({ state: 'UNKNOWN', checks: 0 })
    for (let minutes = 0; minutes < 11; minutes += 1) await pass(row.id, minute)
    expect(await rowOf(row.id)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 0 })
    expect((await causes(row.id)).at(-1)).toBe('not readable')
    await service.clearFaults()
    expect(await pass(row.id, minute)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state', nextCheck: null })
  })

  it('of which the service itself says that it can not show it is not asked for ever', async () => {
    const row = await refund('dropAfter')
    await service.fault('customer', 'status', {
      times: 'always',
      status: 404,
      body: '{"message":"No such customer"}',
      contentType: 'application/json',
    })
    await pass(row.id, 0)
    for (let minutes = 0; minutes < 12; minutes += 1) await pass(row.id, minute)
    expect(await rowOf(row.id)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 0, nextCheck: null })
    const before = await requests('customer')
    await pass(row.id, 60 * minute)
    expect(await requests('customer')).toBe(before)
  })

  it('is looked at again where the journal had no room for what a look found', async () => {
    let full = true
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    onWrite(desk.storage.journal, 'before', () => full)
    for (let minutes = 0; minutes < 12; minutes += 1) await pass(id, minute)
    full = false
    expect(await pass(id, minute)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 1 })
  })

  it('goes on after a restart, from the beginning', async () => {
    const { id } = await refund('dropAfter')
    await desk.close()
    desk = await open()
    desk.operations.recover()
    expect(await rowOf(id)).toMatchObject({ state: 'UNKNOWN', nextCheck: null })
    desk.reopen()
    expect(await pass(id, 0)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('that needs a person is looked at once more when its connection opens', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    for (const waits of [0, 2, 3, 10, 45.5, 119.5, 420]) await pass(id, waits * second)
    expect(await rowOf(id)).toMatchObject({ state: 'NEEDS_HUMAN' })
    await desk.close()
    await service.setVariants({ refundResult: 'status' })
    desk = await open()
    desk.reopen()
    expect(await pass(id, 0)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('that needs a person is looked at again a minute after a restart, when a missing activation proves something', async () => {
    const { uid, itemUid } = await service.itemSample('activatable')
    await service.fault('activate', 'dropBefore')
    const { id } = await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    await service.fault('customer', 'dropBefore', { times: 1000 })
    for (let minutes = 0; minutes < 11; minutes += 1) await pass(id, minute)
    expect(await rowOf(id)).toMatchObject({ state: 'NEEDS_HUMAN' })
    await desk.close()
    await service.clearFaults()
    desk = await open()
    desk.reopen()
    expect(await pass(id, 0)).toMatchObject({ state: 'NEEDS_HUMAN' })
    expect(await pass(id, minute + second)).toMatchObject({ state: 'NOT_APPLIED' })
  })

  it('goes on where its connection was left and opened again in the middle of a look', async () => {
    const { id } = await refund('dropAfter')
    await service.fault('customer', 'hang')
    clock.pass(0)
    await eventually(async () => {
      expect((await service.state()).counts.requests['customer'] ?? 0).toBeGreaterThan(1)
    })
    expect(await rowOf(id)).toMatchObject({ checking: true })
    desk.reopen()
    await pass(id, 0)
    expect(await pass(id, 5 * second)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('is looked at by a machine that wakes up, without waiting', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    for (const waits of [0, 2, 3, 10]) await pass(id, waits * second)
    expect(await rowOf(id)).toMatchObject({ checks: 4 })
    desk.operations.onResume()
    expect(await pass(id, 0)).toMatchObject({ checks: 5 })
  })

  it('that a person has ended is left alone', async () => {
    const { id } = await refund('dropBefore')
    await desk.operations.handlers.resolve({ id, outcome: 'CONFIRMED', reason: 'Seen in the portal' }, call)
    const before = await requests('customer')
    await pass(id, 60 * minute)
    expect(await requests('customer')).toBe(before)
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'person' })
  })
})

describe('many operations that are not known', () => {
  it('are looked at a few at a time after an outage, each in its turn', async () => {
    const subjects = await Promise.all(Array.from({ length: 10 }, (_, nth) => service.itemSample('activatable', nth)))
    await service.fault('activate', 'dropAfter', { times: 'always' })
    for (const { uid, itemUid } of subjects) await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    await desk.close()
    let atOnce = 0
    let maxAtOnce = 0
    const counted = (client: ServiceClient): ServiceClient => ({
      ...client,
      customer: async (...args) => {
        atOnce += 1
        maxAtOnce = Math.max(maxAtOnce, atOnce)
        return await client.customer(...args).finally(() => {
          atOnce -= 1
        })
      },
    })
    desk = await open(counted)
    desk.reopen()
    clock.pass(0)
    await eventually(async () => {
      expect((await desk.listMany('CONFIRMED')).length).toBe(subjects.length)
    })
    expect(maxAtOnce).toBe(4)
  })
})

describe('a purchase that is not known', () => {
  it.each([
    ['its e-mail', { customerEmail: 'lost.once@example.com' }, {}],
    ['the sales history', {}, {}],
    ['the whole list, where there is no quicker way', {}, { optional: [] }],
    ['the whole list of a service that ignores paging', {}, { optional: [], paging: 'ignored' }],
    ['a reference that was cut after the id', {}, { metatagLimit: 26 }],
  ] as const)('is found by %s, with what it made', async (_, more, variants) => {
    await service.setVariants({ ...variants, optional: 'optional' in variants ? [...variants.optional] : undefined })
    const { id } = await submitWithLostAnswer(await registration({ reference: 'order 7', ...more }))
    let row = await pass(id, 0)
    for (const waits of [2, 3]) if (row.state === 'UNKNOWN') row = await pass(id, waits * second)
    const [sold] = (await service.ledger()).filter(({ executed }) => executed)
    expect(row).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'reference',
      customerUid: sold?.customerUid,
      itemUid: sold?.itemUid,
      charged: { amount: (0 - (sold?.credits ?? 0)).toFixed(2) },
    })
    expect(row.esimUid).not.toBeNull()
    expect(desk.fresh.map(({ customer }) => customer.uid)).toContain(row.customerUid)
  })

  it('by a top-up is found among the items of its customer', async () => {
    const { uid } = await service.sample('usable')
    const { countrySet: set } = await service.customer(uid)
    const item = (await desk.client.inventory()).items.find(
      ({ countrySet, active, prices }) => countrySet === set && active !== false && (prices?.[0]?.priceValue ?? 0) > 0,
    )
    const { id } = await submitWithLostAnswer({
      kind: 'top-up',
      inventoryItemId: item?.id ?? '',
      mode: 'NOW',
      customerUid: uid,
    })
    expect(await pass(id, 0)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'reference',
      customerUid: uid,
      itemUid: (await service.ledger()).at(-1)?.itemUid,
    })
  })

  it('and can not be found is never taken for not made: a person is asked', async () => {
    const { id } = await submitWithLostAnswer(await registration(), 'dropBefore')
    for (const waits of [0, 2, 3, 10, 45.5, 119.5])
      expect(await pass(id, waits * second)).toMatchObject({ state: 'UNKNOWN' })
    expect(await pass(id, 7 * minute)).toMatchObject({ state: 'NEEDS_HUMAN' })
    expect(await requests('register')).toBe(1)
  })

  it('ends when anybody reads its customer', async () => {
    const { id } = await submitWithLostAnswer(await registration())
    const uid = (await service.ledger()).at(-1)?.customerUid
    desk.operations.onCustomerRead(await desk.client.customer(CustomerUid.parse(uid)))
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'reference', customerUid: uid })
  })
})

describe('a late twin', () => {
  /** A purchase of which the person was told that it did not happen; its request is executed afterwards. */
  async function submitAndDeny(): Promise<OperationRow> {
    const row = await submitWithLostAnswer(await registration(), 'dropBefore')
    for (const waits of [0, 2, 3, 10, 45.5]) await pass(row.id, waits * second)
    return await desk.operations.handlers.resolve(
      { id: row.id, outcome: 'NOT_APPLIED', reason: 'The portal shows nothing' },
      call,
    )
  }
  async function executeLate({ id }: OperationRow, more: { readonly customerEmail?: string } = {}): Promise<string> {
    const wanted = await registration()
    const evidence = await desk.client.sendMoney({
      kind: 'register',
      intentId: 'somebody-else',
      route: 0,
      body: {
        inventoryItemId: InventoryItemId.parse('inventoryItemId' in wanted ? wanted.inventoryItemId : ''),
        metatag: id,
        activationMode: 'NOW',
        userCountry: 'DE',
        userIp: '203.0.113.7',
        ...more,
      },
    })
    expect(evidence).toMatchObject({ status: 200 })
    return (await service.ledger()).at(-1)?.itemUid ?? ''
  }

  it.each([1, 10, 60])(
    'of a purchase that was said not to have happened is found after %d minutes and reported',
    async (minutes) => {
      const row = await submitAndDeny()
      for (const at of [1, 10, 60].filter((one) => one < minutes)) await pass(row.id, (at === 1 ? 1 : 9) * minute)
      const itemUid = await executeLate(row)
      clock.pass(minutes * minute)
      await eventually(async () => {
        expect((await rowOf(row.id)).duplicates).toHaveLength(1)
      })
      expect(await rowOf(row.id)).toMatchObject({ state: 'NOT_APPLIED', duplicates: [{ itemUid }] })
      expect(desk.rows.at(-1)?.duplicates).toMatchObject([{ itemUid }])
    },
  )

  it('counts as spent, for the limit too', async () => {
    const row = await submitAndDeny()
    const spent = async () => (await desk.operations.handlers.totals(undefined, call)).spentToday
    expect(await spent()).toMatchObject({ amount: '0.00' })
    await executeLate(row)
    desk.operations.onCustomerRead(
      await desk.client.customer(CustomerUid.parse((await service.ledger()).at(-1)?.customerUid)),
    )
    expect(await spent()).toEqual(row.amount)
    expect((await desk.operations.handlers.totals(undefined, call)).today).toMatchObject({
      purchases: 1,
      spent: [row.amount],
      unresolved: [],
    })
  })

  it('is found after a restart, and by anybody who reads its customer, once', async () => {
    const row = await submitAndDeny()
    const itemUid = await executeLate(row)
    await desk.close()
    desk = await open()
    desk.reopen()
    clock.pass(minute)
    await eventually(async () => {
      expect((await rowOf(row.id)).duplicates).toMatchObject([{ itemUid }])
    })
    const uid = (await rowOf(row.id)).duplicates[0]?.customerUid
    desk.operations.onCustomerRead(await desk.client.customer(CustomerUid.parse(uid)))
    expect((await rowOf(row.id)).duplicates).toHaveLength(1)
  })

  it('of a purchase that was confirmed is the item that is not its own', async () => {
    const row = await desk.submit(await registration({ customerEmail: 'twin@example.com' }))
    const itemUid = await executeLate(row)
    const uid = (await service.ledger()).at(-1)?.customerUid
    desk.operations.onCustomerRead(await desk.client.customer(CustomerUid.parse(uid)))
    expect(await rowOf(row.id)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'answer',
      itemUid: row.itemUid,
      duplicates: [{ itemUid }],
    })
  })

  it.each([
    ['by its e-mail', { customerEmail: 'twin@example.com' }, {}],
    ['in the sales history', {}, {}],
    ['in the whole list', {}, { optional: [] }],
  ] as const)(
    'of a purchase that was found again is looked for %s, though it made another customer',
    async (_, more, variants) => {
      await service.setVariants({ ...variants, optional: 'optional' in variants ? [...variants.optional] : undefined })
      const { id } = await submitWithLostAnswer(await registration(more))
      let row = await pass(id, 0)
      for (const waits of [2, 3]) if (row.state === 'UNKNOWN') row = await pass(id, waits * second)
      expect(row).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'reference' })
      const itemUid = await executeLate(row, more)
      clock.pass(minute)
      await eventually(async () => {
        expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', itemUid: row.itemUid, duplicates: [{ itemUid }] })
      })
    },
  )

  it('is not what a search names twice', async () => {
    const { id } = await submitWithLostAnswer(await registration({ customerEmail: 'twice@example.com' }))
    const uid = CustomerUid.parse((await service.ledger()).at(-1)?.customerUid)
    const read = await desk.client.customer(uid)
    desk.operations.onCustomerRead({ ...read, activatedItems: [...read.activatedItems, ...read.activatedItems] })
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', duplicates: [] })
  })

  it('is nothing that was seen before the journal knew of an end', async () => {
    let full = true
    onWrite(desk.storage.journal, 'before', ({ state }) => state === 'CONFIRMED' && full)
    await expect(desk.submit(await registration())).rejects.toMatchObject({ code: 'journal_unwritable' })
    full = false
    const uid = CustomerUid.parse((await service.ledger()).at(-1)?.customerUid)
    desk.operations.onCustomerRead(await desk.client.customer(uid))
    const [orphaned] = await desk.list()
    expect(await pass(orphaned?.id ?? '', 0)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'reference',
      duplicates: [],
    })
  })
})

describe('what a person says of a purchase', () => {
  it('that it happened: what it made is found out afterwards, and is no twin', async () => {
    const { id } = await submitWithLostAnswer(await registration())
    await desk.operations.handlers.resolve({ id, outcome: 'CONFIRMED', reason: 'Seen in the portal' }, call)
    clock.pass(minute)
    const sold = (await service.ledger()).at(-1)
    await eventually(async () => {
      expect(await rowOf(id)).toMatchObject({
        state: 'CONFIRMED',
        confirmedBy: 'person',
        itemUid: sold?.itemUid,
        customerUid: sold?.customerUid,
        duplicates: [],
      })
    })
  })

  it('can be said though the clock of the machine was set back', async () => {
    const { id } = await submitWithLostAnswer(await registration(), 'dropBefore')
    clock.jump(-24 * 60 * minute)
    clock.pass(minute)
    await desk.check(id)
    expect(
      await desk.operations.handlers.resolve({ id, outcome: 'NOT_APPLIED', reason: 'The portal shows nothing' }, call),
    ).toMatchObject({ state: 'NOT_APPLIED' })
  })
})
