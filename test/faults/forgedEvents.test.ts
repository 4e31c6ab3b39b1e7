/**
 * Whoever knows the address of a receiver can post anything. Forged events cost reads at a limited rate and nothing
 * else: they send no money, and no operation has another state because of them.
 */
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { createLog } from '../../electron/log/index.ts'
import { createEvents } from '../../electron/events/index.ts'
import type { Delivery, EventSink } from '../../electron/events/source.ts'
import { startSandbox } from '../../electron/sandbox/index.ts'
import { control, type Situation } from '../support/control.ts'
import { approveAll } from '../support/approvals.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { call, movableClock, openMoneyDesk, passTime, type MoneyDesk, type MoneyDeskOptions } from './desk.ts'
import { expectInvariants } from './invariants.ts'

const notUsed = (): never => {
  throw new Error('not used')
}
const events = 1000
const maxReadsPerSecond = 2
const situations: readonly Situation[] = ['refundable', 'activatable', 'usedItem', 'lowItem']

async function setUp(options: Pick<MoneyDeskOptions, 'clock' | 'timer'> = {}) {
  const sandbox = await startSandbox({ customers: 60, seed: 21, variants: { monthlyRefunds: 10_000 } })
  onTestFinished(() => sandbox.close())
  const service = control(sandbox)
  const counts = { reads: 0, money: 0 }
  const desk = await openMoneyDesk({
    info: sandbox,
    folder: await temporaryFolder(),
    ...options,
    around: (client) => ({
      ...client,
      customer: (...input) => ((counts.reads += 1), client.customer(...input)),
      searchCustomers: (...input) => ((counts.reads += 1), client.searchCustomers(...input)),
      sendMoney: (...input) => ((counts.money += 1), client.sendMoney(...input)),
    }),
  })
  onTestFinished(desk.close)
  return { sandbox, service, counts, desk }
}

/** Bodies about real customers and items, about unknown ones, and bodies that nobody can read. */
function forgeries(customers: readonly { readonly uid: string; readonly iccid: string; readonly item: string }[]) {
  const known = fc.constantFrom(...customers)
  const body = fc
    .tuple(known, fc.string({ minLength: 1 }), fc.constantFrom('INSTALLED', 'ERROR', 'RELEASED'))
    .map(([{ uid, iccid, item }, text, profileState]) => ({
      uid,
      customerUid: uid,
      iccid,
      profileState,
      activatedItem: item,
      activatedItemId: item,
      activatedAt: text,
      timestamp: text,
      configuredThresholdPercentage: 100,
      balanceAmountInByte: 0,
      newCountry: 'BR',
      activationId: text,
    }))
  const unknown = body.map((each) => ({ ...each, uid: `x${each.activatedAt}`, iccid: `89${each.activatedAt}` }))
  return fc.record({
    kind: fc.constantFrom(...WebhookKind.options),
    body: fc.oneof(
      { weight: 6, arbitrary: body.map((each) => JSON.stringify(each)) },
      { weight: 3, arbitrary: unknown.map((each) => JSON.stringify(each)) },
      { weight: 1, arbitrary: fc.string() },
    ),
  })
}

/** Opens the events of a desk. They are delivered by the returned sink, and time passes by the returned clock. */
async function openInbox(desk: MoneyDesk, customers: readonly { readonly uid: string; readonly iccid: string }[]) {
  const clock = movableClock()
  const sinks: EventSink[] = []
  const inbox = createEvents({
    connections: {
      current: desk.current,
      require: desk.current,
      onChange: () => () => undefined,
      openEndpoint: notUsed,
      relays: { find: notUsed, privateKey: notUsed, set: notUsed, remove: notUsed },
    },
    approvals: approveAll,
    forge: notUsed,
    storage: desk.storage,
    targets: {
      ...desk.operations,
      customerOfIccid: (iccid) =>
        Promise.resolve(CustomerUid.safeParse(customers.find((each) => each.iccid === iccid)?.uid).data ?? null),
      lookUpIccid: (iccid, signal) =>
        desk.client
          .searchCustomers({ key: 'ICCID', query: iccid, mode: 'isExact', limit: 1 }, { signal })
          .then(() => null),
      readAgain: (uid, signal) => desk.client.customer(uid, { signal }).then(desk.operations.onCustomerRead),
    },
    timelineSources: {
      operations: (input) => desk.operations.handlers.list(input, call),
      iccidsOf: desk.operations.iccidsOf,
      notes: () => [],
      differences: () => Promise.resolve([]),
      mails: () => Promise.resolve({ rows: [], total: 0 }),
    },
    announce: () => Promise.resolve(),
    sourceOf: () =>
      Promise.resolve({
        name: 'sandbox',
        start: (sink) => {
          sinks.push(sink)
          return Promise.resolve(() => Promise.resolve())
        },
      }),
    clock,
    timer: clock.timer,
    emit: () => undefined,
    log: createLog({ level: 'error' }),
    started: Promise.resolve(),
  })
  onTestFinished(inbox.close)
  await inbox.handlers.status(undefined, call)
  const [sink] = sinks
  if (sink === undefined) throw new Error('The source was not started')
  return { clock, sink }
}

it('1,000 forged events move no money, change no operation, and cost at most two reads a second', async () => {
  const { service, counts, desk } = await setUp()
  const found = await Promise.all(situations.map((situation) => service.itemSample(situation)))
  const customers = found.map(({ uid, iccid, itemUid }) => ({ uid, iccid: iccid ?? '89', item: itemUid }))
  const [target] = customers
  const refundable = await service.itemSample('refundable')
  await service.fault('refund', 'dropAfter', { where: refundable.itemUid })
  const unknown = await desk.submit({ kind: 'refund', customerUid: refundable.uid, itemUid: refundable.itemUid })
  expect(unknown.state).toBe('UNKNOWN')
  const rowsBefore = await desk.list()
  const ledgerBefore = await service.ledger()
  const moneyBefore = counts.money

  const { clock, sink } = await openInbox(desk, customers)
  const forged = fc.sample(forgeries(customers), { numRuns: events, seed: 7 })
  const deliver = (deliveries: readonly Omit<Delivery, 'at'>[]): void =>
    sink.store(
      deliveries.map((each) => ({ ...each, at: clock.now() })),
      null,
    )
  /** Lets the simulated seconds pass, and waits for each read. */
  const passSeconds = async (seconds: number): Promise<void> => {
    for (let half = 0; half < seconds * 2; half += 1) {
      clock.pass(500)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  // While nothing can be read, nothing is proven, whatever the events report.
  await service.fault('*', 'status', { status: 500, times: 'always' })
  const readsBefore = counts.reads
  for (let first = 0; first < events; first += 100) {
    deliver(forged.slice(first, first + 100))
    await passSeconds(1)
  }
  await passSeconds(10)
  expect(counts.reads).toBeGreaterThan(readsBefore)
  expect(counts.reads - readsBefore).toBeLessThanOrEqual(20 * maxReadsPerSecond + 1)
  expect((await desk.list()).map(({ id, state }) => [id, state])).toEqual(
    rowsBefore.map(({ id, state }) => [id, state]),
  )

  // Once it can be read, the read proves what has really happened.
  await service.clearFaults()
  deliver([
    {
      kind: 'lowBalance',
      body: JSON.stringify({ uid: refundable.uid, timestamp: 'now', iccid: target?.iccid, balanceAmountInByte: 1 }),
    },
  ])
  await expect
    .poll(async () => {
      await passSeconds(1)
      return (await desk.list()).find(({ id }) => id === unknown.id)
    })
    .toMatchObject({ state: 'CONFIRMED', itemUid: ItemUid.parse(refundable.itemUid) })
  expect(counts.money).toBe(moneyBefore)
  expect(await service.ledger()).toEqual(ledgerBefore)
  await expectInvariants(service, await desk.list(), { notified: desk.rows })
})

it('checks that events cause leave the scheduled checks as they are, and prove nothing about other customers', async () => {
  const clock = movableClock()
  const { service, desk } = await setUp({ clock, timer: clock.timer })
  const { uid, itemUid } = await service.itemSample('refundable')
  await service.fault('refund', 'dropBefore', { where: itemUid })
  const { id, state } = await desk.submit({ kind: 'refund', customerUid: uid, itemUid })
  expect(state).toBe('UNKNOWN')
  await passTime(desk, clock, 6000)
  const [before] = await desk.list()
  expect(before).toMatchObject({ state: 'UNKNOWN', checking: false, nextCheck: expect.any(String) })
  expect(desk.operations.unresolvedOf(CustomerUid.parse(uid))).toEqual([id])
  expect(desk.operations.unresolvedOf(CustomerUid.parse('somebody-else'))).toEqual([])
  for (let times = 0; times < 20; times += 1) await desk.operations.checkNow(id)
  const [after] = await desk.list()
  expect(after).toMatchObject({ state: 'UNKNOWN', checking: false, nextCheck: before?.nextCheck })
})
