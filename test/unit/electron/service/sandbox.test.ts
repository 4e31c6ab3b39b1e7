/** The client against the sandbox over real HTTP, in each dialect (interface 4.2 to 4.8, field notes). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { createServiceClient, type Dialect, type ServiceClient } from '../../../../electron/service/index.ts'
import { control, type Control } from '../../../support/control.ts'
import { log, thrownBy } from './support.ts'

let sandbox: Sandbox
let acts: Control
let client: ServiceClient
let learned: Dialect[] = []

const connect = (remembered?: Dialect): ServiceClient =>
  createServiceClient({
    address: sandbox.baseUrl,
    segment: sandbox.segment,
    credentials: () => Promise.resolve(sandbox),
    clock: systemClock,
    log,
    onDialect: (dialect) => learned.push(dialect),
    ...(remembered === undefined ? {} : { remembered }),
  })

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 30, seed: 7 })
  acts = control(sandbox)
})
beforeEach(async () => {
  await acts.clearFaults()
  learned = []
  client = connect()
  return () => client.close()
})
afterAll(() => sandbox.close())

it('reads packages, countries, a flag and devices', async () => {
  const { items, unreadable } = await client.inventory()
  expect(items.length).toBeGreaterThan(5)
  expect(unreadable).toEqual([])
  expect((await client.countries(CountrySetId.parse('WWW'))).length).toBeGreaterThan(20)
  expect((await client.flag('DE'))?.subarray(1, 4)).toEqual(new Uint8Array(Buffer.from('PNG')))
  expect(await client.flag('QQ')).toBeNull()
  expect((await client.devices()).length).toBeGreaterThan(3)
})

it('reads devices from the path that exists, with or without the segment, and remembers that path', async () => {
  await acts.setVariants({ devicesPath: 'segment' })
  await client.devices()
  expect(learned.at(-1)?.devices).toBe('segment')
  await acts.setVariants({ devicesPath: 'plain' })
  await client.devices()
  expect(learned.at(-1)?.devices).toBe('bare')
})

it.each(['array', 'object'] as const)('reads pages of customers in the envelope %s', async (listEnvelope) => {
  await acts.setVariants({ listEnvelope })
  const first = await client.customersPage({ size: 20, index: 0 })
  const second = await client.customersPage({ size: 20, index: 1 })
  const third = await client.customersPage({ size: 20, index: 2 })
  const uids = [...first.entries, ...second.entries, ...third.entries].map(({ customer }) => customer.uid)
  expect([first.received, second.received, third.received]).toEqual([20, uids.length - 20, 0])
  expect(new Set(uids).size).toBe(uids.length)
  expect(learned.at(-1)).toMatchObject({ list: listEnvelope, paging: 'honoured' })
})

it('notices a service that ignores paging, by more entries than asked for and by a repeated page', async () => {
  await acts.setVariants({ paging: 'ignored' })
  const whole = await client.customersPage({ size: 10, index: 0 })
  expect(whole.received).toBeGreaterThan(10)
  expect(await client.customersPage({ size: 10, index: 1 })).toEqual({ entries: [], unreadable: [], received: 0 })
  const exact = await client.customersPage({ size: whole.received, index: 0 })
  expect(exact.received).toBe(whole.received)
  await client.customersPage({ size: whole.received, index: 1 })
  expect((await client.customersPage({ size: whole.received, index: 2 })).received).toBe(0)
  expect(learned.at(-1)?.paging).toBe('ignored')
  await acts.setVariants({ paging: 'pages' })
})

it('reads what can be read of a customer with wrong types, and the others', async () => {
  const before = await client.customersPage({ size: 100, index: 0 })
  await acts.setVariants({ unreadableCustomer: 3 })
  const page = await client.customersPage({ size: 100, index: 0 })
  expect(page.received).toBe(before.received)
  expect(page.unreadable).toEqual([])
  expect(page.entries.map(({ customer }) => customer)).toEqual(before.entries.map(({ customer }) => customer))
  const partly = page.entries.filter(({ unreadableParts = [] }) => unreadableParts.length > 0)
  expect(partly).toHaveLength(1)
  expect(new Set(partly[0]?.unreadableParts?.map(({ part }) => part))).toEqual(new Set(['esims', 'balance']))
  const same = before.entries.find(({ customer }) => customer.uid === partly[0]?.customer.uid)
  expect(partly[0]?.activatedItems.map(({ uid }) => uid)).toEqual(same?.activatedItems.map(({ uid }) => uid))
  for (const item of partly[0]?.activatedItems ?? [])
    expect(item.unreadableFields?.map(({ field }) => field).toSorted()).toEqual([
      'balance.availableBalance',
      'balance.size',
    ])
  expect(partly[0]?.itemsListed).toBe(true)
  await acts.setVariants({ unreadableCustomer: null })
})

it('reads a package with wrong types but for these fields, and the others', async () => {
  const before = await client.inventory()
  await acts.setVariants({ unreadablePackage: 2 })
  const { items, unreadable } = await client.inventory()
  expect(unreadable).toEqual([])
  expect(items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
  const partly = items.map(({ unreadableFields = [] }) => unreadableFields.length > 0)
  expect([partly.indexOf(true), partly.filter(Boolean).length]).toEqual([2, 1])
  await acts.setVariants({ unreadablePackage: null })
})

it.each([
  ['post', 405, 'POST'],
  ['get', 405, 'GET'],
  ['get', 404, 'GET'],
  ['get', 400, 'GET'],
] as const)('finds the search that works: %s, the other one %i', async (search, searchRefusal, method) => {
  await acts.setVariants({ search, searchRefusal })
  const { entries } = await client.customersPage({ size: 1, index: 0 })
  const uid = entries[0]?.customer.uid ?? ''
  const found = await client.searchCustomers({ key: 'UID', query: uid, mode: 'isExact', limit: 5 })
  expect(found.entries.map(({ customer }) => customer.uid)).toEqual([uid])
  expect(learned.at(-1)?.search).toBe(method)
  const other = connect(learned.at(-1))
  expect((await other.searchCustomers({ key: 'UID', query: uid, mode: 'isExact', limit: 5 })).received).toBe(1)
  await other.close()
  await acts.setVariants({ search: 'post', searchRefusal: 405 })
})

it('notices paging that begins to be honoured', async () => {
  await acts.setVariants({ paging: 'ignored' })
  await client.customersPage({ size: 10, index: 0 })
  await acts.setVariants({ paging: 'pages' })
  const [first, second] = await Promise.all([
    client.customersPage({ size: 10, index: 0 }),
    client.customersPage({ size: 10, index: 1 }),
  ])
  expect([first.received, second.received]).toEqual([10, 10])
  expect(second.entries[0]?.customer.uid).not.toBe(first.entries[0]?.customer.uid)
})

it('finds no customer if a search that worked before answers that there is none', async () => {
  const query = { key: 'UID', query: 'x', mode: 'isExact', limit: 5 } as const
  await client.searchCustomers(query)
  await acts.fault('search', 'status', {
    status: 404,
    contentType: 'application/json',
    body: '{"message":"nobody"}',
    times: 'always',
  })
  expect(await client.searchCustomers(query)).toEqual({ entries: [], unreadable: [], received: 0 })
  expect(await thrownBy(connect().searchCustomers(query))).toMatchObject({ code: 'not_supported' })
})

it('reads one customer, also compressed', async () => {
  const { entries } = await client.customersPage({ size: 1, index: 0 })
  const uid = CustomerUid.parse(entries[0]?.customer.uid)
  expect((await client.customer(uid)).customer.uid).toBe(uid)
  await acts.setVariants({ gzip: true })
  expect((await client.customersPage({ size: 10, index: 0 })).received).toBe(10)
  await acts.setVariants({ gzip: false })
  expect(await thrownBy(client.customer(CustomerUid.parse('no-such-customer')))).toMatchObject({ code: 'not_found' })
})

it('renews a token that was revoked in between', async () => {
  await client.inventory()
  await acts.revokeTokens()
  expect((await client.inventory()).items.length).toBeGreaterThan(0)
})

it('activates and refunds once each', async () => {
  const waiting = await acts.itemSample('activatable')
  const refundable = await acts.itemSample('refundable')
  await client.prepareMoney()
  const before = (await acts.ledger()).length
  expect(
    await client.sendMoney({ kind: 'activate', itemUid: ItemUid.parse(waiting.itemUid), intentId: 'I1' }),
  ).toMatchObject({ type: 'answer', status: 200 })
  expect(
    await client.sendMoney({ kind: 'refund', itemUid: ItemUid.parse(refundable.itemUid), intentId: 'I2' }),
  ).toMatchObject({ type: 'answer', status: 200 })
  expect((await acts.ledger()).length - before).toBe(2)
})

it('is rejected with a wrong secret', async () => {
  const stranger = createServiceClient({
    address: sandbox.baseUrl,
    segment: sandbox.segment,
    credentials: () => Promise.resolve({ clientId: 'x', clientSecret: 'y-secret' }),
    clock: systemClock,
    log,
  })
  expect(await thrownBy(stranger.renewToken())).toMatchObject({ code: 'credentials_rejected' })
  await stranger.close()
})
