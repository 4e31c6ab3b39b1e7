/**
 * The reconciliation of unresolved operations against the sandbox: the checks, their outcomes, and the hand-over to a
 * person.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid, InventoryItemId } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import {
  call,
  movableClock,
  openMoneyDesk,
  type MoneyDesk,
  type MovableClock,
  type TargetInput,
} from '../../../../faults/desk.ts'
import type { ServiceClient } from '../../../../../electron/service/index.ts'
import { onWrite } from '../../../../faults/writes.ts'
import { control, type Control } from '../../../../support/control.ts'
import { eventually } from '../../../../support/eventually.ts'

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
/** Lets time pass and waits until no check is running. */
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
/** Submits a purchase whose answer is lost. */
async function submitWithLostAnswer(
  wanted: TargetInput,
  fault: 'dropAfter' | 'dropBefore' = 'dropAfter',
): Promise<OperationRow> {
  await service.fault(wanted.kind === 'register' ? 'register' : 'topUp', fault)
  const row = await desk.submit(wanted)
  expect(row).toMatchObject({ state: 'UNKNOWN' })
  return row
}

describe('an unresolved operation', () => {
  it('is checked after 0, 2, 5, 15 and 60 seconds, 3 and 10 minutes, and then left to a person', async () => {
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
      expect(row, `${String(checks)} checks`).toMatchObject({ state: 'UNKNOWN', checks })
      expect(Date.parse(row.nextCheck ?? '')).toBeGreaterThan(clock.now())
      expect(await pass(id, 0), 'no check before its time').toMatchObject({ checks })
    }
    expect(await pass(id, 7 * minute)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 7, nextCheck: null })
    expect((await causes(id)).at(-1)).toBe('looks ended')
    await pass(id, 60 * minute)
    expect(await rowOf(id)).toMatchObject({ checks: 7 })
    expect(await requests('refund')).toBe(1)
  })

  it('notifies the window of every running check and of the time of the next one', async () => {
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
  ] as const)('that was executed ends with the first check: %s', async (kind, state) => {
    const { uid, itemUid } = await service.itemSample(kind === 'refund' ? 'refundable' : 'activatable')
    await service.fault(kind, 'dropAfter')
    const { id } = await desk.submit({ kind, customerUid: uid, itemUid })
    expect(await pass(id, 0)).toMatchObject({ state, confirmedBy: 'state', nextCheck: null })
  })

  it('that is an activation and never arrived is NOT_APPLIED after a minute', async () => {
    const { uid, itemUid } = await service.itemSample('activatable')
    await service.fault('activate', 'dropBefore')
    const { id } = await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    for (const waits of [0, 2, 3, 10]) expect(await pass(id, waits * second)).toMatchObject({ state: 'UNKNOWN' })
    expect(await pass(id, 45.5 * second)).toMatchObject({ state: 'NOT_APPLIED', nextCheck: null })
    expect(await requests('activate')).toBe(1)
  })

  it('is checked within a minute after the service is reachable again, however long it was away', async () => {
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

  it('is not checked forever if the service itself reports that the customer does not exist', async () => {
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

  it('is checked again if the journal could not store the result of a check', async () => {
    let full = true
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    onWrite(desk.storage.journal, 'before', () => full)
    for (let minutes = 0; minutes < 12; minutes += 1) await pass(id, minute)
    full = false
    expect(await pass(id, minute)).toMatchObject({ state: 'NEEDS_HUMAN', checks: 1 })
  })

  it('is checked from the start of the schedule after a restart', async () => {
    const { id } = await refund('dropAfter')
    await desk.close()
    desk = await open()
    desk.operations.recover()
    expect(await rowOf(id)).toMatchObject({ state: 'UNKNOWN', nextCheck: null })
    desk.reopen()
    expect(await pass(id, 0)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('that needs a person is checked once more when its connection opens', async () => {
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

  it('that needs a person is checked a minute after a restart, when a missing activation is proof', async () => {
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

  it('is checked further if its connection was closed and reopened during a check', async () => {
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

  it('is checked at once when the machine wakes up', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { id } = await refund('dropAfter')
    for (const waits of [0, 2, 3, 10]) await pass(id, waits * second)
    expect(await rowOf(id)).toMatchObject({ checks: 4 })
    desk.operations.onResume()
    expect(await pass(id, 0)).toMatchObject({ checks: 5 })
  })

  it('that a person has resolved is not checked any more', async () => {
    const { id } = await refund('dropBefore')
    await desk.operations.handlers.resolve({ id, outcome: 'CONFIRMED', reason: 'Seen in the portal' }, call)
    const before = await requests('customer')
    await pass(id, 60 * minute)
    expect(await requests('customer')).toBe(before)
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'person' })
  })
})

describe('many unresolved operations', () => {
  it('are checked four at a time after an outage', async () => {
    const subjects = await Promise.all(Array.from({ length: 10 }, (_, nth) => service.itemSample('activatable', nth)))
    await service.fault('activate', 'dropAfter', { times: 'always' })
    for (const { uid, itemUid } of subjects) await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    await desk.close()
    let atOnce = 0
    let maxAtOnce = 0
    const counted = (client: ServiceClient): ServiceClient => ({
      ...client,
      readCustomer: async (...args) => {
        atOnce += 1
        maxAtOnce = Math.max(maxAtOnce, atOnce)
        return await client.readCustomer(...args).finally(() => {
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

describe('an unresolved purchase', () => {
  it.each([
    ['its e-mail', { customerEmail: 'lost.once@example.com' }, {}],
    ['the sales history', {}, {}],
    ['the whole list, if there is no faster way', {}, { optional: [] }],
    ['the whole list of a service that ignores paging', {}, { optional: [], paging: 'ignored' }],
    ['a reference that was cut after the id', {}, { metatagLimit: 26 }],
  ] as const)('is found by %s together with its result', async (_, more, variants) => {
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

  it('that is a top-up is found among the items of its customer', async () => {
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

  it('that is not found is left to a person and never NOT_APPLIED', async () => {
    const { id } = await submitWithLostAnswer(await registration(), 'dropBefore')
    for (const waits of [0, 2, 3, 10, 45.5, 119.5])
      expect(await pass(id, waits * second)).toMatchObject({ state: 'UNKNOWN' })
    expect(await pass(id, 7 * minute)).toMatchObject({ state: 'NEEDS_HUMAN' })
    expect(await requests('register')).toBe(1)
  })

  it('ends when another module reads its customer', async () => {
    const { id } = await submitWithLostAnswer(await registration())
    const uid = (await service.ledger()).at(-1)?.customerUid
    desk.operations.onCustomerRead(await desk.client.customer(CustomerUid.parse(uid)))
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'reference', customerUid: uid })
  })
})

describe('a late duplicate', () => {
  /** Submits a purchase that is resolved as NOT_APPLIED before its request is executed. */
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
    'of a purchase that was resolved as NOT_APPLIED is found after %d minutes and reported',
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

  it('counts as spent and for the limit', async () => {
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

  it('is found after a restart, and is stored once when its customer is read again', async () => {
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

  it('of a confirmed purchase is the item that is not its own', async () => {
    const row = await desk.submit(await registration({ customerEmail: 'duplicate@example.com' }))
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
    ['by its e-mail', { customerEmail: 'duplicate@example.com' }, {}],
    ['in the sales history', {}, {}],
    ['in the whole list', {}, { optional: [] }],
  ] as const)(
    'of a reconciled purchase is found %s, although it created another customer',
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

  it('is not an item that a search returns twice', async () => {
    const { id } = await submitWithLostAnswer(await registration({ customerEmail: 'twice@example.com' }))
    const uid = CustomerUid.parse((await service.ledger()).at(-1)?.customerUid)
    const read = await desk.client.customer(uid)
    desk.operations.onCustomerRead({ ...read, activatedItems: [...read.activatedItems, ...read.activatedItems] })
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', duplicates: [] })
  })

  it('is not an item that was read before the journal stored an outcome', async () => {
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

describe('a purchase that a person resolves', () => {
  it('as CONFIRMED gets its result afterwards, without a duplicate', async () => {
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

  it('can be NOT_APPLIED although the wall clock was set back', async () => {
    const { id } = await submitWithLostAnswer(await registration(), 'dropBefore')
    clock.jump(-24 * 60 * minute)
    clock.pass(minute)
    await desk.check(id)
    expect(
      await desk.operations.handlers.resolve({ id, outcome: 'NOT_APPLIED', reason: 'The portal shows nothing' }, call),
    ).toMatchObject({ state: 'NOT_APPLIED' })
  })
})
